package io.meshgauge.stats.drift;

/**
 * Alpha-spending of a soak: probability of false alarms, number of series, settling time.
 *
 * <p>The probability of one or more false alarms in the whole soak is divided equally over its
 * series (Bonferroni) and over the looks at each of them: look k spends {@code c/((k+c−1)(k+c))} of
 * a series' part, which sums to 1 for any number of looks, so the end need not be known.
 *
 * @param falseAlarms probability of a false alarm in the whole soak, above 0, below 1
 * @param series number of watched series, at least 1
 * @param settlingHours excluded time at the start, in which compilers and heaps settle; at least 0
 */
public record AlphaSpending(double falseAlarms, int series, double settlingHours) {
  /** Default probability: one soak in a hundred. */
  public static final double FALSE_ALARMS = 0.01;

  /** Settled windows at the first look. */
  static final int FIRST_LOOK = 20;

  /** Factor between the windows of one look and the next. */
  private static final double LOOK_FACTOR = 1.2;

  /** Constant c of the spending function; larger values spend more evenly. */
  private static final double EVENNESS = 8;

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
    return falseAlarms / series * EVENNESS / ((k + EVENNESS - 1) * (k + EVENNESS));
  }

  /** The settled windows of the look after one at {@code windows}; 0 asks for the first. */
  static int lookAfter(int windows) {
    return windows == 0 ? FIRST_LOOK : (int) Math.ceil(windows * LOOK_FACTOR);
  }
}
