package io.meshgauge.report.published;

import io.meshgauge.measure.Metric;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.study.ClaimedRange.Agreement;
import io.meshgauge.study.Claims.Statement;
import io.meshgauge.study.Study;
import io.meshgauge.study.Study.SystemUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A claim of a study about two systems that a session measured against each other.
 *
 * @param plan of the session
 * @param pair the two arms of the session
 * @param ours of the session
 * @param statement the claim
 * @param inverse whether the pair is the claim's in the other direction
 */
public record ClaimRow(
    PlanReport plan, Contrast pair, Comparison ours, Statement statement, boolean inverse)
    implements SessionAndStudy.Measured {

  /** All claims of a study with figures of a session: each once for a plan, pair and metric. */
  static List<ClaimRow> all(Report report, Study study) {
    List<ClaimRow> rows = new ArrayList<>();
    for (PlanReport plan : report.plans()) {
      for (Statement statement : study.claims().statements()) {
        Optional<Metric> metric = study.quantity(statement.quantity()).metric();
        Stream.of(plan.contrasts(), plan.additions(), plan.pairs())
            .flatMap(List::stream)
            .flatMap(it -> of(study, statement, metric, plan, it).stream())
            .filter(it -> rows.stream().noneMatch(it::repeats))
            .forEach(rows::add);
      }
    }
    return rows;
  }

  private static Optional<ClaimRow> of(
      Study study, Statement statement, Optional<Metric> metric, PlanReport plan, Contrast pair) {
    if (statement.against().isEmpty()) {
      return Optional.empty();
    }
    SystemUnderTest to = study.system(statement.system());
    SystemUnderTest from = study.system(statement.against().get());
    boolean straight = are(pair.arm(), to, pair.reference(), from);
    return metric
        .flatMap(pair::on)
        .filter(it -> straight || are(pair.reference(), to, pair.arm(), from))
        .map(it -> new ClaimRow(plan, pair, it, statement, !straight));
  }

  private static boolean are(Arm arm, SystemUnderTest to, Arm reference, SystemUnderTest from) {
    return is(arm, to, reference) && is(reference, from, arm);
  }

  /** Whether an arm is a system of the study, apart from what both arms have chosen. */
  private static boolean is(Arm arm, SystemUnderTest system, Arm other) {
    Map<String, String> own = new HashMap<>(arm.variant().choices());
    own.entrySet().removeAll(other.variant().choices().entrySet());
    return system.mesh().filter(arm.variant().mesh()::equals).isPresent()
        && own.equals(system.choices());
  }

  /** Whether it is the same claim of another load of the study. */
  private boolean repeats(ClaimRow other) {
    return plan.equals(other.plan)
        && pair.equals(other.pair)
        && ours.metric() == other.ours.metric()
        && statement.words().equals(other.statement.words())
        && statement.range().equals(other.statement.range());
  }

  /** The arm that is the system of the claim. */
  public Arm arm() {
    return inverse ? pair.reference() : pair.arm();
  }

  /** The arm that is the system below the claim's ratio. */
  public Arm reference() {
    return inverse ? pair.arm() : pair.reference();
  }

  /** Ratio of the session in the direction of the claim; empty if it has none. */
  public OptionalDouble ratio() {
    OptionalDouble relative = ours.difference().relative();
    return relative.isEmpty() || relative.getAsDouble() <= -1
        ? OptionalDouble.empty()
        : OptionalDouble.of(turned(relative.getAsDouble()));
  }

  /** Its 95 % interval; empty if it has none. */
  public Optional<Interval> interval() {
    return ours.difference()
        .relativeInterval()
        .filter(it -> it.low() > -1)
        .map(
            it ->
                inverse
                    ? new Interval(turned(it.high()), turned(it.low()))
                    : new Interval(turned(it.low()), turned(it.high())));
  }

  private double turned(double relative) {
    return inverse ? 1 / (1 + relative) : 1 + relative;
  }

  /** What the session's interval says of the claim. */
  public Agreement agreement() {
    return interval().map(statement.range()::of).orElse(Agreement.UNDECIDED);
  }

  /** The two arms, for a table. */
  public String arms() {
    return "%s / %s".formatted(arm().label(), reference().name());
  }

  /** The session's ratio with its interval, for a table. */
  public String here() {
    return ratio().isEmpty() ? "-" : SessionAndStudy.text(ratio().getAsDouble(), interval());
  }
}
