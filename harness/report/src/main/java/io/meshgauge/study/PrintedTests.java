package io.meshgauge.study;

import io.meshgauge.measure.Amounts;
import io.meshgauge.stats.EffectSize;
import io.meshgauge.stats.Moments;
import io.meshgauge.stats.Welch;
import io.meshgauge.study.Claims.Figure;
import io.meshgauge.study.Claims.Result;
import io.meshgauge.study.Claims.Statistic;
import io.meshgauge.study.Recomputation.State;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Printed results of tests against those that the printed means and deviations give, by Welch's
 * test and by Student's. A statistic follows if rounding of means and deviations can explain it: it
 * lies within the range over both ends of each.
 */
record PrintedTests(Study study) {
  List<Recomputation> all() {
    List<Recomputation> found = new ArrayList<>();
    for (Statistic statistic : study.claims().statistics()) {
      for (Value to : study.values(statistic.quantity())) {
        if (to.system().equals(statistic.system())) {
          study
              .value(to.group(), study.reference(), statistic.quantity())
              .ifPresent(from -> found.addAll(check(statistic, from, to)));
        }
      }
    }
    return found;
  }

  private List<Recomputation> check(Statistic statistic, Value from, Value to) {
    String subject =
        Messages.get(
            "study.against", study.quantity(to.quantity()).title(), to.system(), from.system());
    String place = study.claim(statistic.line());
    if (from.moments().isEmpty() || to.moments().isEmpty()) {
      return List.of(
          new Recomputation(
              State.NOT_COMPUTABLE,
              Messages.get("study.test-of", subject),
              Messages.get("study.test-not-computable"),
              place));
    }
    List<Corner> corners = corners(from, to);
    List<Recomputation> found = new ArrayList<>();
    for (Result result : Result.values()) {
      Figure figure = statistic.figures().get(result);
      if (figure != null) {
        found.add(recomputed(result, figure, subject, place, corners));
      }
    }
    return found;
  }

  private static Recomputation recomputed(
      Result result, Figure figure, String subject, String place, List<Corner> corners) {
    boolean signed = result == Result.LOW || result == Result.HIGH;
    double printed = signed ? figure.value() : Math.abs(figure.value());
    double rounding = Value.half(figure.decimals()) * (1 + 1e-9);
    boolean follows = false;
    List<String> words = new ArrayList<>();
    for (DoubleSummaryStatistics range : ranges(result, corners)) {
      follows |=
          figure.below()
              ? range.getMin() < printed
              : printed >= range.getMin() - rounding && printed <= range.getMax() + rounding;
      words.add(Amounts.range(number(range.getMin()), number(range.getMax())));
    }
    String own =
        words.size() == 1
            ? words.get(0)
            : Messages.get("study.two-tests", words.get(0), words.get(1));
    return Recomputation.of(
        follows,
        Messages.get("study.of", name(result), subject),
        Messages.get("study.statistic", own, figure.below() ? "< " : "", Arithmetic.plain(printed)),
        place);
  }

  private static String name(Result result) {
    return switch (result) {
      case T -> "t";
      case P -> "p";
      case DEGREES -> Messages.get("study.degrees");
      case COHENS_D -> Messages.get("study.cohens-d");
      case STANDARD_ERROR -> Messages.get("study.standard-error");
      case LOW -> Messages.get("study.low-end");
      case HIGH -> Messages.get("study.high-end");
    };
  }

  /** By Welch's test and, where it differs, by Student's. */
  private static List<DoubleSummaryStatistics> ranges(Result result, List<Corner> corners) {
    return switch (result) {
      case T -> List.of(range(corners, it -> Math.abs(it.welch().t())));
      case DEGREES ->
          List.of(
              range(corners, it -> it.welch().degreesOfFreedom()),
              range(corners, Corner::pooledDegrees));
      case P -> List.of(range(corners, it -> it.welch().p()), range(corners, Corner::pooledP));
      case COHENS_D -> List.of(range(corners, it -> Math.abs(it.effect().cohensD())));
      case STANDARD_ERROR ->
          List.of(range(corners, it -> it.welch().meanDifference() / it.welch().t()));
      case LOW -> List.of(range(corners, it -> it.welch().interval().low()));
      case HIGH -> List.of(range(corners, it -> it.welch().interval().high()));
    };
  }

  private static String number(double value) {
    return value != 0 && Math.abs(value) < 0.001
        ? String.format(Locale.ROOT, "%.1e", value)
        : Amounts.fixed(value, 3);
  }

  private static DoubleSummaryStatistics range(
      List<Corner> corners, ToDoubleFunction<Corner> what) {
    return corners.stream().mapToDouble(what).summaryStatistics();
  }

  private static List<Corner> corners(Value from, Value to) {
    List<Corner> corners = new ArrayList<>();
    for (Moments before : ends(from)) {
      for (Moments after : ends(to)) {
        Welch.of(before, after)
            .ifPresent(
                welch ->
                    EffectSize.of(before, after)
                        .ifPresent(
                            effect -> corners.add(new Corner(before, after, welch, effect))));
      }
    }
    return corners;
  }

  private static List<Moments> ends(Value value) {
    Moments printed = value.moments().orElseThrow();
    if (!value.replicates().isEmpty()) {
      return List.of(printed);
    }
    List<Moments> ends = new ArrayList<>();
    for (double mean : around(printed.mean(), value.rounding())) {
      for (double deviation : around(printed.standardDeviation(), value.deviationRounding())) {
        double positive = Math.max(0, deviation);
        ends.add(new Moments(printed.n(), mean, positive * positive));
      }
    }
    return ends;
  }

  private static double[] around(double value, double rounding) {
    return new double[] {value - rounding, value, value + rounding};
  }

  /** A choice of means and deviations within their rounding. */
  private record Corner(Moments from, Moments to, Welch welch, EffectSize effect) {
    double pooledDegrees() {
      return from.n() + to.n() - 2.0;
    }

    double pooledP() {
      double error = Math.sqrt(1.0 / from.n() + 1.0 / to.n());
      double t = Math.abs(effect.cohensD()) / error;
      return 2 * TDistribution.of(pooledDegrees()).survivalProbability(t);
    }
  }
}
