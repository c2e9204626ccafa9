package io.meshgauge.report;

import io.meshgauge.experiment.Slo;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Failures;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Proportion;
import io.meshgauge.stats.Summary;
import io.meshgauge.text.Messages;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Result of one objective for one variant under one plan. It must hold over all valid runs together
 * and in each of them, because every run is a separate deployment.
 *
 * @param variant column of the report
 * @param plan row of the report
 * @param slo the objective
 * @param value over all valid runs, in the metric's unit: share of all requests, percentile of all
 *     response times, or median of the runs; empty if there is none
 * @param state kept, broken, undecided, or not measured
 * @param passes whether the criterion of the build is met; for an undecided objective, whether the
 *     measured values are within the limit
 * @param found the measured values, as text
 */
public record SloResult(
    String variant,
    String plan,
    Slo slo,
    OptionalDouble value,
    State state,
    boolean passes,
    String found) {
  private static final double CONFIDENCE = 0.95;

  /** States of an objective. */
  public enum State {
    KEPT,
    BROKEN,
    /** Too few requests to decide. */
    UNDECIDED,
    NOT_MEASURED;

    /** Label printed in tables. */
    public String key() {
      return ReportText.of(this);
    }
  }

  /** Evaluates an objective over the valid runs of an arm. */
  public static SloResult of(Arm arm, Slo slo) {
    double[] values = arm.values(slo.metric());
    if (values.length == 0) {
      return new SloResult(
          arm.name(),
          arm.plan().name(),
          slo,
          OptionalDouble.empty(),
          State.NOT_MEASURED,
          false,
          Messages.get("report.slo-not-measured"));
    }
    Judge judge = new Judge(arm, slo, values);
    if (judge.loads().size() < values.length) {
      return judge.ofRuns();
    }
    return slo.metric() == Metric.ERROR_RATIO
        ? judge.ofRatio()
        : Quantile.of(slo.metric()).map(judge::ofPercentile).orElseGet(() -> judge.ofRuns());
  }

  private record Judge(Arm arm, Slo slo, double[] values) {
    List<LoadResult> loads() {
      return arm.loads();
    }

    private double worst() {
      DoubleStream all = Arrays.stream(values);
      return (slo.metric().moreIsBetter() ? all.min() : all.max()).orElseThrow();
    }

    /** Evaluates a ratio: all requests are one sample. */
    SloResult ofRatio() {
      Proportion all = arm.errors().orElseGet(() -> new Proportion(0, 1));
      Interval interval = all.interval(CONFIDENCE);
      State state = interval.low() > slo.limit() ? State.BROKEN : State.UNDECIDED;
      String words =
          Messages.get(
              "report.slo-ratio",
              all.hits(),
              all.trials(),
              text(all.value()),
              100 * CONFIDENCE,
              text(interval.low()),
              text(interval.high()),
              text(worst()),
              runs());
      State found = slo.keptBy(interval.high()) ? State.KEPT : state;
      return result(all.value(), found, words + Failures.causes(arm));
    }

    /** Evaluates a percentile: over all response times, and in each run. */
    SloResult ofPercentile(Quantile quantile) {
      double together = quantile.together(loads());
      String words = Messages.get("report.slo-percentile", text(together), runs(), text(worst()));
      long fewest = quantile.fewest(loads());
      if (fewest < quantile.needed()) {
        return result(
            together,
            State.UNDECIDED,
            Messages.get("report.slo-too-few", words, fewest, quantile.needed()));
      }
      return result(together, within(together) ? State.KEPT : State.BROKEN, words);
    }

    SloResult ofRuns() {
      double median = Summary.of(values).median();
      return result(
          median,
          within(median) ? State.KEPT : State.BROKEN,
          Messages.get("report.slo-median", text(median), runs(), text(worst())));
    }

    private boolean within(double all) {
      return slo.keptBy(all) && slo.keptBy(worst());
    }

    private SloResult result(double value, State state, String words) {
      boolean passes = state == State.KEPT || (state == State.UNDECIDED && passing(value));
      return new SloResult(
          arm.name(), arm.plan().name(), slo, OptionalDouble.of(value), state, passes, words);
    }

    /**
     * Whether the criterion is met. A ratio is evaluated over all deployments together, because it
     * varies between them by chance.
     */
    private boolean passing(double value) {
      return slo.metric() == Metric.ERROR_RATIO ? slo.keptBy(value) : within(value);
    }

    private String text(double value) {
      return Amounts.text(slo.metric().unit(), value);
    }

    private String runs() {
      return Messages.count(values.length, "report.of-valid-run");
    }
  }

  /** The objective as text, for example {@code Response time p99 at most 50.0 ms}. */
  public String objective() {
    String metric = slo.metric().title();
    String limit = Amounts.text(slo.metric().unit(), slo.limit());
    return slo.metric().moreIsBetter()
        ? Messages.get("report.slo-at-least", metric, limit)
        : Messages.get("report.slo-at-most", metric, limit);
  }

  /** One sentence: objective, state and measured values. */
  public String words() {
    return Messages.get("report.slo", objective(), state.key(), found);
  }

  /** The result as a criterion of the build. */
  public CriterionResult asCriterion() {
    return new CriterionResult(variant, plan, criterion(slo), passes, words());
  }

  /** Name of the criterion, without the limit: test pages follow a criterion by its name. */
  static String criterion(Slo slo) {
    return "slo " + slo.metric().key();
  }
}
