package io.meshgauge.report.advice;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.Choice;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far the first of several measured candidates leads, and what would change that.
 *
 * @param order candidates with their scores, best first; at least one
 */
record Lead(UsageProfile profile, Choice choice, List<Candidate> order) {

  /** Why no candidate can be preferred to all others; empty if the first can. */
  Optional<String> close() {
    List<String> first = choice.unbeaten();
    List<Candidate> unbeaten = order.stream().filter(it -> first.contains(it.variant())).toList();
    if (unbeaten.size() > 1) {
      String labels = ReportText.list(unbeaten.stream().map(Candidate::scoreWords).toList());
      return Optional.of(
          alike(labels, order.size())
              + unbeaten.stream()
                  .filter(it -> !it.equals(order.get(0)))
                  .findFirst()
                  .flatMap(this::over)
                  .map(it -> " (" + it + ")")
                  .orElse(""));
    }
    if (order.size() == 1) {
      return Optional.empty();
    }
    double lead = to(order.get(1)).map(Difference::absolute).orElse(0.0);
    return lead < profile.margin()
        ? Optional.of(
            Messages.get(
                "advice.below-margin",
                order.get(0).scoreWords(),
                order.get(1).scoreWords(),
                Amounts.fixed(profile.margin(), 3)))
        : Optional.empty();
  }

  /** An interval of one lead may exclude 0 where the test of all pairs together does not decide. */
  private static String alike(String labels, int candidates) {
    int pairs = candidates * (candidates - 1) / 2;
    return pairs > 1
        ? Messages.get("advice.alike-corrected", labels, pairs)
        : Messages.get("advice.alike", labels);
  }

  private Optional<Difference> to(Candidate other) {
    return choice.lead(order.get(0).variant(), other.variant());
  }

  private Optional<String> over(Candidate other) {
    return to(other)
        .map(
            it ->
                Messages.get(
                    "advice.lead",
                    order.get(0).label(),
                    other.label(),
                    Amounts.fixed(it.absolute(), 3)
                        + it.interval()
                            .map(
                                range ->
                                    " "
                                        + Amounts.bracketed(
                                            range.low(),
                                            range.high(),
                                            end -> Amounts.fixed(end, 3)))
                            .orElse(""),
                    ReportText.count(it.blocks(), "block")));
  }

  /** The place of the first candidate, with its lead. */
  String place() {
    return order.size() == 1
        ? Messages.get("advice.only")
        : Messages.get(
            "advice.first-with-lead",
            order.size(),
            over(order.get(1)).orElseGet(() -> Messages.get("advice.no-lead")));
  }

  /**
   * A weight and a precision that would change the order, a sentence each.
   *
   * @param decided whether the first is recommended
   */
  List<String> changes(boolean decided) {
    List<String> changes = new ArrayList<>();
    if (order.size() > 1) {
      changes.add(weight());
      OptionalDouble detectable =
          to(order.get(1))
              .map(it -> it.detectable(Comparison.LEVEL))
              .orElse(OptionalDouble.empty());
      if (!decided && detectable.isPresent()) {
        changes.add(Messages.get("advice.precision", Amounts.fixed(detectable.getAsDouble(), 3)));
      }
    }
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

  /** The baseline takes part in the choice and is no candidate. */
  private String label(String variant) {
    return order.stream()
        .filter(it -> it.variant().equals(variant))
        .map(Candidate::label)
        .findFirst()
        .orElse(variant);
  }
}
