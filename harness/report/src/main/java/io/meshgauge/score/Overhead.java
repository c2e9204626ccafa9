package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.score.EfficiencyIndex.Terms;
import io.meshgauge.stats.Bootstrap;
import io.meshgauge.stats.NoiseFloor;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The efficiency index of contenders against one baseline.
 *
 * <p>O = 100 · (R − R_baseline) / R_baseline with R the CPU of services and data plane per 1,000
 * requests. If O cannot be distinguished from 0, the index is not defined, because γ / O is
 * unbounded.
 *
 * @param index the factors
 * @param baseline name of the baseline
 * @param from the baseline's medians, or null if it was not measured or may not be scored
 * @param cpuFloor noise floor of the CPU
 */
record Overhead(
    EfficiencyIndex index,
    String baseline,
    @Nullable Resampled from,
    Optional<NoiseFloor> cpuFloor) {
  static final Metric CPU = Metric.CPU_SYSTEM;
  static final List<Metric> METRICS = List.of(Metric.RESPONSE_P99, Metric.THROUGHPUT, CPU);
  private static final double TAIL = (1 - Bootstrap.CONFIDENCE) / 2;

  Efficiency of(Contender contender) {
    Resampled to = contender.resampled();
    for (Metric metric : METRICS) {
      if (!to.has(metric) && (metric != CPU || needsOverhead())) {
        return Efficiency.undefined("E needs %s, which was not measured".formatted(metric.key()));
      }
    }
    if (to.median(Metric.RESPONSE_P99) <= 0) {
      return Efficiency.undefined("E divides by the response time p99, which is 0");
    }
    Optional<String> obstacle = needsOverhead() ? obstacle(contender) : Optional.empty();
    if (obstacle.isPresent()) {
      return Efficiency.undefined(obstacle.get());
    }
    Terms terms = terms(to.median(Metric.RESPONSE_P99), to.median(Metric.THROUGHPUT), percent(to));
    return Efficiency.of(terms);
  }

  private boolean needsOverhead() {
    return index.gamma() > 0;
  }

  private Optional<String> obstacle(Contender contender) {
    if (contender.variant().equals(baseline)) {
      return Optional.of(
          "the baseline has no overhead over itself (O = 0), and E divides gamma by O");
    }
    if (from == null || !from.has(CPU) || from.median(CPU) <= 0) {
      return Optional.of(
          "E needs the CPU of the baseline '%s', of which no valid run has a value above 0"
              .formatted(baseline));
    }
    double percent = percent(contender.resampled());
    double difference = contender.resampled().median(CPU) - from.median(CPU);
    if (percent <= 0) {
      String text = "the CPU overhead O is %.1f %%, not above 0, and E divides gamma by O";
      return Optional.of(String.format(Locale.ROOT, text, percent));
    }
    if (cpuFloor.filter(floor -> floor.hides(difference)).isPresent()) {
      String text = "the CPU overhead O of %.1f %% is inside the noise floor, and E divides by it";
      return Optional.of(String.format(Locale.ROOT, text, percent));
    }
    long notAbove = countNotAboveZero(contender.resampled());
    if (notAbove > TAIL * Bootstrap.RESAMPLES) {
      String text =
          "the CPU overhead O of %.1f %% cannot be distinguished from 0 (not above it in %.1f %% of the"
              + " resamples), and E divides by it";
      return Optional.of(
          String.format(Locale.ROOT, text, percent, 100.0 * notAbove / Bootstrap.RESAMPLES));
    }
    return Optional.empty();
  }

  private Terms terms(double latencySeconds, double throughput, double percent) {
    return index.terms(1000 * latencySeconds, throughput, percent);
  }

  private long countNotAboveZero(Resampled to) {
    if (from == null) {
      return Bootstrap.RESAMPLES;
    }
    double[] with = to.means(CPU, cpu -> cpu);
    double[] without = from.means(CPU, cpu -> cpu);
    return IntStream.range(0, with.length)
        .filter(draw -> percent(with[draw], without[draw]) <= 0)
        .count();
  }

  private double percent(Resampled to) {
    return from == null ? Double.NaN : percent(to.median(CPU), from.median(CPU));
  }

  private static double percent(double with, double without) {
    return 100 * (with - without) / without;
  }
}
