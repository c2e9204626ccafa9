package io.meshgauge.report.published;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.study.Study;
import io.meshgauge.study.Study.Group;
import io.meshgauge.study.Study.Kind;
import io.meshgauge.study.Study.Loop;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.study.Study.SystemUnderTest;
import io.meshgauge.study.StudyContrast;
import io.meshgauge.study.StudyContrast.Basis;
import io.meshgauge.study.Value;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Differences between two meshes that both a session and a study have, by the same metric.
 *
 * @param study the study
 * @param rows by plan, pair of meshes and metric; at least one
 * @param conditions what differs in the conditions
 */
public record SessionAndStudy(Study study, List<Row> rows, List<Condition> conditions) {
  public SessionAndStudy {
    rows = List.copyOf(rows);
    conditions = List.copyOf(conditions);
  }

  /**
   * One difference, as ratios of the second mesh to the first.
   *
   * @param plan of the session
   * @param pair the two arms of the session
   * @param ours of the session
   * @param group load of the study
   * @param quantity of the study
   * @param ratio of the study
   * @param interval of the study; empty if it printed neither deviations nor replicates
   * @param basis what the interval of the study rests on
   */
  public record Row(
      PlanReport plan,
      Contrast pair,
      Comparison ours,
      Group group,
      Quantity quantity,
      double ratio,
      Optional<Interval> interval,
      Basis basis) {

    /** The two arms, for a table. */
    public String arms() {
      return "%s / %s".formatted(pair.arm().label(), pair.reference().name());
    }

    /** The session's ratio with its interval, for a table. */
    public String here() {
      OptionalDouble relative = ours.difference().relative();
      return relative.isEmpty()
          ? "-"
          : (ours.verdict().differs() ? "" : ours.verdict().symbol() + " ")
              + text(
                  1 + relative.getAsDouble(),
                  ours.difference()
                      .relativeInterval()
                      .map(it -> new Interval(1 + it.low(), 1 + it.high())));
    }

    /** The study's ratio with its interval, for a table. */
    public String there() {
      return text(ratio, interval)
          + (basis == Basis.HALF_WIDTHS ? " *" : quantity.kind() == Kind.CHANGE ? " †" : "");
    }

    /** The study's load; empty if it does not divide its figures. */
    public String load() {
      return group.title();
    }

    private static String text(double ratio, Optional<Interval> interval) {
      return Amounts.fixed(ratio, 2)
          + interval
              .map(it -> " " + Amounts.bracketed(it.low(), it.high(), end -> Amounts.fixed(end, 2)))
              .orElse("");
    }
  }

  /**
   * One condition in which session and study differ, in the words of each.
   *
   * @param name what it is
   */
  public record Condition(String name, String session, String study) {
    /** Its name, for people. */
    public String title() {
      return Messages.get("published.condition." + name.replace(' ', '-'));
    }

    /** What a study states of a condition. */
    public static String stated(String text) {
      return text.isEmpty() ? Messages.get("published.not-stated") : text;
    }

    /** The kind of loop that sends the load. */
    public static String loop(Loop loop) {
      return switch (loop) {
        case OPEN -> Messages.get("published.loop-open");
        case CLOSED -> Messages.get("published.loop-closed");
        case UNKNOWN -> Messages.get("published.loop-unknown");
      };
    }
  }

  /** All studies of a report with which its session has a difference in common. */
  public static List<SessionAndStudy> all(Report report) {
    return report.studies().studies().stream()
        .map(study -> new SessionAndStudy(study, rows(report, study), List.of()))
        .filter(it -> !it.rows().isEmpty())
        .map(it -> new SessionAndStudy(it.study(), it.rows(), Differences.of(report.session(), it)))
        .toList();
  }

  private static List<Row> rows(Report report, Study study) {
    List<Row> rows = new ArrayList<>();
    for (PlanReport plan : report.plans()) {
      Stream.concat(plan.contrasts().stream(), plan.pairs().stream())
          .filter(it -> it.arm().variant().choices().equals(it.reference().variant().choices()))
          .forEach(it -> it.comparisons().forEach(ours -> add(rows, study, plan, it, ours)));
    }
    return rows;
  }

  private static void add(
      List<Row> rows, Study study, PlanReport plan, Contrast pair, Comparison ours) {
    Optional<SystemUnderTest> to = system(study, pair.arm());
    Optional<SystemUnderTest> from = system(study, pair.reference());
    List<Quantity> quantities =
        study.quantities().stream()
            .filter(it -> it.metric().filter(m -> m == ours.metric()).isPresent())
            .toList();
    if (to.isEmpty() || quantities.isEmpty()) {
      return;
    }
    String system = to.get().name();
    groups(study, plan).stream()
        .flatMap(
            group ->
                quantities.stream()
                    .flatMap(
                        quantity ->
                            theirs(study, group, quantity, from, system, pair).stream()
                                .map(it -> row(plan, pair, ours, group, quantity, it))))
        .findFirst()
        .ifPresent(rows::add);
  }

  /** Ratio and interval of a study. */
  private record Theirs(double ratio, Optional<Interval> interval, Basis basis) {}

  private static Row row(
      PlanReport plan,
      Contrast pair,
      Comparison ours,
      Group group,
      Quantity quantity,
      Theirs theirs) {
    return new Row(
        plan, pair, ours, group, quantity, theirs.ratio(), theirs.interval(), theirs.basis());
  }

  private static Optional<Theirs> theirs(
      Study study,
      Group group,
      Quantity quantity,
      Optional<SystemUnderTest> from,
      String to,
      Contrast pair) {
    Optional<Value> value = study.value(group.name(), to, quantity.name());
    if (quantity.kind() == Kind.CHANGE) {
      return value
          .filter(it -> pair.reference().variant().isBaseline())
          .map(it -> new Theirs(1 + it.mean() / 100, Optional.empty(), Basis.MEANS));
    }
    if (!quantity.kind().hasRatio() || from.isEmpty() || from.get().name().equals(to)) {
      return Optional.empty();
    }
    return study
        .value(group.name(), from.get().name(), quantity.name())
        .flatMap(before -> value.map(after -> StudyContrast.of(study, before, after)))
        .filter(it -> it.ratio().isPresent())
        .map(it -> new Theirs(it.ratio().getAsDouble(), it.interval(), it.basis()));
  }

  private static Optional<SystemUnderTest> system(Study study, Arm arm) {
    return study.systems().stream()
        .filter(it -> it.mesh().filter(arm.variant().mesh()::equals).isPresent())
        .findFirst();
  }

  /** The study's loads, the nearest first: that of the same name, then by its rate. */
  private static List<Group> groups(Study study, PlanReport plan) {
    return study.groups().stream()
        .sorted(
            Comparator.comparing((Group it) -> !it.name().equals(plan.name()))
                .thenComparingDouble(it -> distance(it.rate(), plan.rate())))
        .toList();
  }

  static double distance(OptionalDouble one, OptionalDouble other) {
    return one.isPresent() && other.isPresent()
        ? Math.abs(Math.log(one.getAsDouble() / other.getAsDouble()))
        : Double.MAX_VALUE;
  }

  /** Whether any row has an interval that rests on half-widths. */
  public boolean assumes() {
    return rows.stream().anyMatch(it -> it.basis() == Basis.HALF_WIDTHS);
  }

  /** Whether any row is a change that the study printed. */
  public boolean printed() {
    return rows.stream().anyMatch(it -> it.quantity().kind() == Kind.CHANGE);
  }
}
