package io.meshgauge.report;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Added response time p99 against added CPU: the arms that no arm of equal promises improves on.
 */
public final class Front {
  private static final List<Metric> AXES = List.of(Metric.RESPONSE_P99, Metric.CPU_SYSTEM);

  private final PlanReport plan;

  private Front(PlanReport plan) {
    this.plan = plan;
  }

  /**
   * One variant against the baseline.
   *
   * @param arm the variant
   * @param promises what it guarantees
   * @param p99 added response time p99, s
   * @param cpu added CPU of services and data plane, CPU-s per 1000 requests
   * @param beatenBy an arm of equal promises that is better in one of the two, by the verdict of
   *     their comparison, and better or equivalent in the other; empty for an arm on the front
   */
  public record Row(
      Arm arm, String promises, Difference p99, Difference cpu, Optional<String> beatenBy) {}

  /** All variants with both metrics, in the order of the experiment. */
  static List<Row> of(PlanReport plan) {
    Front front = new Front(plan);
    return plan.contrasts().stream().flatMap(it -> front.row(it).stream()).toList();
  }

  private Optional<Row> row(Contrast contrast) {
    Arm arm = contrast.arm();
    Optional<Difference> p99 = contrast.on(AXES.get(0)).map(Comparison::difference);
    Optional<Difference> cpu = contrast.on(AXES.get(1)).map(Comparison::difference);
    if (p99.isEmpty() || cpu.isEmpty()) {
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
    return Optional.of(new Row(arm, promises, p99.get(), cpu.get(), beatenBy));
  }

  private boolean improvesOn(Arm other, Arm arm) {
    List<Verdict> verdicts =
        AXES.stream().flatMap(metric -> verdict(other, arm, metric).stream()).toList();
    return verdicts.size() == AXES.size()
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
