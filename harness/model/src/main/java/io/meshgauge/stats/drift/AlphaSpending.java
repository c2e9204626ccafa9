package io.meshgauge.stats.drift;

/**
 * How a soak watches: what it may be wrong by, over how many series, and from when on.
 *
 * <p>The chance of one or more false alarms in the whole soak is spent over its series (alike,
 * Bonferroni) and over the looks at each of them: look k may spend {@code c/((k+c−1)(k+c))} of a
 * series' part, which sums to 1 however long the soak goes on, so that none has to know its end.
 *
 * @param falseAlarms chance of a false alarm in the whole soak, above 0, below 1
 * @param series how many series are watched, at least 1
 * @param settlingHours time at the start that is not looked at: compilers and heaps grow into their
 *     size; at least 0
 */
public record AlphaSpending(double falseAlarms, int series, double settlingHours) {
  /** One soak in a hundred. */
  public static final double FALSE_ALARMS = 0.01;

  /** The settled windows of the first look. */
  static final int FIRST_LOOK = 20;

  /** Looks are so much farther apart each time. */
  private static final double NEXT_LOOK = 1.2;

  /** The larger, the more evenly looks are paid. */
  private static final double EVEN = 8;

  public AlphaSpending {
    if (!(falseAlarms > 0 && falseAlarms < 1) || series < 1 || !(settlingHours >= 0)) {
      throw new IllegalArgumentException(
          "watch at a false alarm in %s of soaks, over %d series, settled after %s h; expected a"
                  .formatted(falseAlarms, series, settlingHours)
              + " chance between 0 and 1, one series or more, and a time of at least 0 h");
    }
  }

  /** {@value #FALSE_ALARMS} over so many series. */
  public static AlphaSpending over(int series, double settlingHours) {
    return new AlphaSpending(FALSE_ALARMS, series, settlingHours);
  }

  /** The p below which look {@code k}, from 1 on, is certain. */
  double level(int k) {
    return falseAlarms / series * EVEN / ((k + EVEN - 1) * (k + EVEN));
  }

  /** The settled windows of the look after one at {@code windows}; 0 asks for the first. */
  static int lookAfter(int windows) {
    return windows == 0 ? FIRST_LOOK : (int) Math.ceil(windows * NEXT_LOOK);
  }
}
