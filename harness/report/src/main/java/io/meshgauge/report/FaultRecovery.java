package io.meshgauge.report;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.measure.Amounts;
import io.meshgauge.stats.Bootstrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recovery of an arm from each injection of one fault.
 *
 * @param act what was done
 * @param disturbances each time, in the order of time; never empty
 */
public record FaultRecovery(SoakAct act, List<Disturbance> disturbances) {
  public FaultRecovery {
    disturbances = List.copyOf(disturbances);
  }

  /**
   * Seconds, or requests, over all times.
   *
   * @param median of those times that came to an end
   * @param most the worst of them
   */
  public record Spread(double median, double most) {
    private static Spread of(Stream<? extends @Nullable Number> values) {
      double[] known =
          values.filter(Objects::nonNull).mapToDouble(Number::doubleValue).sorted().toArray();
      return known.length == 0
          ? new Spread(Double.NaN, Double.NaN)
          : new Spread(Bootstrap.median(known), known[known.length - 1]);
    }
  }

  /** What was done to an arm, by what it was. */
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

  /** How often it was done. */
  public int times() {
    return disturbances.size();
  }

  /** Seconds until the victim said again that it is ready. */
  public Spread back() {
    return Spread.of(disturbances.stream().map(Disturbance::backSeconds));
  }

  /**
   * Seconds until requests were as before; of those times only when they were within the window.
   */
  public Spread recovered() {
    return Spread.of(disturbances.stream().map(Disturbance::recoveredSeconds));
  }

  /** Requests that failed in such a window. */
  public Spread failed() {
    return Spread.of(disturbances.stream().map(Disturbance::failed));
  }

  /** Seconds of the p99 of the worst second, over those times in which there was one. */
  public Spread worst() {
    return Spread.of(disturbances.stream().map(Disturbance::worstP99Seconds));
  }

  /** Seconds of the p99 of a usual second, over those times in which there was one. */
  public Spread usual() {
    return Spread.of(disturbances.stream().map(Disturbance::usualP99Seconds));
  }

  /** How often requests were not as before until the window's end. */
  public int open() {
    return (int) disturbances.stream().filter(it -> it.recoveredSeconds() == null).count();
  }

  /** In one sentence. */
  String words() {
    String recovered =
        times() == open()
            ? "requests were not as before within any window"
            : String.format(
                Locale.ROOT,
                "requests as before after %.0f s (at most %.0f s)%s",
                recovered().median(),
                recovered().most(),
                open() == 0
                    ? ""
                    : ", %s not within the window".formatted(ReportText.count(open(), "time")));
    return String.format(
        Locale.ROOT,
        "On purpose, %s: %s after %s (at most %s), %s, failed requests %.0f (at most %.0f); p99 of the worst second %s, usually %s: median of %s.",
        act.describe(),
        act.done(),
        Amounts.duration(back().median()),
        Amounts.duration(back().most()),
        recovered,
        failed().median(),
        failed().most(),
        Amounts.duration(worst().median()),
        Amounts.duration(usual().median()),
        ReportText.count(times(), "time"));
  }
}
