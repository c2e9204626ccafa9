package io.meshgauge.config;

import io.meshgauge.config.section.Quantity;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.score.UsageProfile.Demands;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.score.WeightSet;
import io.meshgauge.text.Messages;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import io.meshgauge.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Finds and reads usage profiles: those of the program, or of a file. */
public final class UsageProfileFile {
  private static final String SHIPPED = "usage-profiles.yaml";
  private static final double DEFAULT_MARGIN = 0.01;

  private static final YamlReader.Format FORMAT =
      new YamlReader.Format(
          "usage profiles",
          "names of profiles with their keys",
          "docs/advice.md",
          64 * 1024,
          8,
          16);

  private static final List<String> KEYS =
      List.of(
          "about",
          "requires",
          "requires-at",
          "real-only",
          "limits",
          "criteria",
          "weights",
          "margin");

  /** The others control the measurement, and hold for every arm. */
  private static final Map<String, Promise> PROMISES = promises();

  private final Problems problems;

  private UsageProfileFile(Problems problems) {
    this.problems = problems;
  }

  private static Map<String, Promise> promises() {
    Map<String, Promise> promises = new LinkedHashMap<>();
    for (Promise promise : Promise.values()) {
      if (promise != Promise.PLAINTEXT && promise != Promise.PLAINTEXT_PROBE) {
        promises.put(promise.name().toLowerCase(Locale.ROOT), promise);
      }
    }
    return promises;
  }

  /** The profiles of the program, described in the language of this process. */
  public static List<UsageProfile> shipped() {
    try (InputStream in = UsageProfileFile.class.getResourceAsStream(SHIPPED)) {
      if (in == null) {
        throw new IllegalStateException(
            "%s is not on the class path next to %s: rebuild the harness"
                .formatted(SHIPPED, UsageProfileFile.class.getName()));
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return read(Messages.fill(text), SHIPPED);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + SHIPPED, e);
    }
  }

