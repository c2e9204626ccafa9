package io.meshgauge.report;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.measure.Amounts;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.stats.OrderStatistics;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recovery of an arm from each injection of one fault.
 *
 * @param act kind of fault
 * @param disturbances one per injection, in order of time; at least one
 */
public record FaultRecovery(SoakAct act, List<Disturbance> disturbances) {
  public FaultRecovery {
    disturbances = List.copyOf(disturbances);
  }

  /**
   * Seconds, or requests, over all injections with a value; NaN if there is none.
   *
   * @param median median
   * @param worst maximum
   */
  public record Spread(double median, double worst) {
    private static Spread of(Stream<? extends @Nullable Number> values) {
      double[] known =
          values.filter(Objects::nonNull).mapToDouble(Number::doubleValue).sorted().toArray();
      return known.length == 0
          ? new Spread(Double.NaN, Double.NaN)
          : new Spread(OrderStatistics.median(known), known[known.length - 1]);
    }
  }

  /** Recovery of an arm, by kind of fault. */
  static List<FaultRecovery> of(SoakRecord record) {
    List<FaultRecovery> all = new ArrayList<>();
    for (SoakAct act : SoakAct.values()) {
      List<Disturbance> those =
          record.disturbances().stream().filter(it -> it.act() == act).toList();
      if (!those.isEmpty()) {
        all.add(new FaultRecovery(act, those));
      }
    }
    return all;
  }

  /** Number of injections. */
  public int times() {
    return disturbances.size();
  }

  /** Seconds until the target was ready again. */
  public Spread ready() {
    return Spread.of(disturbances.stream().map(Disturbance::backSeconds));
  }

  /**
   * Seconds until requests were at their level before the fault, over injections with recovery
   * within the window.
   */
  public Spread recovered() {
    return Spread.of(disturbances.stream().map(Disturbance::recoveredSeconds));
  }

  /** Failed requests in the window of the fault. */
  public Spread failed() {
    return Spread.of(disturbances.stream().map(Disturbance::failed));
  }

  /** p99 of the worst second, in seconds. */
  public Spread worst() {
    return Spread.of(disturbances.stream().map(Disturbance::worstP99Seconds));
  }

  /** Median p99 of the seconds before the fault, in seconds. */
  public Spread before() {
    return Spread.of(disturbances.stream().map(Disturbance::usualP99Seconds));
  }

  /** Number of injections without recovery within the window. */
  public int unrecovered() {
    return (int) disturbances.stream().filter(it -> it.recoveredSeconds() == null).count();
  }

  /** Summary in one sentence. */
  String words() {
    return Messages.get(
        "report.fault",
        act.describe(),
        act.done(),
        Amounts.duration(ready().median()),
        Amounts.duration(ready().worst()),
        recoveredWords(),
        failed().median(),
        failed().worst(),
        Amounts.duration(worst().median()),
        Amounts.duration(before().median()),
        ReportText.count(times(), "time"));
  }

  private String recoveredWords() {
    if (times() == unrecovered()) {
      return Messages.get("report.fault-not-recovered");
    }
    Spread seconds = recovered();
    return unrecovered() == 0
        ? Messages.get("report.fault-recovered", seconds.median(), seconds.worst())
        : Messages.get(
            "report.fault-partly-recovered",
            seconds.median(),
            seconds.worst(),
            ReportText.count(unrecovered(), "time"));
  }
}
