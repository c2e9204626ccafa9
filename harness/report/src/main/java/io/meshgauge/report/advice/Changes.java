package io.meshgauge.report.advice;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.advice.Candidate.Check;
import io.meshgauge.report.advice.Candidate.State;
import io.meshgauge.score.Choice;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.OrderStatistics;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What would change advice: a weight, a limit, more blocks.
 *
 * @param order candidates that do not fail, best score first
 */
record Changes(PlanReport plan, UsageProfile profile, Choice choice, List<Candidate> order) {

  /**
   * A sentence for each change.
   *
   * @param decided whether one candidate is first by the test
   */
  List<String> all(boolean decided, List<Candidate> candidates) {
    List<String> changes = new ArrayList<>();
    if (order.size() > 1) {
      changes.add(weight());
    }
    if (!decided && order.size() > 1) {
      choice
          .lead(order.get(0).variant(), order.get(1).variant())
          .flatMap(Changes::precision)
          .ifPresent(changes::add);
    }
    for (Candidate candidate : order) {
      if (candidate.equals(order.get(0)) || candidate.state() == State.UNDECIDED) {
        dropsOut(candidate).forEach(changes::add);
      }
    }
    changes.addAll(comesIn(plan, candidates));
    capacity().ifPresent(changes::add);
    return changes;
  }

  private String weight() {
    String first = order.get(0).label();
    return choice
        .turn(order.get(0).variant())
        .map(
            it ->
                Messages.get(
                    "advice.weights",
                    it.metric().brief(),
                    Amounts.fixed(it.to(), 2),
                    Amounts.fixed(it.from(), 2),
                    label(it.variant()),
                    first))
        .orElseGet(() -> Messages.get("advice.no-weight", first));
  }

  private String label(String variant) {
    return plan.arm(variant).map(Arm::label).orElse(variant);
  }

  private static Optional<String> precision(Difference lead) {
    OptionalDouble detectable = lead.detectable(Comparison.LEVEL);
    return detectable.isEmpty()
        ? Optional.empty()
        : Optional.of(Messages.get("advice.precision", Amounts.fixed(detectable.getAsDouble(), 3)));
  }

  private List<String> dropsOut(Candidate candidate) {
    List<String> found = new ArrayList<>();
    Arm arm = plan.arm(candidate.variant()).orElseThrow();
    for (Check check : candidate.checks()) {
      if (check.limit().isEmpty() || check.state() != State.MEETS) {
        continue;
      }
      Limit limit = check.limit().get();
      Optional<String> sentence =
          limit.of() == Of.VALUE
              ? Limits.objective(arm, limit)
              : added(plan, candidate.variant(), limit)
                  .map(
                      it ->
                          Limits.dropsOut(
                              candidate.label(),
                              limit,
                              it.high(),
                              Messages.get("advice.upper-end")));
      sentence.filter(it -> !found.contains(it)).ifPresent(found::add);
    }
    return found;
  }

  /** The interval of what a limit bounds, for a difference from the baseline. */
  private static Optional<Interval> added(PlanReport plan, String variant, Limit limit) {
    return plan.contrast(variant)
        .flatMap(it -> it.on(limit.metric()))
        .flatMap(it -> Limits.bounded(limit, it.difference()));
  }

  /** Limits that alone keep a candidate out, and where they would let it in. */
  static List<String> comesIn(PlanReport plan, List<Candidate> all) {
    List<String> found = new ArrayList<>();
    for (Candidate candidate : all) {
      List<Check> failed =
          candidate.checks().stream().filter(it -> it.state() == State.FAILS).toList();
      if (failed.stream().allMatch(it -> it.limit().filter(l -> l.of() != Of.VALUE).isPresent())) {
        for (Check check : failed) {
          Limit limit = check.limit().orElseThrow();
          added(plan, candidate.variant(), limit)
              .map(it -> Limits.comesIn(candidate.label(), limit, it.high()))
              .ifPresent(found::add);
        }
      }
    }
    return found;
  }

  /** The measured capacity of the first candidate. */
  private Optional<String> capacity() {
    return plan.arm(order.get(0).variant())
        .flatMap(it -> it.replicates(Metric.CAPACITY))
        .map(
            it ->
                Messages.get(
                    "advice.capacity",
                    order.get(0).label(),
                    Amounts.text(Metric.CAPACITY.unit(), OrderStatistics.median(it.values()))));
  }
}
