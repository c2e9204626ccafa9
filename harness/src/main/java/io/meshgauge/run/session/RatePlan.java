package io.meshgauge.run.session;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * The rate chosen from a capacity probe, with the reason.
 *
 * <p>The probe (nearly) saturates the machine: CPU per request is busy cores over completed
 * requests per second. The rate is the one at which that cost fills a share of the machine. A
 * request costs more at a low rate, because each one wakes sleeping threads: about 50 % more on two
 * cores. So the measured window stays below half of the machine, and no latency is measured at
 * saturation (methodology rule 4). The report warns otherwise.
 *
 * @param requestsPerSecond the rate for all arms
 * @param succeeding share of the requests that are meant to succeed
 * @param explanation how it was found, for the report
 */
public record RatePlan(double requestsPerSecond, double succeeding, String explanation) {
  /** Arrivals are random: a window of exactly the needed length has too few in half of the runs. */
  private static final double RESERVE = 1.1;

  /** A window becomes at most so many times longer: the time is that of blocks too. */
  private static final int MOST = 2;

  /**
   * Computes the rate from a probe.
   *
   * @param arm the probed arm
   * @param capacity completed requests per second in closed loop
   * @param busyCores busy cores of the machine meanwhile
   * @param cores cores of the machine
   * @param percent share of the machine that the slowest arm may use at the chosen rate
   * @param succeeding share of the requests that are meant to succeed
   */
  public static RatePlan of(
      String arm, double capacity, double busyCores, double cores, int percent, double succeeding) {
    double cpuPerRequest = busyCores / capacity;
    double exact = percent / 100.0 * cores / cpuPerRequest;
    double rate = rounded(Math.max(1, exact));
    return new RatePlan(
        rate,
        succeeding,
        String.format(
            Locale.ROOT,
            "Rate %.0f req/s for all arms: the capacity probe of %s completed %.0f req/s with %.1f"
                + " of %.0f cores busy; by that cost %.0f req/s fill about %d %% of the machine, and"
                + " less than half with what a request costs more when it is alone.",
            rate,
            arm,
            capacity,
            busyCores,
            cores,
            rate,
            Math.round(rate * cpuPerRequest / cores * 100)));
  }

  /**
   * An experiment at this rate. Windows of a session that is planned by its time become longer, if
   * they would hold too few answers for p99.
   */
  public Experiment applied(Experiment experiment) {
    Experiment rated = experiment.with(experiment.protocol().atRate(requestsPerSecond));
    if (rated.protocol().time().isEmpty()) {
      return rated;
    }
    Experiment longer =
        rated.with(
            rated.plans().stream()
                .map(it -> it.hasRate() ? it.during(window(it, rated.protocol())) : it)
                .toList());
    return longer.equals(rated) ? rated : Forecast.fitted(longer);
  }

  /** Long enough for p99, in at least as many equal windows of whole seconds as before. */
  private Duration window(Plan plan, Protocol protocol) {
    long needed = Quantile.of(Metric.RESPONSE_P99).orElseThrow().needed();
    long exact =
        (long) Math.ceil(RESERVE * needed / (protocol.rateOf(plan).orElseThrow() * succeeding));
    long planned = plan.duration().toSeconds();
    return LongStream.rangeClosed(Math.max(exact, planned), planned * MOST)
        .mapToObj(seconds -> plan.during(Duration.ofSeconds(seconds)))
        .filter(longer -> protocol.windowsOf(longer) >= protocol.windowsOf(plan))
        .findFirst()
        .map(Plan::duration)
        .orElse(plan.duration());
  }

  /** Rounds down to two significant digits: a rate that is easy to remember and type. */
  private static double rounded(double exact) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(exact)) - 1));
    // The epsilon keeps 34999.999, a rounding error of 35000, from becoming 34000.
    return Math.floor(exact / unit + 1e-6) * unit;
  }
}
