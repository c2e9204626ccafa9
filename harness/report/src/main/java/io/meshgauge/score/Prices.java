package io.meshgauge.score;

/**
 * Prices of what an application uses, in a currency of the reader's.
 *
 * @param coreHour of a core for an hour, at least 0
 * @param gibHour of a GiB of memory for an hour, at least 0
 */
public record Prices(double coreHour, double gibHour) {
  private static final double GIB = 1L << 30;
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double MILLION = 1e6;

  public Prices {
    if (!(coreHour >= 0 && gibHour >= 0 && coreHour + gibHour > 0)
        || Double.isInfinite(coreHour + gibHour)) {
      throw new IllegalArgumentException(
          "prices of %s for a core-hour and %s for a GiB-hour; expected numbers of at least 0, and one above 0"
              .formatted(coreHour, gibHour));
    }
  }

  /**
   * Price of an hour.
   *
   * @param cores paid for
   * @param bytes of memory
   */
  public double perHour(double cores, double bytes) {
    return cores * coreHour + bytes / GIB * gibHour;
  }

  /**
   * Price of what a million requests use: their CPU time, and the memory for as long as they take.
   *
   * @param cpuPerThousand CPU-s per 1000 requests
   * @param bytes of memory
   * @param rate completed requests per second, above 0
   */
  public double perMillion(double cpuPerThousand, double bytes, double rate) {
    return perHour(cpuPerThousand * rate / 1000, bytes) * MILLION / rate / SECONDS_PER_HOUR;
  }
}
