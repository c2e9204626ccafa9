package io.meshgauge.report;

import io.meshgauge.measure.Metric;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Added response time against added cost: the arms that no arm of equal promises improves on. */
public final class Front {
  private final PlanReport plan;
  private final Metric latency;
  private final Metric cost;

  private Front(PlanReport plan, Metric latency, Metric cost) {
    this.plan = plan;
    this.latency = latency;
    this.cost = cost;
  }

  /**
   * One variant against the baseline.
   *
   * @param arm the variant
   * @param promises what it guarantees
   * @param latency added response time, s
   * @param cost added CPU or memory, in the unit of its metric
   * @param beatenBy an arm of equal promises that is better in one of the two, by the verdict of
   *     their comparison, and better or equivalent in the other; empty for an arm on the front
   */
  public record Row(
      Arm arm, String promises, Difference latency, Difference cost, Optional<String> beatenBy) {}

  /** All variants with both metrics, in the order of the experiment. */
  static List<Row> of(PlanReport plan, Metric latency, Metric cost) {
    Front front = new Front(plan, latency, cost);
    return plan.contrasts().stream().flatMap(it -> front.row(it).stream()).toList();
  }

  private Optional<Row> row(Contrast contrast) {
    Arm arm = contrast.arm();
    Optional<Difference> slower = contrast.on(latency).map(Comparison::difference);
    Optional<Difference> dearer = contrast.on(cost).map(Comparison::difference);
    if (slower.isEmpty() || dearer.isEmpty()) {
      return Optional.empty();
    }
    String promises = Promises.words(arm);
    Optional<String> beatenBy =
        plan.contrasts().stream()
            .map(Contrast::arm)
            .filter(other -> !other.name().equals(arm.name()))
            .filter(other -> Promises.words(other).equals(promises))
            .filter(other -> improvesOn(other, arm))
            .map(Arm::name)
            .findFirst();
    return Optional.of(new Row(arm, promises, slower.get(), dearer.get(), beatenBy));
  }

  private boolean improvesOn(Arm other, Arm arm) {
    List<Verdict> verdicts =
        Stream.of(latency, cost).flatMap(it -> verdict(other, arm, it).stream()).toList();
    return verdicts.size() == 2
        && verdicts.contains(Verdict.LOWER)
        && verdicts.stream().allMatch(it -> it == Verdict.LOWER || it == Verdict.EQUIVALENT);
  }

  private Optional<Verdict> verdict(Arm arm, Arm reference, Metric metric) {
    return Stream.concat(plan.pairs().stream(), plan.additions().stream())
        .flatMap(
            it -> {
              boolean forward = is(it, arm, reference);
              return forward || is(it, reference, arm)
                  ? it
                      .on(metric)
                      .map(Comparison::verdict)
                      .map(v -> forward ? v : v.turned())
                      .stream()
                  : Stream.empty();
            })
        .findFirst();
  }

  private static boolean is(Contrast contrast, Arm arm, Arm reference) {
    return contrast.arm().name().equals(arm.name())
        && contrast.reference().name().equals(reference.name());
  }
}
