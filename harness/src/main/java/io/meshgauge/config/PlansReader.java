package io.meshgauge.config;

import io.meshgauge.config.section.Quantity;
import io.meshgauge.config.section.Section;
import io.meshgauge.config.section.Shape;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Unit;
import io.meshgauge.product.Setting;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads {@code plans}: the rows of the report. */
final class PlansReader {
  /** The key of {@code protocol.durations} for plans without a key of their own. */
  static final String OTHER = "default";

  private final PlanFiles files;
  private final Problems problems;
  private final List<String> notes;
  private final Map<String, Place> names = new HashMap<>();

  /**
   * A reader of one file.
   *
   * @param notes gets a sentence for each plan under its former name
   */
  PlansReader(PlanFiles files, Problems problems, List<String> notes) {
    this.files = files;
    this.problems = problems;
    this.notes = notes;
  }

  /**
   * Reads the valid plans.
   *
   * @param durations windows of plans that do not state their own, by name
   */
  List<Plan> read(List<Value> items, Place section, Map<String, Duration> durations) {
    List<Plan> plans = new ArrayList<>();
    for (Value item : items) {
      plan(item, durations).ifPresent(plans::add);
    }
    if (items.isEmpty()) {
      problems.wrong(section, "no plan", "at least one of " + existing(), "name a plan");
    }
    return plans;
  }

  /** Reads {@code protocol.durations}: windows by plan name. */
  Map<String, Duration> durations(Section protocol) {
    Map<String, Duration> durations = new HashMap<>();
    protocol
        .mapping("durations")
        .ifPresent(
            mapping ->
                mapping
                    .entries()
                    .forEach(
                        (written, entry) -> {
                          String plan = current(new Value.Scalar(written, entry.key())).text();
                          if (!plan.equals(OTHER)) {
                            checkExists(plan, entry.key());
                          }
                          duration(plan, entry.value()).ifPresent(d -> durations.put(plan, d));
                        }));
    return durations;
  }

  private Optional<Plan> plan(Value item, Map<String, Duration> durations) {
    if (item instanceof Value.Mapping mapping) {
      Section section = Section.of(mapping, Shape.PLAN, problems);
      Optional<Value.Scalar> name = section.scalar("name", "the name of a plan").map(this::current);
      if (name.isEmpty()) {
        problems.wrong(
            section.place(), "a plan without name", "name:", "name one of " + existing());
        return Optional.empty();
      }
      Optional<Duration> own = section.value("duration").flatMap(v -> duration("duration", v));
      SortedMap<String, String> properties = Section.texts("properties", section, problems);
      OwnPlanReader ownPlans = new OwnPlanReader(files, problems);
      if (OwnPlanReader.isOwn(section)) {
        checkOnce(name.get());
        checkServiceSettings(properties, name.get().place());
        Duration window = window(name.get(), own, durations);
        return ownPlans
            .read(section, name.get())
            .map(file -> new Plan(name.get().text(), window, properties, Optional.of(file)));
      }
      ownPlans.refuseWithoutFile(section);
      return checked(name.get(), own, durations, properties);
    }
    return Section.scalar("a plan", item, "the name of a plan, or name: and duration:", problems)
        .map(this::current)
        .flatMap(name -> checked(name, Optional.empty(), durations, new TreeMap<>()));
  }

  /** The plan's name of today, with a note where the file says another. */
  private Value.Scalar current(Value.Scalar name) {
    String today = Plan.current(name.text());
    if (!today.equals(name.text())) {
      notes.add(
          "%s: the plan %s is called %s now, to tell it from the arm %s; the old name still works: write %s."
              .formatted(name.place(), name.text(), today, Variant.BASELINE, today));
      return new Value.Scalar(today, name.place());
    }
    return name;
  }

  private Optional<Plan> checked(
      Value.Scalar name,
      Optional<Duration> own,
      Map<String, Duration> durations,
      SortedMap<String, String> properties) {
    checkExists(name.text(), name.place());
    if (name.text().equals(Plan.TCP)) {
      StreamProperties.check(properties, name.place(), problems);
    }
    checkServiceSettings(properties, name.place());
    checkOnce(name);
    Duration window = window(name, own, durations);
    return Optional.of(
        new Plan(
            name.text(),
            window,
            name.text().equals(Plan.SOAK)
                ? SoakProperties.checked(properties, window, name.place(), problems)
                : properties));
  }

  private static Duration window(
      Value.Scalar name, Optional<Duration> own, Map<String, Duration> durations) {
    Duration fallback = durations.getOrDefault(OTHER, Plan.MIN_DURATION);
    return own.orElse(durations.getOrDefault(name.text(), fallback));
  }

  private void checkOnce(Value.Scalar name) {
    Place earlier = names.putIfAbsent(name.text(), name.place());
    if (earlier != null) {
      problems.wrong(
          name.place(),
          "the plan %s is listed twice".formatted(name.describe()),
          "each plan once; the first is at " + earlier,
          "remove one; copy the .jmx under another name to run it with other properties");
    }
  }

  /** Checks properties that are settings of the services. */
  private void checkServiceSettings(Map<String, String> properties, Place place) {
    for (Setting setting : Setting.OF_SERVICES) {
      String value = properties.get(setting.name());
      if (value != null && !setting.accepts().test(value)) {
        problems.wrong(
            place,
            "the property %s is \"%s\"".formatted(setting.name(), value),
            setting.expected(),
            "change the value, or remove it to leave the services as they are");
      }
    }
  }

  private void checkExists(String plan, Place place) {
    List<String> existing = names();
    if (!existing.contains(plan)) {
      problems.wrong(
          place,
          "there is no plan \"%s\": %s.jmx is not in %s".formatted(plan, plan, files.folder()),
          "one of " + existing() + "; or a plan of your own with name: and jmx:",
          Nearest.advice(plan, existing));
    }
  }

  private Optional<Duration> duration(String key, Value value) {
    String expected =
        Quantity.example(Unit.SECONDS) + ", at least " + Plan.MIN_DURATION.toSeconds() + "s";
    return Section.scalar(key, value, expected, problems)
        .flatMap(
            scalar -> {
              Optional<Duration> window = Quantity.duration(scalar.text());
              if (window.isEmpty() || window.get().compareTo(Plan.MIN_DURATION) < 0) {
                problems.wrong(
                    scalar.place(),
                    "the window of %s is %s".formatted(key, scalar.describe()),
                    expected,
                    "percentiles of fewer seconds say little: measure longer");
                return Optional.empty();
              }
              return window;
            });
  }

  private List<String> names() {
    return files.reserved();
  }

  private String existing() {
    return String.join(", ", names());
  }
}
