package io.meshgauge.run.session;

import java.util.Locale;

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
 * @param explanation how it was found, for the report
 */
public record RatePlan(double requestsPerSecond, String explanation) {
  /**
   * Computes the rate from a probe.
   *
   * @param arm the probed arm
   * @param capacity completed requests per second in closed loop
   * @param busyCores busy cores of the machine meanwhile
   * @param cores cores of the machine
   * @param percent share of the machine that the slowest arm may use at the chosen rate
   */
  public static RatePlan of(
      String arm, double capacity, double busyCores, double cores, int percent) {
    double cpuPerRequest = busyCores / capacity;
    double exact = percent / 100.0 * cores / cpuPerRequest;
    double rate = rounded(Math.max(1, exact));
    return new RatePlan(
        rate,
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

  /** Rounds down to two significant digits: a rate that is easy to remember and type. */
  private static double rounded(double exact) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(exact)) - 1));
    // The epsilon keeps 34999.999, a rounding error of 35000, from becoming 34000.
    return Math.floor(exact / unit + 1e-6) * unit;
  }
}
