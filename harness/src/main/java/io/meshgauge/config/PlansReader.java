package io.meshgauge.config;

import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.Variant;
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

/** Reads {@code plans}: the rows of the report. */
final class PlansReader {
  /** The key of {@code protocol.durations} for plans without a key of their own. */
  static final String OTHER = "default";

  private final PlanFiles files;
  private final Problems problems;
  private final List<String> notes;
  private final Map<String, Place> names = new HashMap<>();

  /** Whether the window of plans without one is a default. */
  private boolean otherByDefault = true;

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
  List<Plan> read(List<Section> items, Place section, Map<String, Duration> durations) {
    List<Plan> plans = new ArrayList<>();
    for (Section item : items) {
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
        .entries(ProtocolReader.DURATIONS)
        .forEach(
            (written, entry) -> {
              String plan = current(new Value.Scalar(written, entry.key())).text();
              if (plan.equals(OTHER)) {
                otherByDefault = Configuration.isDefault(entry.value().place());
              } else {
                checkExists(plan, entry.key());
              }
              PlanKeys.WINDOW
                  .read(plan, entry.value(), problems)
                  .ifPresent(it -> durations.put(plan, it));
            });
    return durations;
  }

  private Optional<Plan> plan(Section section, Map<String, Duration> durations) {
    Optional<Value.Scalar> written = section.get(PlanKeys.NAME);
    if (written.isEmpty()) {
      problems.wrong(section.place(), "a plan without name", "name:", "name one of " + existing());
      return Optional.empty();
    }
    Value.Scalar name = current(written.get());
    boolean own = section.has(PlanKeys.JMX);
    if (!own) {
      checkExists(name.text(), name.place());
    }
    checkOnce(name);
    Optional<Duration> requested =
        section
            .get(PlanKeys.DURATION)
            .or(() -> Optional.ofNullable(durations.get(name.text())))
            .or(() -> Optional.ofNullable(otherByDefault ? null : durations.get(OTHER)));
    Duration other = durations.getOrDefault(OTHER, Plan.MIN_DURATION);
    SortedMap<String, String> properties =
        PlanKeys.properties(section, own ? "" : name.text(), problems);
    OwnPlanReader ownPlans = new OwnPlanReader(files, problems);
    if (own) {
      return ownPlans.read(section, name, properties, requested, other);
    }
    ownPlans.refuseWithoutFile(section);
    Plan plan = new Plan(name.text(), requested.orElse(other), properties);
    if (plan.isSoak()) {
      checkWindows(plan, section.place(PlanKeys.PROPERTIES));
    }
    return Optional.of(plan);
  }

  private void checkWindows(Plan soak, Place place) {
    Duration window = SoakSettings.of(soak).window();
    if (window.compareTo(soak.duration()) > 0) {
      problems.wrong(
          place,
          "a soak of %s has windows of %s".formatted(soak.duration(), window),
          "a duration of one window or more",
          "measure longer, or give the soak shorter windows: properties: {window: 10s}");
    }
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

  private List<String> names() {
    return files.reserved();
  }

  private String existing() {
    return String.join(", ", names());
  }
}
