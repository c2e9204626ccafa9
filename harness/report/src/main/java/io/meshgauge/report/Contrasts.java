package io.meshgauge.report;

import io.meshgauge.attribution.Attribution;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Replicates;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Selects the comparisons of a plan. */
final class Contrasts {
  private final List<Arm> arms;
  private final Optional<Arm> control;
  private final Map<Metric, NoiseFloor> floors;
  private final double level;
  private final Topology topology;

  /**
   * The contrasts of a plan.
   *
   * @param arms those with a valid run
   * @param floors of every difference, since they are those of the baseline
   * @param level of the two-sided tests
   * @param topology services that the plan's load reaches
   */
  Contrasts(List<Arm> arms, Map<Metric, NoiseFloor> floors, double level, Topology topology) {
    this.level = level;
    this.topology = topology;
    this.arms = arms.stream().filter(arm -> !arm.variant().isControl()).toList();
    this.control = arms.stream().filter(arm -> arm.variant().isControl()).findFirst();
    this.floors = floors;
  }

  /**
   * Every variant against the baseline, of which both measurements count; empty where the baseline
   * is missing.
   */
  List<Contrast> withBaseline() {
    List<Arm> variants = arms.stream().filter(arm -> !arm.variant().isBaseline()).toList();
    return arms.stream()
        .filter(arm -> arm.variant().isBaseline())
        .flatMap(baseline -> compare(variants, baseline).stream())
        .toList();
  }

  /**
   * Every variant with additions compared with the arm of the same mesh that has the fewest: the
   * cost of a policy, telemetry or a setting. Arms of the baseline's mesh are compared with the
   * baseline already.
   */
  List<Contrast> additions() {
    List<Contrast> all = new ArrayList<>();
    for (Arm reference : arms) {
      List<Arm> variants = arms.stream().filter(arm -> isAddition(arm, reference)).toList();
      all.addAll(compare(variants, reference));
    }
    return all;
  }

  /**
   * Every pair of variants that is in neither {@link #withBaseline} nor {@link #additions}: the
   * later arm of the experiment against the earlier one. All pairs are one family for each metric.
   */
  List<Contrast> pairs() {
    List<Arm> variants = arms.stream().filter(arm -> !arm.variant().isBaseline()).toList();
    List<Pair> pairs = new ArrayList<>();
    for (Arm reference : variants) {
      for (Arm arm : variants.subList(variants.indexOf(reference) + 1, variants.size())) {
        if (!isAddition(arm, reference) && !isAddition(reference, arm)) {
          pairs.add(new Pair(arm, reference));
        }
      }
    }
    return compare(pairs);
  }

  private boolean isAddition(Arm arm, Arm reference) {
    return plainest(arm).filter(it -> it.name().equals(reference.name())).isPresent();
  }

  private record Pair(Arm arm, Arm reference) {}

  private Optional<Arm> plainest(Arm arm) {
    return arms.stream()
        .filter(other -> other.variant().isPartOf(arm.variant()))
        .min(Comparator.comparing(other -> other.variant().choices().size()))
        .filter(other -> !other.variant().isBaseline());
  }

  private List<Contrast> compare(List<Arm> variants, Arm reference) {
    return compare(variants.stream().map(arm -> new Pair(arm, reference)).toList());
  }

  /** Each metric is a family of its own: all pairs that a reader looks through together. */
  private List<Contrast> compare(List<Pair> pairs) {
    Map<Pair, List<Comparison>> found = new LinkedHashMap<>();
    pairs.forEach(pair -> found.put(pair, new ArrayList<>()));
    for (Metric metric : Metric.values()) {
      Map<Pair, Comparison> family = new LinkedHashMap<>();
      for (Pair pair : pairs) {
        comparison(pair, metric).ifPresent(comparison -> family.put(pair, comparison));
      }
      Iterator<Comparison> decided = Comparison.family(List.copyOf(family.values())).iterator();
      family.keySet().forEach(pair -> Objects.requireNonNull(found.get(pair)).add(decided.next()));
    }
    return found.entrySet().stream()
        .map(
            it ->
                new Contrast(
                    it.getKey().arm(),
                    it.getKey().reference(),
                    it.getValue(),
                    attributions(it.getKey())))
        .toList();
  }

  private List<Attribution> attributions(Pair pair) {
    List<List<Run>> references = new ArrayList<>(List.of(pair.reference().valid()));
    if (pair.reference().variant().isBaseline()) {
      control.ifPresent(arm -> references.add(arm.valid()));
    }
    return Stream.of(
            Attribution.ofTime(references, pair.arm().valid(), topology),
            Attribution.ofCpu(references, pair.arm().valid()))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Comparison> comparison(Pair pair, Metric metric) {
    Optional<Replicates> to = pair.arm().replicates(metric);
    Optional<Replicates> from = pair.reference().replicates(metric);
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.empty();
    }
    List<Replicates> references = new ArrayList<>(List.of(from.get()));
    if (pair.reference().variant().isBaseline()) {
      control.flatMap(arm -> arm.replicates(metric)).ifPresent(references::add);
    }
    Optional<NoiseFloor> floor = Optional.ofNullable(floors.get(metric));
    return Optional.of(Comparison.of(metric, references, to.get(), floor).at(level));
  }
}
