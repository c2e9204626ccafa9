package io.meshgauge.report;

import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Run.WarmUp;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.LinearTrend;
import io.meshgauge.stats.Moments;
import io.meshgauge.stats.OrderStatistics;
import io.meshgauge.stats.Replicates;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether what was measured stood still: warm-ups that had not ended, windows whose halves differ,
 * deployments in which a service was slower than in the others, and a trend of the baseline over
 * the session.
 */
final class Steadiness {
  /** Difference of halves that is not chance, in standard errors (Georges et al. 2007). */
  private static final double STANDARD_ERRORS = 3;

  /** Share of an arm's runs that may be unsteady without a warning. */
  private static final double TOLERATED = 0.2;

  private static final int MIN_SECONDS = 8;

  /** CPU time of a service, relative to the other services, that a normal deployment never has. */
  private static final double SLOW_SERVICE = 1.3;

  /** The CPU time of smaller services is known too coarsely, as a share of all. */
  private static final double MIN_SERVICE = 0.1;

  private final PlanReport plan;

  /** Whether the arms of a block were measured in turns. */
  private final boolean inTurns;

  /** Logarithms of p50 by second, of all valid runs of a block. */
  private final Map<Integer, List<double[]>> blocks;

  private Steadiness(PlanReport plan, boolean inTurns) {
    this.plan = plan;
    this.inTurns = inTurns;
    blocks =
        plan.arms().stream()
            .flatMap(arm -> arm.valid().stream())
            .collect(
                Collectors.groupingBy(
                    run -> run.trial().replicate(),
                    Collectors.mapping(Steadiness::logs, Collectors.toList())));
  }

  /** Warnings about a plan; empty for plans whose load changes with time. */
  static List<Warning> warnings(PlanReport plan, Protocol protocol) {
    if (!plan.plan().isSteady()) {
      return List.of();
    }
    Steadiness steadiness = new Steadiness(plan, protocol.windowsOf(plan.plan()) > 1);
    List<Warning> found = new ArrayList<>();
    for (Arm arm : plan.arms()) {
      warmUp(arm).ifPresent(found::add);
      steadiness.halves(arm).ifPresent(found::add);
      slowServices(arm).forEach(found::add);
    }
    steadiness.trend().ifPresent(found::add);
    return found;
  }

