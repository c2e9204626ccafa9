package io.meshgauge.report.advice;

import io.meshgauge.experiment.Slo;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.SloResult;
import io.meshgauge.report.advice.Candidate.Check;
import io.meshgauge.report.advice.Candidate.Cost;
import io.meshgauge.report.advice.Candidate.State;
import io.meshgauge.report.advice.Candidate.Turn;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.Arrays;
import java.util.Optional;

/** Hard limits of a profile and objectives of a session, and where they would change the advice. */
final class Limits {
  private static final double CONFIDENCE = 0.95;

  private Limits() {}

  /** The limit as text, for example {@code added memory at most 32.0 MiB}. */
  static String words(Limit limit) {
    String name = limit.metric().brief();
    return switch (limit.of()) {
      case VALUE ->
          limit.metric().moreIsBetter()
              ? Messages.get("advice.at-least", name, bound(limit))
              : Messages.get("advice.at-most", name, bound(limit));
      case ADDED, ADDED_SHARE -> Messages.get("advice.added-at-most", name, bound(limit));
    };
  }

  private static String bound(Limit limit) {
    return text(limit, limit.bound());
  }

  private static String text(Limit limit, double value) {
    return limit.of() == Of.ADDED_SHARE
        ? Amounts.fixed(100 * value, 1) + " %"
        : Amounts.text(limit.metric().unit(), value);
  }

  /** The check of an objective of the session. */
  static Check check(SloResult result, Arm arm) {
    Limit limit = new Limit(result.slo().metric(), Of.VALUE, result.slo().limit());
    State state =
        switch (result.state()) {
          case KEPT -> State.MEETS;
          case BROKEN -> State.FAILS;
          case UNDECIDED, NOT_MEASURED -> State.UNDECIDED;
        };
    return check(state, limit, result.found(), turn(limit, arm));
  }

  private static Check check(State state, Limit limit, String found, Optional<Turn> turn) {
    String words =
        switch (state) {
          case MEETS -> Messages.get("advice.keeps", words(limit), found);
          case UNDECIDED -> Messages.get("advice.undecided", words(limit), found);
          case FAILS -> Messages.get("advice.breaks", words(limit), found);
        };
    return new Check(state, words, turn);
  }

  /** The check of a limit of a measured value. */
  static Check check(Limit limit, Arm arm) {
    return check(SloResult.of(arm, new Slo(limit.metric(), limit.bound())), arm);
  }

  /**
   * The check of a limit of a difference from the baseline.
   *
   * @param level value of the baseline
   * @param none why there is no difference
   */
  static Check check(Limit limit, Optional<Cost> cost, double level, String none) {
    double unit = limit.of() == Of.ADDED ? 1 : level;
    return cost.map(
            it -> check(limit, it.added() / unit, it.interval().map(range -> per(range, unit))))
        .orElseGet(() -> unknown(limit, none));
  }

  /** The check of a limit of which nothing is known. */
  static Check unknown(Limit limit, String why) {
    return check(State.UNDECIDED, limit, why, Optional.empty());
  }

  private static Interval per(Interval interval, double unit) {
    return new Interval(interval.low() / unit, interval.high() / unit);
  }

  /** The check of a limit by a value with its interval, of what the limit bounds. */
  static Check check(Limit limit, double value, Optional<Interval> interval) {
    boolean lower = limit.of() == Of.VALUE && limit.metric().moreIsBetter();
    State state =
        interval
            .map(
                it ->
                    (lower ? it.low() >= limit.bound() : it.high() <= limit.bound())
                        ? State.MEETS
                        : (lower ? it.high() < limit.bound() : it.low() > limit.bound())
                            ? State.FAILS
                            : State.UNDECIDED)
            .orElse(State.UNDECIDED);
    String at = text(limit, value);
    return check(
        state,
        limit,
        interval
            .map(
                it ->
                    "%s [%s]"
                        .formatted(
                            at, Amounts.range(text(limit, it.low()), text(limit, it.high()))))
            .orElseGet(() -> Messages.get("advice.without-interval", at)),
        interval
            .filter(it -> !lower)
            .map(it -> new Turn(limit, it.high(), Messages.get("advice.upper-end"))));
  }

  /** Where a limit would have to be so that an arm that keeps it drops out, a sentence. */
  static String dropsOut(String label, Turn turn) {
    Limit limit = turn.limit();
    return Messages.get(
        "advice.drops-out",
        subject(limit),
        label,
        text(limit, turn.at()),
        turn.what(),
        bound(limit));
  }

  /** Where a limit would have to be so that an arm that breaks it comes in, a sentence. */
  static String comesIn(String label, Turn turn) {
    Limit limit = turn.limit();
    return Messages.get(
        "advice.comes-in", subject(limit), label, text(limit, turn.at()), bound(limit));
  }

  private static String subject(Limit limit) {
    return switch (limit.of()) {
      case VALUE -> Messages.get("advice.objective", limit.metric().brief());
      case ADDED, ADDED_SHARE -> Messages.get("advice.limit", limit.metric().brief());
    };
  }

  /** Where an objective that an arm keeps would no longer be kept. */
  private static Optional<Turn> turn(Limit limit, Arm arm) {
    Metric metric = limit.metric();
    double[] values = arm.values(metric);
    if (values.length == 0 || metric.moreIsBetter()) {
      return Optional.empty();
    }
    if (metric == Metric.ERROR_RATIO) {
      return arm.errors()
          .map(it -> it.interval(CONFIDENCE).high())
          .map(at -> new Turn(limit, at, Messages.get("advice.upper-end")));
    }
    return Optional.of(
        new Turn(
            limit,
            Arrays.stream(values).max().orElseThrow(),
            Messages.get("advice.worst", ReportText.count(values.length, "valid run"))));
  }
}
