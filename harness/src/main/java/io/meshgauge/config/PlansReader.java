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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code plans}: the rows of the report. */
final class PlansReader {
  /** The key of {@code protocol.durations} for plans without a key of their own. */
  static final String OTHER = "default";

  /** A plan with a rate of its own, by its name. */
  private static final Pattern PACED = Pattern.compile("(.+)-(\\d+(?:\\.\\d+)?)(pct)?");

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
      plans.addAll(plans(item, durations));
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

  /** The plan of a section, once for each of its rates. */
  private List<Plan> plans(Section section, Map<String, Duration> durations) {
    Optional<Value.Scalar> written = section.get(PlanKeys.NAME);
    if (written.isEmpty()) {
      problems.wrong(section.place(), "a plan without name", "name:", "name one of " + existing());
      return List.of();
    }
    Value.Scalar whole = current(written.get());
    boolean own = section.has(PlanKeys.JMX);
    Optional<Paced> paced =
        own || section.has(PlanKeys.RATE) ? Optional.empty() : paced(whole.text());
    Value.Scalar name = paced.map(it -> new Value.Scalar(it.load(), whole.place())).orElse(whole);
    List<Plan.Rate> rates =
        paced.map(it -> List.of(it.rate())).orElseGet(() -> section.get(PlanKeys.RATE, List.of()));
    if (!own) {
      checkExists(name.text(), name.place());
    }
    if (rates.isEmpty()) {
      checkOnce(name);
    }
    rates.forEach(it -> checkOnce(new Value.Scalar(named(name.text(), it), name.place())));
    Optional<Plan> read = plan(section, name, own, durations);
    if (rates.isEmpty() || read.isEmpty()) {
      return read.stream().toList();
    }
    refuseRate(read.get(), section);
    return rates.stream().map(read.get()::at).toList();
  }

  /** What a name such as {@code steady-450} says. */
  private record Paced(String load, Plan.Rate rate) {}

  /** Takes the name of a plan with a rate apart; empty where it is none. */
  private Optional<Paced> paced(String name) {
    Matcher matcher = PACED.matcher(name);
    if (!matcher.matches() || names().contains(name) || !names().contains(matcher.group(1))) {
      return Optional.empty();
    }
    boolean share = matcher.group(3) != null;
    double value = Double.parseDouble(matcher.group(2));
    return value > 0
        ? Optional.of(
            new Paced(matcher.group(1), new Plan.Rate(share ? value / 100 : value, share)))
        : Optional.empty();
  }

  private static String named(String load, Plan.Rate rate) {
    return load + "-" + rate.key();
  }

  /** Only loads whose rate is given can have one of their own, next to others. */
  private void refuseRate(Plan plan, Section section) {
    if (plan.kind() == Plan.Kind.REQUESTS && plan.hasRate() && !plan.changes()) {
      return;
    }
    problems.wrong(
        section.has(PlanKeys.RATE) ? section.place(PlanKeys.RATE) : section.place(),
        "the plan %s with a rate of its own".formatted(plan.name()),
        "rate: of a plan that sends requests in open loop and changes nothing, such as "
            + Plan.STEADY,
        plan.hasRate() ? "write the rate into protocol:" : "remove rate:");
  }

  private Optional<Plan> plan(
      Section section, Value.Scalar name, boolean own, Map<String, Duration> durations) {
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
