package io.meshgauge.config;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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

  private static final Keys KEYS = new Keys("a profile");
  private static final Key<String> ABOUT = KEYS.key("about", Form.text("a sentence"));

  /** The others control the measurement, and hold for every arm. */
  private static final Key<List<Promise>> REQUIRES =
      KEYS.key(
          "requires",
          Form.list(
              Form.choice(
                  Arrays.stream(Promise.values())
                      .filter(it -> it != Promise.PLAINTEXT && it != Promise.PLAINTEXT_PROBE)
                      .collect(
                          Collectors.toMap(it -> it.name().toLowerCase(Locale.ROOT), it -> it)))));

  private static final Key<Boolean> AT_ENTRY =
      KEYS.key("requires-at", Form.choice(Map.of("entry", true, "every-hop", false)));
  private static final Key<Boolean> REAL_ONLY = KEYS.key("real-only", Form.BOOL);
  private static final Key<Map<Metric, List<Limit>>> LIMITS =
      KEYS.key("limits", Form.keyed(ScoringReader.METRICS, UsageProfileFile::limits));
  private static final Key<?> CRITERIA = KEYS.key("criteria", ScoringReader.CRITERIA.form());
  private static final Key<Map<Metric, Double>> WEIGHTS = KEYS.key("weights", ScoringReader.SET);
  private static final Key<Double> MARGIN = KEYS.key("margin", Form.quantity(Unit.RATIO));
  private static final Form<Section> PROFILE = Form.section(KEYS);

  private final Problems problems;

  private UsageProfileFile(Problems problems) {
    this.problems = problems;
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
    Form.nameOf(name, entry.key(), problems);
    return PROFILE
        .read("the profile " + name, entry.value(), problems)
        .flatMap(it -> profile(name, it));
  }

  private Optional<UsageProfile> profile(String name, Section section) {
    for (Key<?> key : List.of(REQUIRES, CRITERIA, WEIGHTS)) {
      section.require(key);
    }
    ScoringReader scoring = new ScoringReader(problems);
    List<Criterion> criteria = scoring.criteria(section);
    Optional<WeightSet> weights =
        section
            .value(WEIGHTS.name())
            .flatMap(it -> scoring.set(name, new Value.Entry(it.place(), it), false));
    Demands demands =
        new Demands(
            section.get(REQUIRES, List.of()).stream().distinct().toList(),
            section.get(AT_ENTRY, false),
            section.get(REAL_ONLY, false));
    List<Limit> limits =
        section.get(LIMITS, Map.of()).values().stream().flatMap(List::stream).toList();
    double margin = section.get(MARGIN, DEFAULT_MARGIN);
    return problems.isEmpty()
        ? Optional.of(
            new UsageProfile(
                name,
                section.get(ABOUT, ""),
                demands,
                limits,
                criteria,
                weights.orElseThrow(),
                margin))
        : Optional.empty();
  }

  /** The limits of a metric. */
  private static Form<List<Limit>> limits(Metric metric) {
    Form<Double> amount = Form.quantity(metric.unit());
    Keys keys = new Keys("the limit of " + metric.key());
    Map<Key<Double>, Of> bounds = new LinkedHashMap<>();
    bounds.put(keys.key(metric.moreIsBetter() ? "at-least" : "at-most", amount), Of.VALUE);
    if (!metric.moreIsBetter()) {
      bounds.put(keys.key("added", amount), Of.ADDED);
      bounds.put(keys.key("added-share", Form.quantity(Unit.RATIO)), Of.ADDED_SHARE);
    }
    return Form.section(keys)
        .that(it -> !it.names().isEmpty(), "at least one")
        .as(
            section -> {
              List<Limit> limits = new ArrayList<>();
              bounds.forEach(
                  (key, of) ->
                      section.get(key).ifPresent(it -> limits.add(new Limit(metric, of, it))));
              return limits;
            });
  }
}
