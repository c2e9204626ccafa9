package io.meshgauge.stats;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Change of a contrast from earlier sessions to a new one.
 *
 * <p>If the spread of equal sessions is known, the error is that of a prediction interval: sessions
 * differ in more than their blocks show. Noise of blocks is pooled over sessions, since few blocks
 * estimate it badly; a session whose blocks differ by more than that adds its excess, so that a
 * disturbed session finds less instead of raising an alarm. If the spread is unknown, the error is
 * that by the blocks of the sessions (Welch's test), which is too small.
 *
 * @param change mean of the new session minus the mean of the earlier ones' means, in ln
 * @param error of the change
 */
public record SessionChange(double change, StandardError error) {

  /**
   * An error of Student's distribution.
   *
   * @param standard standard error, at least 0
   * @param freedom degrees of freedom, above 0
   */
  public record StandardError(double standard, double freedom) {
    private double reach(double level) {
      return standard * TDistribution.of(freedom).inverseSurvivalProbability(level);
    }

    private double p(double distance) {
      if (standard == 0) {
        return distance > 0 ? 0 : 1;
      }
      return TDistribution.of(freedom).survivalProbability(distance / standard);
    }

    private double detectable(double level, double power) {
      return reach(level)
          + standard * TDistribution.of(freedom).inverseCumulativeProbability(power);
    }
  }

  /**
   * The change from earlier sessions to a new one.
   *
   * @param earlier blocks of each earlier session, at least one session of two blocks each
   * @param now blocks of the new session, at least two
   * @param between the spread of sessions, where it is known
   */
  public static SessionChange of(
      List<Moments> earlier, Moments now, Optional<BetweenSessions> between) {
    double change =
        now.mean() - earlier.stream().mapToDouble(Moments::mean).average().orElseThrow();
    return new SessionChange(change, error(earlier, now, between));
  }

  /**
   * Degrees of freedom by Satterthwaite. Without a known spread that is Welch's error, and of two
   * sessions Welch's own.
   */
  private static StandardError error(
      List<Moments> earlier, Moments now, Optional<BetweenSessions> between) {
    double shared = between.map(it -> it.ofDifference(earlier, now)).orElse(0.0);
    double squared = shared;
    double freedom = between.map(it -> shared * shared / (it.sessions() - 1)).orElse(0.0);
    double known = between.map(BetweenSessions::blockVariance).orElse(0.0);
    double share = 1.0 / earlier.size();
    List<Moments> all = Stream.concat(earlier.stream(), Stream.of(now)).toList();
    for (int i = 0; i < all.size(); i++) {
      Moments one = all.get(i);
      double weight = i < earlier.size() ? share * share : 1;
      double part = weight * Math.max(0, one.variance() - known) / one.n();
      squared += part;
      freedom += part * part / (one.n() - 1);
    }
    return new StandardError(
        Math.sqrt(squared), freedom == 0 ? now.n() - 1.0 : squared * squared / freedom);
  }

  /** Confidence interval of {@link #change}, confidence from 0 to 1. */
  public Interval interval(double confidence) {
    double reach = error.reach((1 - confidence) / 2);
    return new Interval(change - reach, change + reach);
  }

  /** One-sided p of the hypothesis that the true change is at most {@code margin}. */
  public double above(double margin) {
    return error.p(change - margin);
  }

  /** Whether the true change lies below {@code margin}, by a one-sided test at {@code level}. */
  public boolean below(double margin, double level) {
    return change + error.reach(level) < margin;
  }

  /**
   * The smallest true change that such sessions find above a margin.
   *
   * @param level of the one-sided test
   * @param power chance to find it
   */
  public double detectable(double margin, double level, double power) {
    return margin + error.detectable(level, power);
  }
}