  private static Optional<Warning> warmUp(Arm arm) {
    List<WarmUp> known = arm.valid().stream().flatMap(run -> run.warmUp().stream()).toList();
    List<WarmUp> open = known.stream().filter(warmUp -> !warmUp.settled()).toList();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Warning(
            arm.label(),
            Messages.get(
                "report.warning-warm-up", open.get(0).requests(), open.size(), known.size())));
  }

  /**
   * Services that used far more CPU time in one deployment of an arm than in its others. A service
   * is the same program in all of them; one in some hundred starts leaves its hottest code less
   * well compiled (decision 54). CPU time is compared as a ratio to the other services' of the
   * deployment, in which the speed of the machine cancels out.
   */
  private static List<Warning> slowServices(Arm arm) {
    SortedMap<String, SortedMap<Integer, Double>> ratios = new TreeMap<>();
    for (Run run : arm.valid()) {
      List<ResourceUse> services =
          run.resources().stream().filter(use -> use.part() == Part.APPLICATION).toList();
      double all = services.stream().mapToDouble(ResourceUse::cpuSeconds).sum();
      services.stream()
          .filter(use -> use.cpuSeconds() > MIN_SERVICE * all && use.cpuSeconds() < all)
          .forEach(
              use ->
                  ratios
                      .computeIfAbsent(use.container(), it -> new TreeMap<>())
                      .put(run.trial().replicate(), use.cpuSeconds() / (all - use.cpuSeconds())));
    }
    ratios.values().removeIf(byBlock -> byBlock.size() < Protocol.MIN_REPLICATES);
    List<Warning> found = new ArrayList<>();
    ratios.forEach(
        (service, byBlock) -> {
          double usual =
              OrderStatistics.median(
                  byBlock.values().stream().mapToDouble(Double::doubleValue).toArray());
          byBlock.forEach(
              (block, ratio) -> {
                if (ratio > SLOW_SERVICE * usual) {
                  found.add(slow(arm, service, block, ratio / usual));
                }
              });
        });
    return found;
  }

  private static Warning slow(Arm arm, String service, int block, double factor) {
    return new Warning(
        arm.label(), Messages.get("report.warning-slow-service", block, service, factor));
  }

  /** Windows of an arm whose second half is slower or faster than the first. */
  private Optional<Warning> halves(Arm arm) {
    List<Run> runs = arm.valid();
    double[] changes =
        runs.stream().map(this::change).flatMapToDouble(OptionalDouble::stream).toArray();
    if (changes.length <= TOLERATED * runs.size()) {
      return Optional.empty();
    }
    double largest =
        Arrays.stream(changes)
            .reduce(0, (one, other) -> Math.abs(other) > Math.abs(one) ? other : one);
    double change = 100 * Math.expm1(largest);
    return Optional.of(
        new Warning(
            arm.label(),
            inTurns
                ? Messages.get(
                    "report.warning-halves-in-turns", changes.length, runs.size(), change)
                : Messages.get("report.warning-halves", changes.length, runs.size(), change)));
  }

  /**
   * The change of log p50 from the first to the second half of a run's seconds; empty if it is
   * within chance or the margin, or if there are too few seconds. Where arms are measured in turns,
   * what they have in common is subtracted.
   */
  private OptionalDouble change(Run run) {
    double[] logs = logs(run);
    if (logs.length < MIN_SECONDS) {
      return OptionalDouble.empty();
    }
    if (inTurns) {
      List<double[]> block =
          blocks.getOrDefault(run.trial().replicate(), List.of()).stream()
              .filter(other -> other.length == logs.length)
              .toList();
      for (int i = 0; i < logs.length; i++) {
        int second = i;
        logs[i] -= block.stream().mapToDouble(other -> other[second]).average().orElse(0);
      }
    }
    int half = logs.length / 2;
    Moments first = Moments.of(Arrays.copyOf(logs, half));
    Moments second = Moments.of(Arrays.copyOfRange(logs, half, logs.length));
    double change = second.mean() - first.mean();
    double error = Math.hypot(first.standardError(), second.standardError());
    boolean notable =
        Math.abs(change) > STANDARD_ERRORS * error
            && Math.abs(change) > Math.log1p(Comparison.MARGIN);
    return notable ? OptionalDouble.of(change) : OptionalDouble.empty();
  }

  private static double[] logs(Run run) {
    return run.seconds().stream()
        .mapToDouble(SecondSample::p50Seconds)
        .filter(p50 -> p50 > 0)
        .map(Math::log)
        .toArray();
  }

  /** A trend of the baseline's p50 over the blocks, in so far as it is beyond chance and margin. */
  private Optional<Warning> trend() {
    List<Replicates> baselines =
        plan.arms().stream()
            .filter(arm -> arm.variant().isBaseline() || arm.variant().isControl())
            .flatMap(arm -> arm.replicates(Metric.RESPONSE_P50).stream())
            .toList();
    SortedMap<Integer, List<Double>> blocks = new TreeMap<>();
    for (Replicates baseline : baselines) {
      baseline
          .byBlock()
          .forEach((block, p50) -> blocks.computeIfAbsent(block, it -> new ArrayList<>()).add(p50));
    }
    if (blocks.size() < LinearTrend.MIN_VALUES) {
      return Optional.empty();
    }
    double[] logs =
        blocks.values().stream()
            .mapToDouble(
                of -> of.stream().mapToDouble(p50 -> Math.log(p50)).average().orElseThrow())
            .toArray();
    LinearTrend trend = LinearTrend.of(logs);
    double over = trend.slope() * (logs.length - 1);
    if (trend.p() > Comparison.LEVEL || Math.abs(over) < Math.log1p(Comparison.MARGIN)) {
      return Optional.empty();
    }
    String consequence =
        inTurns
            ? Messages.get("report.trend-in-turns")
            : Messages.get("report.trend-one-by-one", 100 * Math.expm1(Math.abs(trend.slope())));
    return Optional.of(
        new Warning(
            Messages.get("report.plan", plan.name()),
            Messages.get(
                "report.warning-trend",
                100 * Math.expm1(over),
                logs.length,
                trend.p(),
                consequence)));
  }
}
