package io.meshgauge.run;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Replicates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Differences between any two arms in p50, p99 and CPU that the runs so far do not decide: their
 * interval contains 0, and reaches farther than a margin to either side.
 */
final class OpenQuestions {
  private static final List<Metric> PRIMARY =
      List.of(Metric.RESPONSE_P50, Metric.RESPONSE_P99, Metric.CPU_SYSTEM);

  private final Experiment experiment;
  private final List<Run> runs;

  OpenQuestions(Experiment experiment, List<Run> runs) {
    this.experiment = experiment;
    this.runs = runs.stream().filter(Run::valid).toList();
  }

  /**
   * A difference that is not decided.
   *
   * @param pair for example {@code istio-mtls against baseline}, with the plan if there are several
   * @param metric that differs or not
   * @param replicates after which it probably will be decided
   */
  record Question(String pair, Metric metric, int replicates) {}

  /**
   * Says by pair of arms what is open and how long it would take.
   *
   * @param open at least one question
   * @param done replicates that were measured
   * @param pace time of one replicate
   * @return for example {@code envoy against baseline: p50 3 min, p99 10 min; …}
   */
  static String minutes(List<Question> open, int done, Duration pace) {
    return open.stream()
        .collect(
            Collectors.groupingBy(
                Question::pair,
                LinkedHashMap::new,
                Collectors.mapping(
                    question ->
                        "%s %d min"
                            .formatted(
                                question.metric().brief(),
                                Math.max(
                                    1,
                                    pace.multipliedBy(question.replicates() - done).toMinutes())),
                    Collectors.joining(", "))))
        .entrySet()
        .stream()
        .map(pair -> pair.getKey() + ": " + pair.getValue())
        .collect(Collectors.joining("; "));
  }

  /**
   * All open questions.
   *
   * @param margin as a ratio − 1
   * @param level of the two-sided tests
   */
  List<Question> at(double margin, double level) {
    List<Question> open = new ArrayList<>();
    List<Variant> arms = experiment.variants();
    for (Plan plan : experiment.plans()) {
      for (Metric metric : PRIMARY) {
        for (int of = 1; of < arms.size(); of++) {
          for (int against = 0; against < of; against++) {
            ask(plan, metric, arms.get(of), arms.get(against), margin, level, open);
          }
        }
      }
    }
    return List.copyOf(open);
  }

  private void ask(
      Plan plan,
      Metric metric,
      Variant arm,
      Variant reference,
      double margin,
      double level,
      List<Question> open) {
    Optional<Difference> difference = difference(plan, metric, arm, reference, level);
    int needed = difference.map(it -> blocksToDecide(it, margin)).orElse(0);
    if (needed > 0) {
      String pair = "%s against %s".formatted(arm.name(), reference.name());
      String under = experiment.plans().size() > 1 ? " under plan " + plan.name() : "";
      open.add(new Question(pair + under, metric, needed));
    }
  }

  /** Blocks after which an undecided difference is decided; 0 where it is. */
  private static int blocksToDecide(Difference difference, double margin) {
    int needed = difference.blocksToDecide(margin).orElse(0);
    return !difference.isDifferent() && needed > difference.blocks() ? needed : 0;
  }

  private Optional<Difference> difference(
      Plan plan, Metric metric, Variant arm, Variant reference, double level) {
    Optional<Replicates> to = replicates(plan, metric, arm);
    List<Replicates> from = new ArrayList<>();
    replicates(plan, metric, reference).ifPresent(from::add);
    if (reference.isBaseline() && experiment.protocol().noiseFloor()) {
      replicates(plan, metric, reference.asControl()).ifPresent(from::add);
    }
    return to.isEmpty() || from.isEmpty()
        ? Optional.empty()
        : Optional.of(Difference.of(from, to.get()).at(level));
  }

  /**
   * What is known so far of each arm against the baseline, a line each.
   *
   * @param margin as a ratio − 1
   * @param level of the two-sided tests
   * @param pace time of one replicate
   */
  List<String> standing(double margin, double level, Duration pace) {
    List<String> lines = new ArrayList<>();
    for (Plan plan : experiment.plans()) {
      for (Variant arm : experiment.variants()) {
        List<String> parts = new ArrayList<>();
        for (Metric metric : PRIMARY) {
          experiment.variants().stream()
              .filter(reference -> reference.isBaseline() && !arm.isBaseline())
              .flatMap(it -> difference(plan, metric, arm, it, level).stream())
              .flatMap(it -> standing(metric, it, blocksToDecide(it, margin), pace).stream())
              .forEach(parts::add);
        }
        if (!parts.isEmpty()) {
          String under = experiment.plans().size() > 1 ? " under plan " + plan.name() : "";
          lines.add("%s%s: %s".formatted(arm.name(), under, String.join(", ", parts)));
        }
      }
    }
    return lines;
  }

  /** A difference with its interval; empty without one. */
  private static Optional<String> standing(
      Metric metric, Difference difference, int needed, Duration pace) {
    if (difference.relative().isEmpty()) {
      return Optional.empty();
    }
    double relative = difference.relative().getAsDouble();
    return difference
        .relativeInterval()
        .map(
            it ->
                String.format(
                    Locale.ROOT,
                    "%s %+.1f %% (%+.1f to %+.1f%s)",
                    metric.brief(),
                    100 * relative,
                    100 * it.low(),
                    100 * it.high(),
                    needed == 0
                        ? ""
                        : "; decides in about %d min"
                            .formatted(
                                Math.max(
                                    1,
                                    pace.multipliedBy((long) needed - difference.blocks())
                                        .toMinutes()))));
  }

  /** Empty where a percentile has too few values beyond it in some run. */
  private Optional<Replicates> replicates(Plan plan, Metric metric, Variant arm) {
    List<Run> own =
        runs.stream()
            .filter(run -> run.trial().plan().equals(plan))
            .filter(run -> run.trial().variant().name().equals(arm.name()))
            .toList();
    SortedMap<Integer, Double> byBlock = Run.byReplicate(own, metric);
    return byBlock.isEmpty()
        ? Optional.empty()
        : Optional.of(new Replicates(byBlock, Run.byRound(own, metric)));
  }
}
