package io.meshgauge.score;

import java.util.Locale;

/**
 * The efficiency index of the studies: E = α / L_p99 + β · T + γ / O (Glavchev, Hlavchev, Panchenko
 * 2025).
 *
 * <p>Units as in their tables: L_p99 in milliseconds, T in requests per second, O in percent of CPU
 * over the baseline. The three terms have different dimensions and sizes, so the factors determine
 * which one dominates: the terms are reported separately. Higher is better.
 *
 * @param alpha factor of 1/L, at least 0, in ms
 * @param beta factor of T, at least 0, in s per request
 * @param gamma factor of 1/O, at least 0, in percent
 */
public record EfficiencyIndex(double alpha, double beta, double gamma) {
  public EfficiencyIndex {
    boolean usable = alpha >= 0 && beta >= 0 && gamma >= 0 && alpha + beta + gamma > 0;
    if (!usable || Double.isInfinite(alpha + beta + gamma)) {
      throw new IllegalArgumentException(
          "efficiency index with alpha %s, beta %s, gamma %s; expected numbers of at least 0, one above"
              .formatted(alpha, beta, gamma));
    }
  }

  /**
   * The three terms of E.
   *
   * @param latency α / L_p99
   * @param throughput β · T
   * @param overhead γ / O
   */
  public record Terms(double latency, double throughput, double overhead) {
    /** E itself. */
    public double sum() {
      return latency + throughput + overhead;
    }
  }

  /**
   * The terms of one variant.
   *
   * @param latencyMillis response time p99, above 0
   * @param throughput completed requests per second
   * @param overheadPercent CPU over the baseline in percent, above 0; ignored if γ = 0
   * @throws IllegalArgumentException if a quotient is not defined
   */
  public Terms terms(double latencyMillis, double throughput, double overheadPercent) {
    if (!(latencyMillis > 0)) {
      throw new IllegalArgumentException(
          "E of a p99 of %s ms; expected a latency above 0".formatted(latencyMillis));
    }
    if (gamma > 0 && !(overheadPercent > 0)) {
      throw new IllegalArgumentException(
          "E of an overhead of %s %%; expected one above 0, because O divides gamma"
              .formatted(overheadPercent));
    }
    return new Terms(
        alpha / latencyMillis, beta * throughput, gamma > 0 ? gamma / overheadPercent : 0);
  }

  /** The formula with its numbers and units, for the report. */
  public String formula() {
    return String.format(
        Locale.ROOT,
        "E = %s / L_p99 [ms] + %s * T [req/s] + %s / O [%% CPU over baseline]",
        alpha,
        beta,
        gamma);
  }
}
