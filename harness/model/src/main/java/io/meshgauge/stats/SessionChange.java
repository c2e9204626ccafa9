package io.meshgauge.stats;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Change of a contrast from earlier sessions to a new one.
 *
 * <p>Two errors are known of it: that by the blocks of the sessions (Welch's test), and that by the
 * spread of sessions that are equal (a prediction interval). The blocks do not show what sessions
 * differ in, and few sessions may look alike by chance, so the wider of the two counts everywhere.
 *
 * @param change mean of the new session minus the mean of the earlier ones' means, in ln
 * @param blocks error by the blocks alone
 * @param sessions error by the spread of sessions; empty where that is unknown
 */
public record SessionChange(double change, StandardError blocks, Optional<StandardError> sessions) {

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
    return new SessionChange(
        change,
        welch(earlier, now),
        between.map(
            it ->
                new StandardError(Math.sqrt(it.ofDifference(earlier, now)), it.sessions() - 1.0)));
  }

  /** Welch's error, degrees of freedom by Satterthwaite; that of two sessions is Welch's own. */
  private static StandardError welch(List<Moments> earlier, Moments now) {
    double share = 1.0 / earlier.size();
    double squared = 0;
    double freedom = 0;
    List<Moments> all = Stream.concat(earlier.stream(), Stream.of(now)).toList();
    for (int i = 0; i < all.size(); i++) {
      Moments one = all.get(i);
      double weight = i < earlier.size() ? share * share : 1;
      double part = weight * one.variance() / one.n();
      squared += part;
      freedom += part * part / (one.n() - 1);
    }
    return new StandardError(
        Math.sqrt(squared), freedom == 0 ? now.n() - 1.0 : squared * squared / freedom);
  }

  private Stream<StandardError> errors() {
    return Stream.concat(Stream.of(blocks), sessions.stream());
  }

  /** Confidence interval of {@link #change}, confidence from 0 to 1. */
  public Interval interval(double confidence) {
    double reach = reach((1 - confidence) / 2);
    return new Interval(change - reach, change + reach);
  }

  private double reach(double level) {
    return errors().mapToDouble(it -> it.reach(level)).max().orElseThrow();
  }

  /** One-sided p of the hypothesis that the true change is at most {@code margin}. */
  public double above(double margin) {
    return errors().mapToDouble(it -> it.p(change - margin)).max().orElseThrow();
  }

  /** Whether the true change lies below {@code margin}, by a one-sided test at {@code level}. */
  public boolean below(double margin, double level) {
    return change + reach(level) < margin;
  }

  /**
   * The smallest true change that such sessions find above a margin.
   *
   * @param level of the one-sided test
   * @param power chance to find it
   */
  public double detectable(double margin, double level, double power) {
    return margin + errors().mapToDouble(it -> it.detectable(level, power)).max().orElseThrow();
  }
}
