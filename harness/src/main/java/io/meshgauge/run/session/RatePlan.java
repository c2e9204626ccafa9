package io.meshgauge.run.session;

import java.util.Locale;

/**
 * The rate chosen from a capacity probe, and why.
 *
 * <p>In the probe the machine was (nearly) saturated: CPU per request is what was busy over what
 * was completed. The rate is the one at which that cost fills a share of the machine. A request
 * costs more where requests are rare and every one of them wakes sleepers, about half as much again
 * on two cores: so the measured window stays below half of the machine, and latency is not quoted
 * at saturation (methodology rule 4). The report warns where it does not.
 *
 * @param requestsPerSecond the rate for all arms
 * @param words how it was found, for the report
 */
public record RatePlan(double requestsPerSecond, String words) {
  /**
   * The rate that follows from a probe.
   *
   * @param arm the arm that was probed
   * @param capacity completed requests per second in closed loop
   * @param busyCores cores of the machine that were busy meanwhile
   * @param cores cores of the machine
   * @param percent share of the machine the slowest arm may fill at the chosen rate
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

  /** Two significant digits, downwards: a rate people can remember and type. */
  private static double rounded(double exact) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(exact)) - 1));
    // A hair is added, so that 35000 that came out as 34999.999 is not taken for 34000.
    return Math.floor(exact / unit + 1e-6) * unit;
  }
}
