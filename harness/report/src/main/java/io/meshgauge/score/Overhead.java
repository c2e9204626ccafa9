package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.OrderStatistics;
import io.meshgauge.stats.Replicates;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Optional;

/**
 * The efficiency index of contenders against the baseline of their contest.
 *
 * <p>O = 100 · (R − R_baseline) / R_baseline with R the CPU of services and data plane per 1,000
 * requests. If O cannot be distinguished from 0, the index is not defined, because γ / O is
 * unbounded.
 *
 * @param index the factors
 * @param contest with the baseline, if it was measured
 */
record Overhead(EfficiencyIndex index, Contest contest) {
  private static final Metric CPU = Metric.CPU_SYSTEM;
  private static final List<Metric> METRICS = List.of(Metric.RESPONSE_P99, Metric.THROUGHPUT, CPU);

  Efficiency of(Contender contender) {
    for (Metric metric : METRICS) {
      if (contender.input().of(metric).isEmpty() && (metric != CPU || needsOverhead())) {
        return Efficiency.undefined(Messages.get("score.index-not-measured", metric.key()));
      }
    }
    double p99 = contender.median(Metric.RESPONSE_P99);
    if (p99 <= 0) {
      return Efficiency.undefined(Messages.get("score.index-without-latency"));
    }
    Optional<String> obstacle = needsOverhead() ? obstacle(contender) : Optional.empty();
    if (obstacle.isPresent()) {
      return Efficiency.undefined(obstacle.get());
    }
    double percent = needsOverhead() ? percent(contender) : Double.NaN;
    return Efficiency.of(index.terms(1000 * p99, contender.median(Metric.THROUGHPUT), percent));
  }

  private boolean needsOverhead() {
    return index.gamma() > 0;
  }

  private Optional<String> obstacle(Contender contender) {
    if (contender.variant().equals(contest.baseline())) {
      return Optional.of(Messages.get("score.index-of-baseline"));
    }
    Optional<Replicates> from = baseline();
    if (from.filter(it -> OrderStatistics.median(it.values()) > 0).isEmpty()) {
      return Optional.of(Messages.get("score.index-without-baseline", contest.baseline()));
    }
    double percent = percent(contender);
    if (percent <= 0) {
      return Optional.of(Messages.get("score.index-without-overhead", percent));
    }
    Difference difference = Difference.of(from.get(), contender.input().of(CPU).orElseThrow());
    if (!difference.isDifferent()) {
      return Optional.of(Messages.get("score.index-of-noise", percent, difference.blocks()));
    }
    return Optional.empty();
  }

  private Optional<Replicates> baseline() {
    return contest.usableBaseline().flatMap(it -> it.of(CPU));
  }

  private double percent(Contender contender) {
    return baseline()
        .map(it -> OrderStatistics.median(it.values()))
        .map(without -> 100 * (contender.median(CPU) - without) / without)
        .orElse(Double.NaN);
  }
}
