package io.meshgauge.trend;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.BetweenSessions;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Holm;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Moments;
import io.meshgauge.stats.SessionChange;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A new session compared with accepted ones: each arm's ratio to the session's own baseline now,
 * against that ratio then. Or one arm of a session compared with another: their ratio in its
 * blocks.
 *
 * <p><b>Rule.</b> A row is a {@link Outcome#REGRESSION} if the one-sided p of the hypothesis that
 * the change is at most the margin is below {@value Comparison#LEVEL} after Holm's correction over
 * all rows. It has {@link Outcome#NONE} if the one-sided test of the opposite, at the same level,
 * shows that the change is below the margin; that needs no correction, since the gate is passed by
 * evidence only if all rows are. Otherwise it is {@link Outcome#UNDECIDED}.
 *
 * @param reference what is compared with
 * @param margin largest ratio − 1 that is no regression, at least 0
 * @param rows by plan, arm and metric
 * @param notes what could not be compared, one sentence each
 */
public record RegressionCheck(
    Reference reference, double margin, List<Row> rows, List<String> notes) {

  /**
   * What is compared with.
   *
   * @param name of the accepted sessions, or of an arm
   * @param sessions how many were accepted; 0: it is an arm of the same session
   */
  public record Reference(String name, int sessions) {
    /** Whether it is an arm of the same session. */
    public boolean isArm() {
      return sessions == 0;
    }
  }

  /** What a row found. */
  public enum Outcome {
    REGRESSION,
    /** A regression that the confirmation session did not find again. */
    UNCONFIRMED,
    NONE,
    UNDECIDED
  }

  /** What the spread between sessions is known from. */
  public enum Source {
    /** The accepted sessions themselves. */
    ACCEPTED,
    /** The A/A pairs of earlier sessions. */
    LEDGER,
    /** Nothing: only the blocks' noise is known. */
    UNKNOWN,
    /** There is none: both were measured in the same blocks. */
    SAME_SESSION
  }

  /** A spread between sessions and what it is known from. */
  record Known(Source source, Optional<BetweenSessions> spread) {}

  /**
   * One metric of one arm.
   *
   * @param arm of the new session
   * @param metric what is compared
   * @param change in ln; positive is worse
   * @param adjustedP of the hypothesis that it is at most the margin
   * @param outcome by the rule above
   * @param source what the spread between sessions is known from
   * @param spread between sessions; empty if unknown
   */
  public record Row(
      ArmFigures arm,
      Metric metric,
      SessionChange change,
      double adjustedP,
      Outcome outcome,
      Source source,
      Optional<BetweenSessions> spread) {

    Row with(Outcome other) {
      return new Row(arm, metric, change, adjustedP, other, source, spread);
    }

    /** The change as a ratio − 1 of the metric itself, whether or not more is better. */
    public double relative() {
      return Math.expm1(sign() * change.change());
    }

    /** 95 % interval of {@link #relative}. */
    public Interval interval() {
      Interval found = change.interval(Interval.CONFIDENCE);
      return metric.moreIsBetter()
          ? new Interval(Math.expm1(-found.high()), Math.expm1(-found.low()))
          : new Interval(Math.expm1(found.low()), Math.expm1(found.high()));
    }

    /** The smallest regression, as a ratio − 1, that 80 % of such sessions find. */
    public double detectable(double margin) {
      return Math.expm1(
          sign() * change.detectable(Math.log1p(margin), Comparison.LEVEL, Difference.POWER));
    }

    private int sign() {
      return metric.moreIsBetter() ? -1 : 1;
    }
  }

  /** The spread between sessions by other sessions than the accepted ones. */
  @FunctionalInterface
  public interface Ledger {
    /** Spread of a contrast with both measurements of the baseline; empty with too few sessions. */
    Optional<BetweenSessions> spread(String plan, Metric metric);
  }

  public RegressionCheck {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /**
   * Compares a session with accepted ones of the same environment and load.
   *
   * @param margin largest ratio − 1 that is no regression
   * @param ledger for references of fewer than three sessions
   */
  public static RegressionCheck of(
      AcceptedSessions accepted, SessionFigures now, double margin, Ledger ledger) {
    List<Row> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (ArmFigures arm : now.arms()) {
      if (SessionFigures.isBaseline(arm)) {
        continue;
      }
      Optional<ArmFigures> before = accepted.latest().arm(arm.plan(), arm.arm());
      if (before.isEmpty()) {
        notes.add(Messages.get("trend.not-accepted", arm.label(), arm.plan()));
        continue;
      }
      changedChoices(before.get(), arm).ifPresent(notes::add);
      int compared = rows.size();
      for (Metric metric : SessionFigures.METRICS) {
        row(accepted, now, arm, metric, margin, ledger).ifPresent(rows::add);
      }
      if (rows.size() == compared) {
        notes.add(Messages.get("trend.too-few-blocks", arm.label(), arm.plan(), Difference.BLOCKS));
      }
    }
    for (ArmFigures arm : accepted.latest().arms()) {
      if (!SessionFigures.isBaseline(arm) && now.arm(arm.plan(), arm.arm()).isEmpty()) {
        notes.add(Messages.get("trend.not-here", arm.label(), arm.plan()));
      }
    }
    Reference reference = new Reference(accepted.name(), accepted.sessions().size());
    return new RegressionCheck(reference, margin, decided(rows, margin), notes);
  }

  /**
   * Compares arms of a session with one of them, for example two releases of a proxy.
   *
   * @param reference name of that arm
   * @param margin largest ratio − 1 that is no regression
   */
  public static RegressionCheck within(SessionFigures session, String reference, double margin) {
    List<Row> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (ArmFigures arm : session.arms()) {
      if (SessionFigures.isBaseline(arm) || arm.arm().equals(reference)) {
        continue;
      }
      int compared = rows.size();
      for (Metric metric : SessionFigures.METRICS) {
        session
            .ratio(arm, List.of(reference), metric)
            .filter(it -> it.n() >= Difference.BLOCKS)
            .map(it -> harm(metric, it))
            .map(it -> within(arm, metric, it, margin))
            .ifPresent(rows::add);
      }
      if (rows.size() == compared) {
        notes.add(Messages.get("trend.too-few-blocks", arm.label(), arm.plan(), Difference.BLOCKS));
      }
    }
    return new RegressionCheck(new Reference(reference, 0), margin, decided(rows, margin), notes);
  }

  private static Row within(ArmFigures arm, Metric metric, Moments blocks, double margin) {
    SessionChange change =
        new SessionChange(
            blocks.mean(),
            new SessionChange.StandardError(
                Math.sqrt(blocks.variance() / blocks.n()), blocks.n() - 1.0));
    return new Row(
        arm,
        metric,
        change,
        change.above(Math.log1p(margin)),
        Outcome.UNDECIDED,
        Source.SAME_SESSION,
        Optional.empty());
  }

  /** The same, where only some regressions were found again by a confirmation session. */
  public RegressionCheck confirmed(Predicate<Row> again) {
    return new RegressionCheck(
        reference,
        margin,
        rows.stream()
            .map(
                it ->
                    it.outcome() == Outcome.REGRESSION && !again.test(it)
                        ? it.with(Outcome.UNCONFIRMED)
                        : it)
            .toList(),
        notes);
  }

  /** The same arm with other settings is compared: that is a change to examine, and is said. */
  private static Optional<String> changedChoices(ArmFigures before, ArmFigures now) {
    return before.choices().equals(now.choices())
        ? Optional.empty()
        : Optional.of(
            Messages.get(
                "trend.other-settings", now.label(), now.plan(), now.choices(), before.choices()));
  }

  private static Optional<Row> row(
      AcceptedSessions accepted,
      SessionFigures now,
      ArmFigures arm,
      Metric metric,
      double margin,
      Ledger ledger) {
    List<Moments> earlier =
        accepted.ratios(arm, metric).stream().map(it -> harm(metric, it)).toList();
    Optional<Moments> blocks =
        now.ratio(arm, metric)
            .filter(it -> it.n() >= Difference.BLOCKS)
            .map(it -> harm(metric, it));
    if (earlier.isEmpty() || blocks.isEmpty()) {
      return Optional.empty();
    }
    Known known = known(earlier, () -> ledger.spread(arm.plan(), metric));
    SessionChange change = SessionChange.of(earlier, blocks.get(), known.spread());
    double p = change.above(Math.log1p(margin));
    return Optional.of(
        new Row(arm, metric, change, p, Outcome.UNDECIDED, known.source(), known.spread()));
  }

  private static Known known(List<Moments> earlier, Supplier<Optional<BetweenSessions>> ledger) {
    if (earlier.size() >= BetweenSessions.MINIMUM_SESSIONS) {
      return new Known(Source.ACCEPTED, Optional.of(BetweenSessions.of(earlier)));
    }
    Optional<BetweenSessions> spread = ledger.get();
    return new Known(spread.isPresent() ? Source.LEDGER : Source.UNKNOWN, spread);
  }

  private static Moments harm(Metric metric, Moments ratio) {
    return metric.moreIsBetter() ? new Moments(ratio.n(), -ratio.mean(), ratio.variance()) : ratio;
  }

  private static List<Row> decided(List<Row> rows, double margin) {
    double[] adjusted = Holm.adjust(rows.stream().mapToDouble(Row::adjustedP).toArray());
    List<Row> decided = new ArrayList<>();
    for (int i = 0; i < adjusted.length; i++) {
      Row row = rows.get(i);
      boolean below = row.change().below(Math.log1p(margin), Comparison.LEVEL);
      Outcome outcome =
          adjusted[i] < Comparison.LEVEL
              ? Outcome.REGRESSION
              : below ? Outcome.NONE : Outcome.UNDECIDED;
      decided.add(
          new Row(
              row.arm(),
              row.metric(),
              row.change(),
              adjusted[i],
              outcome,
              row.source(),
              row.spread()));
    }
    return decided;
  }

  /** The rows with an outcome. */
  public List<Row> rows(Outcome outcome) {
    return rows.stream().filter(row -> row.outcome() == outcome).toList();
  }

  /** Whether the gate is open: no row is a regression. */
  public boolean open() {
    return rows(Outcome.REGRESSION).isEmpty();
  }
}
