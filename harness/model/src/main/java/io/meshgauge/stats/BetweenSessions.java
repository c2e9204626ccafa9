package io.meshgauge.stats;

import java.util.List;

/**
 * How much the means of equal sessions differ. The blocks of one session do not show it: they share
 * the hour, the start of the machine and the deployment of its programs.
 *
 * @param variance of the sessions' means
 * @param sessions that it was estimated from, at least 2
 * @param blockVariance of the blocks within a session, pooled
 * @param perBlock mean of 1 / blocks over the sessions: the part of {@code blockVariance} in {@code
 *     variance}
 */
public record BetweenSessions(
    double variance, int sessions, double blockVariance, double perBlock) {

  /** With fewer sessions Student's quantile is above 4. */
  public static final int MINIMUM_SESSIONS = 3;

  /**
   * The spread of some sessions of one environment and load.
   *
   * @param sessions the blocks of each, at least two sessions
   */
  public static BetweenSessions of(List<Moments> sessions) {
    double[] means = sessions.stream().mapToDouble(Moments::mean).toArray();
    double freedom = sessions.stream().mapToDouble(it -> it.n() - 1.0).sum();
    double squares = sessions.stream().mapToDouble(it -> (it.n() - 1) * it.variance()).sum();
    return new BetweenSessions(
        Moments.of(means).variance(),
        means.length,
        freedom == 0 ? 0 : squares / freedom,
        sessions.stream().mapToDouble(it -> 1.0 / it.n()).average().orElseThrow());
  }

  /** The same with variances of another contrast, such as one with the mean of two baselines. */
  public BetweenSessions scaled(double factor) {
    return new BetweenSessions(variance * factor, sessions, blockVariance * factor, perBlock);
  }

  /** Standard deviation of what sessions differ in, without the blocks' part; 0 at least. */
  public double deviation() {
    return Math.sqrt(Math.max(0, variance - blockVariance * perBlock));
  }

  /**
   * Variance of the difference of a new session from the mean of earlier ones: that between
   * sessions, and that of all their blocks.
   *
   * @param earlier the earlier sessions, at least one
   * @param now the new session
   */
  double ofDifference(List<Moments> earlier, Moments now) {
    double one = 1.0 / earlier.size();
    double blocks =
        1.0 / now.n() + one * one * earlier.stream().mapToDouble(it -> 1.0 / it.n()).sum();
    return deviation() * deviation() * (1 + one) + blockVariance * blocks;
  }
}
