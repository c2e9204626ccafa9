package io.meshgauge.report.advice;

import io.meshgauge.experiment.Slo;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Arm;
import io.meshgauge.report.ReportText;
import io.meshgauge.report.SloResult;
import io.meshgauge.report.advice.Candidate.Check;
import io.meshgauge.report.advice.Candidate.Cost;
import io.meshgauge.report.advice.Candidate.State;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.stats.Difference;
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
  static Check check(SloResult result) {
    Limit limit = new Limit(result.slo().metric(), Of.VALUE, result.slo().limit());
    State state =
        switch (result.state()) {
          case KEPT -> State.MEETS;
          case BROKEN -> State.FAILS;
          case UNDECIDED, NOT_MEASURED -> State.UNDECIDED;
        };
    return check(state, limit, result.found());
  }

  /** The check of a limit, by what was found of it. */
  static Check check(State state, Limit limit, String found) {
    String words =
        switch (state) {
          case MEETS -> Messages.get("advice.keeps", words(limit), found);
          case UNDECIDED -> Messages.get("advice.undecided", words(limit), found);
          case FAILS -> Messages.get("advice.breaks", words(limit), found);
        };
    return new Check(state, words, Optional.of(limit));
  }

  /** The check of a limit of a measured value. */
  static Check check(Limit limit, Arm arm) {
    return check(SloResult.of(arm, new Slo(limit.metric(), limit.bound())));
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
        .orElseGet(() -> check(State.UNDECIDED, limit, none));
  }

  /** The interval of what a limit bounds, for a difference from the baseline. */
  static Optional<Interval> bounded(Limit limit, Difference difference) {
    return difference
        .interval()
        .map(it -> per(it, limit.of() == Of.ADDED ? 1 : difference.level()));
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
            .orElseGet(() -> Messages.get("advice.without-interval", at)));
  }

  /** Where a bound would have to be so that an arm drops out, a sentence. */
  static String dropsOut(String label, Limit limit, double at, String what) {
    return Messages.get(
        "advice.drops-out", subject(limit), label, text(limit, at), what, bound(limit));
  }

  /** Where a bound would have to be so that an arm that breaks it comes in, a sentence. */
  static String comesIn(String label, Limit limit, double at) {
    return Messages.get("advice.comes-in", subject(limit), label, text(limit, at), bound(limit));
  }

  private static String subject(Limit limit) {
    return switch (limit.of()) {
      case VALUE -> Messages.get("advice.objective", limit.metric().brief());
      case ADDED, ADDED_SHARE -> Messages.get("advice.limit", limit.metric().brief());
    };
  }

  /** The value at which an objective that an arm keeps would no longer be kept, a sentence. */
  static Optional<String> objective(Arm arm, Limit limit) {
    Metric metric = limit.metric();
    double[] values = arm.values(metric);
    if (values.length == 0 || metric.moreIsBetter()) {
      return Optional.empty();
    }
    if (metric == Metric.ERROR_RATIO) {
      return arm.errors()
          .map(it -> it.interval(CONFIDENCE).high())
          .map(at -> dropsOut(arm.label(), limit, at, Messages.get("advice.upper-end")));
    }
    return Optional.of(
        dropsOut(
            arm.label(),
            limit,
            Arrays.stream(values).max().orElseThrow(),
            Messages.get("advice.worst", ReportText.count(values.length, "valid run"))));
  }
}
