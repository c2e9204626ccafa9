package io.meshgauge.report.published;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
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
 * Differences between two meshes that both a session and a study have, by the same metric, and the
 * study's claims about them.
 *
 * @param study the study
 * @param rows by plan, pair of meshes and metric
 * @param claims of the study's text on pairs of the session; there is a row or a claim
 * @param conditions what differs in the conditions
 */
public record SessionAndStudy(
    Study study, List<Row> rows, List<ClaimRow> claims, List<Condition> conditions) {
  private static final double SMALL = 0.05;

  public SessionAndStudy {
    rows = List.copyOf(rows);
    claims = List.copyOf(claims);
    conditions = List.copyOf(conditions);
  }

  /** A difference of a session that a study has, too. */
  interface Measured {
    /** Plan of the session. */
    PlanReport plan();

    /** The two arms of the session. */
    Contrast pair();

    /** Their comparison. */
    Comparison ours();
  }

  /** Everything of the session that is next to something of the study. */
  Stream<Measured> measured() {
    return Stream.concat(rows.stream(), claims.stream());
  }

  /**
   * One difference, as ratios of the second mesh to the first.
   *
   * @param plan of the session
   * @param pair the two arms of the session
   * @param ours of the session
   * @param group load of the study
   * @param theirs of the study, with a ratio
   */
  public record Row(
      PlanReport plan, Contrast pair, Comparison ours, Group group, StudyContrast theirs)
      implements Measured {

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
      return text(theirs.ratio().orElseThrow(), theirs.interval())
          + (assumes() ? " *" : printed() ? " †" : "");
    }

    boolean assumes() {
      return theirs.basis() == Basis.HALF_WIDTHS;
    }

    boolean printed() {
      return theirs.quantity().kind() == Kind.CHANGE;
    }

    /** The study's load; empty if it does not divide its figures. */
    public String load() {
      return group.title();
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

  /** A ratio with its interval, for a table. */
  static String text(double ratio, Optional<Interval> interval) {
    return number(ratio)
        + interval
            .map(it -> " " + Amounts.bracketed(it.low(), it.high(), SessionAndStudy::number))
            .orElse("");
  }

  /** With more decimals where two would say next to nothing. */
  private static String number(double ratio) {
    return Amounts.fixed(ratio, ratio < SMALL ? 4 : 2);
  }

  /** All studies of a report with which its session has a difference in common. */
  public static List<SessionAndStudy> all(Report report) {
    return report.studies().studies().stream()
        .map(it -> new SessionAndStudy(it, rows(report, it), ClaimRow.all(report, it), List.of()))
        .filter(it -> it.measured().findAny().isPresent())
        .map(it -> it.with(Differences.of(report.session(), it)))
        .toList();
  }

  private SessionAndStudy with(List<Condition> all) {
    return new SessionAndStudy(study, rows, claims, all);
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
    Optional<String> to = system(study, pair.arm());
    Optional<String> from = system(study, pair.reference());
    List<Quantity> quantities =
        study.quantities().stream()
            .filter(it -> it.metric().filter(m -> m == ours.metric()).isPresent())
            .toList();
    for (Group group : groups(study, plan)) {
      for (Quantity quantity : quantities) {
        Optional<StudyContrast> theirs =
            to.flatMap(it -> study.value(group.name(), it, quantity.name()))
                .flatMap(it -> theirs(study, quantity, from, it, pair));
        if (theirs.isPresent()) {
          rows.add(new Row(plan, pair, ours, group, theirs.get()));
          return;
        }
      }
    }
  }

  private static Optional<StudyContrast> theirs(
      Study study, Quantity quantity, Optional<String> from, Value to, Contrast pair) {
    if (quantity.kind() == Kind.CHANGE) {
      return pair.reference().variant().isBaseline()
          ? Optional.of(StudyContrast.ofChange(quantity, to))
          : Optional.empty();
    }
    return from.filter(it -> quantity.kind().hasRatio() && !it.equals(to.system()))
        .flatMap(it -> study.value(to.group(), it, quantity.name()))
        .map(it -> StudyContrast.of(study, it, to))
        .filter(it -> it.ratio().isPresent());
  }

  private static Optional<String> system(Study study, Arm arm) {
    return study.systems().stream()
        .filter(it -> it.mesh().filter(arm.variant().mesh()::equals).isPresent())
        .filter(it -> it.choices().isEmpty())
        .map(SystemUnderTest::name)
        .findFirst();
  }

  /** The study's loads, the nearest first: that of the same name, then by its rate. */
  private static List<Group> groups(Study study, PlanReport plan) {
    return study.groups().stream()
        .sorted(
            Comparator.comparing((Group it) -> !it.name().equals(plan.plan().load()))
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
    return rows.stream().anyMatch(Row::assumes);
  }

  /** Whether any row is a change that the study printed. */
  public boolean printed() {
    return rows.stream().anyMatch(Row::printed);
  }
}