  /**
   * Profiles by name or file.
   *
   * @param wanted the name of a profile of the program, or the path of a file, all of whose
   *     profiles are meant
   * @throws InvalidInputException with all problems at once
   */
  public static List<UsageProfile> named(String wanted) {
    List<UsageProfile> shipped = shipped();
    List<String> names = shipped.stream().map(UsageProfile::name).toList();
    if (names.contains(wanted)) {
      return shipped.stream().filter(it -> it.name().equals(wanted)).toList();
    }
    Path file = Path.of(wanted);
    Problems problems = new Problems();
    if (!Files.isRegularFile(file)) {
      problems.wrong(
          Place.of(wanted),
          "there is no such profile, and no such file",
          "one of %s, or the path of a file with profiles".formatted(String.join(", ", names)),
          Nearest.advice(wanted, names));
      problems.refuseIfAny();
    }
    try {
      return read(Files.readString(file), wanted);
    } catch (IOException e) {
      problems.wrong(
          Place.of(wanted),
          "cannot be read: " + e.getClass().getSimpleName(),
          "a readable file in UTF-8",
          "check the path and its encoding");
      problems.refuseIfAny();
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The profiles in a text.
   *
   * @param label of the file, for positions
   * @throws InvalidInputException with all problems at once
   */
  static List<UsageProfile> read(String text, String label) {
    Problems problems = new Problems();
    Optional<Value.Mapping> tree = new YamlReader(label, FORMAT, problems).read(text);
    List<UsageProfile> profiles = new ArrayList<>();
    UsageProfileFile reader = new UsageProfileFile(problems);
    tree.ifPresent(
        all ->
            all.entries()
                .forEach((name, entry) -> reader.profile(name, entry).ifPresent(profiles::add)));
    if (problems.isEmpty() && profiles.isEmpty()) {
      problems.wrong(
          Place.of(label), "no profile", "at least one", "write a name and below it its keys");
    }
    problems.refuseIfAny();
    return List.copyOf(profiles);
  }

  private Optional<UsageProfile> profile(String name, Value.Entry entry) {
    Section.checkName(new Value.Scalar(name, entry.key()), problems);
    if (!(entry.value() instanceof Value.Mapping mapping)) {
      problems.wrong(
          entry.value().place(),
          "the profile %s is %s".formatted(name, entry.value().describe()),
          "keys " + String.join(", ", KEYS),
          "write them as lines \"key: value\", indented below " + name);
      return Optional.empty();
    }
    Section section = Section.of(mapping, KEYS, problems);
    ScoringReader scoring = new ScoringReader(problems);
    for (String key : List.of("requires", "criteria", "weights")) {
      if (section.value(key).isEmpty()) {
        problems.wrong(
            section.place(),
            "the profile %s has no %s".formatted(name, key),
            key.equals("requires") ? "a list of promises, or []" : "metrics with values",
            "write %s:".formatted(key));
      }
    }
    List<Criterion> criteria = scoring.criteria(section);
    Optional<WeightSet> weights =
        section
            .value("weights")
            .flatMap(it -> scoring.set(name, new Value.Entry(it.place(), it), false));
    Demands demands = demands(section);
    List<Limit> limits = limits(section);
    OptionalDouble margin = section.quantity("margin", Unit.RATIO);
    return problems.isEmpty()
        ? Optional.of(
            new UsageProfile(
                name,
                section.scalar("about", "a sentence").map(Value.Scalar::text).orElse(""),
                demands,
                limits,
                criteria,
                weights.orElseThrow(),
                margin.orElse(DEFAULT_MARGIN)))
        : Optional.empty();
  }

  private Demands demands(Section section) {
    return new Demands(
        requires(section),
        section.choice("requires-at", Map.of("entry", true, "every-hop", false)).orElse(false),
        section.bool("real-only").orElse(false));
  }

  private List<Promise> requires(Section section) {
    List<Promise> requires = new ArrayList<>();
    for (Value value : section.list("requires")) {
      Optional<Value.Scalar> scalar =
          Section.scalar("a required promise", value, "the name of a promise", problems);
      if (scalar.isEmpty()) {
        continue;
      }
      Promise promise = PROMISES.get(scalar.get().text());
      if (promise == null) {
        problems.wrong(
            value.place(),
            "unknown promise %s".formatted(scalar.get().describe()),
            "one of " + String.join(", ", PROMISES.keySet()),
            Nearest.advice(scalar.get().text(), List.copyOf(PROMISES.keySet())));
      } else if (!requires.contains(promise)) {
        requires.add(promise);
      }
    }
    return requires;
  }

  private List<Limit> limits(Section section) {
    List<Limit> limits = new ArrayList<>();
    section
        .mapping("limits")
        .ifPresent(all -> all.entries().forEach((key, entry) -> limit(key, entry, limits)));
    return limits;
  }

  private void limit(String key, Value.Entry entry, List<Limit> limits) {
    Optional<Metric> metric = ScoringReader.metric(key, entry.key(), problems);
    if (metric.isEmpty()) {
      return;
    }
    String value = metric.get().moreIsBetter() ? "at-least" : "at-most";
    Map<String, Of> bounds = new LinkedHashMap<>();
    bounds.put(value, Of.VALUE);
    if (!metric.get().moreIsBetter()) {
      bounds.put("added", Of.ADDED);
      bounds.put("added-share", Of.ADDED_SHARE);
    }
    if (!(entry.value() instanceof Value.Mapping mapping) || mapping.entries().isEmpty()) {
      problems.wrong(
          entry.value().place(),
          "the limit of %s is %s".formatted(key, entry.value().describe()),
          "one or more of " + String.join(", ", bounds.keySet()),
          "write {%s: ...}; %s".formatted(value, Quantity.example(metric.get().unit())));
      return;
    }
    Section section = Section.of(mapping, List.copyOf(bounds.keySet()), problems);
    bounds.forEach(
        (name, of) ->
            section
                .quantity(name, of == Of.ADDED_SHARE ? Unit.RATIO : metric.get().unit())
                .ifPresent(bound -> limits.add(new Limit(metric.get(), of, bound))));
  }
}
