package io.meshgauge.product;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings that one mesh understands, including the settings of the services. */
public final class Settings {
  /** Key of the reason for every name without a reason of its own. */
  private static final String OTHERS = "";

  private final String mesh;
  private final List<Setting> known;
  private final List<String> policies;
  private final List<Telemetry> telemetry;
  private final Map<String, String> reasons;
  private final boolean steers;

  /**
   * The given settings of a mesh and those of the services, with policy {@code none} and the
   * default telemetry only.
   */
  public Settings(String mesh, Setting... own) {
    this(
        mesh,
        joined(
            joined(List.of(own), Setting.OF_SERVICES),
            joined(LimitSettings.ALL, List.of(PlacementSettings.SETTING, ArmFault.SETTING))),
        List.of(PolicySettings.NONE),
        List.of(Telemetry.DEFAULT),
        TrafficSettings.ELSEWHERE,
        false);
  }

  private Settings(
      String mesh,
      List<Setting> known,
      List<String> policies,
      List<Telemetry> telemetry,
      Map<String, String> reasons,
      boolean steers) {
    this.mesh = mesh;
    this.known = List.copyOf(known);
    this.policies = List.copyOf(policies);
    this.telemetry = List.copyOf(telemetry);
    this.reasons = Map.copyOf(reasons);
    this.steers = steers;
  }

  /** Copy with the policies that the mesh can enforce in addition to {@code none}. */
  public Settings withPolicies(String... names) {
    return new Settings(
        mesh,
        joined(known, PolicySettings.ALL),
        joined(policies, List.of(names)),
        telemetry,
        reasons,
        steers);
  }

  /** Copy for a mesh that can provide these telemetry settings. */
  public Settings withTelemetry(List<Telemetry> supported) {
    return new Settings(mesh, known, policies, supported, reasons, steers);
  }

  /** Copy with one reason for all other policies and telemetry settings being unsupported. */
  public Settings because(String reason) {
    return because(Map.of(OTHERS, reason));
  }

  /** Copy with reasons why policies, telemetry or settings of some names are unsupported. */
  public Settings because(Map<String, String> reasonsByName) {
    Map<String, String> more = new TreeMap<>(reasons);
    more.putAll(reasonsByName);
    return new Settings(mesh, known, policies, telemetry, more, steers);
  }

  /** Copy with all traffic settings that any proxy supports, outlier detection excluded. */
  public Settings withTraffic() {
    return withTrafficExcept(List.of());
  }

  /** Copy with those traffic settings, some excluded. */
  public Settings withTrafficExcept(List<TrafficSetting> missing) {
    Set<TrafficSetting> some = EnumSet.allOf(TrafficSetting.class);
    missing.forEach(some::remove);
    return withTraffic(some);
  }

  /** Copy with some of those traffic settings. */
  public Settings withTraffic(Set<TrafficSetting> some) {
    List<String> names = some.stream().map(TrafficSetting::key).toList();
    List<Setting> more =
        TrafficSettings.ALL.stream().filter(it -> names.contains(it.name())).toList();
    return new Settings(mesh, joined(known, more), policies, telemetry, reasons, true);
  }

  /** Copy with more settings. */
  public Settings and(List<Setting> more) {
    return new Settings(mesh, joined(known, more), policies, telemetry, reasons, steers);
  }

  private static <T> List<T> joined(List<T> one, List<T> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  /** Problems of a variant, one sentence each; empty when all settings are supported. */
  public List<String> problems(Variant variant) {
    List<String> problems = new ArrayList<>();
    boolean policy = policies.contains(variant.policy());
    if (!policy) {
      problems.add(
          "policy '%s' on mesh %s: expected %s%s"
              .formatted(variant.policy(), mesh, oneOf(policies), reason(variant.policy())));
    }
    if (telemetry.stream().noneMatch(it -> it.name().equals(variant.telemetry()))) {
      problems.add(
          "telemetry '%s' on mesh %s: expected %s%s"
              .formatted(
                  variant.telemetry(),
                  mesh,
                  oneOf(telemetry.stream().map(Telemetry::name).toList()),
                  reason(variant.telemetry())));
    }
    variant.settings().forEach((name, value) -> check(name, value, problems));
    if (policy && problems.isEmpty()) {
      problems.addAll(PolicySettings.problems(variant, mesh));
      if (steers) {
        problems.addAll(TrafficSettings.problems(variant, mesh));
      }
    }
    return problems;
  }

  private String reason(String name) {
    String reason = reasons.getOrDefault(name, reasons.getOrDefault(OTHERS, ""));
    return reason.isEmpty() ? "" : "; " + reason;
  }

  private static String oneOf(List<String> values) {
    return values.size() == 1 ? values.get(0) : "one of " + String.join(", ", values);
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
                    "setting '%s' is unknown to mesh %s; it has %s%s"
                        .formatted(
                            name,
                            mesh,
                            names(),
                            reasons.containsKey(name) ? "; " + reasons.get(name) : "")));
  }

  private String names() {
    return known.stream().map(Setting::name).collect(Collectors.joining(", "));
  }
}
