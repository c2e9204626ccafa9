package io.meshgauge.mesh;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings one mesh understands, the knobs of the services included. */
public final class Settings {
  private final String mesh;
  private final List<Setting> known;
  private final List<String> policies;
  private final List<Telemetry> telemetry;
  private final Map<String, String> untold;

  /**
   * The settings of a mesh beside the knobs of the services; it knows no policy, and the default
   * telemetry only.
   */
  public Settings(String mesh, Setting... own) {
    this(
        mesh,
        Stream.concat(Stream.of(own), Setting.KNOBS.stream()).toList(),
        List.of(PolicySettings.NONE),
        List.of(Telemetry.DEFAULT),
        Map.of());
  }

  private Settings(
      String mesh,
      List<Setting> known,
      List<String> policies,
      List<Telemetry> telemetry,
      Map<String, String> untold) {
    this.mesh = mesh;
    this.known = List.copyOf(known);
    this.policies = List.copyOf(policies);
    this.telemetry = List.copyOf(telemetry);
    this.untold = Map.copyOf(untold);
  }

  /** The same settings, and those of the policies it can enforce beside {@code none}. */
  public Settings enforcing(String... names) {
    return new Settings(
        mesh,
        Stream.concat(known.stream(), PolicySettings.ALL.stream()).toList(),
        Stream.concat(policies.stream(), Stream.of(names)).toList(),
        telemetry,
        untold);
  }

  /** These settings of a mesh that can give the telemetry listed. */
  public Settings telling(List<Telemetry> able) {
    return telling(able, Map.of());
  }

  /**
   * These settings of a mesh that can give the telemetry listed.
   *
   * @param unable by name of a telemetry that it cannot give, the reason
   */
  public Settings telling(List<Telemetry> able, Map<String, String> unable) {
    return new Settings(mesh, known, policies, able, unable);
  }

  /** What is wrong with a variant, one sentence each; empty when all can be carried out. */
  public List<String> problems(Variant variant) {
    List<String> problems = new ArrayList<>();
    boolean policy = policies.contains(variant.policy());
    if (!policy) {
      problems.add(
          "policy '%s' on mesh %s: expected %s".formatted(variant.policy(), mesh, oneOf(policies)));
    }
    if (telemetry.stream().noneMatch(it -> it.name().equals(variant.telemetry()))) {
      problems.add(
          "telemetry '%s' on mesh %s: expected %s%s%s"
              .formatted(
                  variant.telemetry(),
                  mesh,
                  telemetry.size() > 1 ? "one of " : "",
                  Telemetry.names(telemetry),
                  Optional.ofNullable(untold.get(variant.telemetry()))
                      .map("; "::concat)
                      .orElse("")));
    }
    variant.settings().forEach((name, value) -> check(name, value, problems));
    if (policy && problems.isEmpty()) {
      problems.addAll(PolicySettings.problems(variant, mesh));
    }
    return problems;
  }

  private static String oneOf(List<String> words) {
    return words.size() == 1 ? words.get(0) : "one of " + String.join(", ", words);
  }

  private void check(String name, String value, List<String> problems) {
    known.stream()
        .filter(setting -> setting.name().equals(name))
        .findFirst()
        .ifPresentOrElse(
            setting -> {
              if (!setting.accepts().test(value)) {
                problems.add(
                    "setting %s: '%s' on mesh %s: expected %s"
                        .formatted(name, value, mesh, setting.expected()));
              }
            },
            () ->
                problems.add(
                    "setting '%s' is unknown to mesh %s; it has %s"
                        .formatted(name, mesh, names())));
  }

  private String names() {
    return known.stream().map(Setting::name).collect(Collectors.joining(", "));
  }
}
