package io.meshgauge.report;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Replicates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Selects the comparisons of a plan. */
final class Contrasts {
  private final List<Arm> arms;
  private final Map<Metric, NoiseFloor> floors;

  /**
   * The contrasts of a plan.
   *
   * @param arms those with a valid run, the control not among them
   * @param floors of every difference, since they are those of the baseline
   */
  Contrasts(List<Arm> arms, Map<Metric, NoiseFloor> floors) {
    this.arms = List.copyOf(arms);
    this.floors = floors;
  }

  /** Every variant against the baseline; empty where the baseline is missing. */
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
      List<Arm> variants =
          arms.stream()
              .filter(
                  arm -> plainest(arm).filter(it -> it.name().equals(reference.name())).isPresent())
              .toList();
      all.addAll(compare(variants, reference));
    }
    return all;
  }

  private Optional<Arm> plainest(Arm arm) {
    return arms.stream()
        .filter(other -> other.variant().isPartOf(arm.variant()))
        .min(Comparator.comparing(other -> other.variant().choices().size()))
        .filter(other -> !other.variant().isBaseline());
  }

  /** Compares variants with one arm; each metric is a separate family of tests. */
  private List<Contrast> compare(List<Arm> variants, Arm reference) {
    List<List<Comparison>> found = variants.stream().map(arm -> newList()).toList();
    for (Metric metric : Metric.values()) {
      Optional<Replicates> from = reference.replicates(metric);
      List<Integer> compared = new ArrayList<>();
      List<Comparison> family = new ArrayList<>();
      for (int i = 0; i < variants.size(); i++) {
        Optional<Replicates> to = variants.get(i).replicates(metric);
        if (from.isPresent() && to.isPresent()) {
          compared.add(i);
          Optional<NoiseFloor> floor = Optional.ofNullable(floors.get(metric));
          family.add(Comparison.of(metric, from.get(), to.get(), floor));
        }
      }
      List<Comparison> adjusted = Comparison.family(family);
      for (int i = 0; i < adjusted.size(); i++) {
        found.get(compared.get(i)).add(adjusted.get(i));
      }
    }
    List<Contrast> contrasts = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      contrasts.add(new Contrast(variants.get(i), reference, found.get(i)));
    }
    return contrasts;
  }

  private static List<Comparison> newList() {
    return new ArrayList<>();
  }
}
