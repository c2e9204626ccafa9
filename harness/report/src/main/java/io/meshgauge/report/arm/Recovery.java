package io.meshgauge.report.arm;

import io.meshgauge.experiment.KnownAmount;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.measure.Warning;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Replicates;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A known amount that an arm adds to every request, and what the session measured of it.
 *
 * @param arm the arm that adds it
 * @param reference the same arm without it
 * @param amount what is added
 * @param added per request, in the unit of the amount's metric
 * @param difference of the two arms in that unit, within blocks
 */
public record Recovery(
    Arm arm, Arm reference, KnownAmount amount, double added, Difference difference) {

  /** Whether the interval contains the amount; empty without an interval. */
  public Optional<Boolean> recovered() {
    return difference.interval().map(it -> it.contains(added));
  }

  /** A warning where the interval does not contain the amount. */
  public Optional<Warning> warning() {
    Unit unit = amount.metric().unit();
    return difference
        .interval()
        .filter(it -> !it.contains(added))
        .map(
            it ->
                new Warning(
                    arm.name(),
                    Messages.get(
                        "report.warning-known-amount",
                        Amounts.text(unit, added),
                        Amounts.text(unit, difference.absolute()),
                        Amounts.interval(unit, it.low(), it.high()),
                        amount.metric().brief())));
  }

  /** All known amounts of a plan's arms, in their order. */
  public static List<Recovery> of(List<Arm> arms) {
    List<Recovery> found = new ArrayList<>();
    for (Arm arm : arms) {
      for (KnownAmount amount : KnownAmount.values()) {
        OptionalDouble added = amount.in(arm.variant());
        if (added.isPresent()) {
          arms.stream()
              .filter(other -> !other.variant().isControl())
              .filter(other -> KnownAmount.alone(arm.variant(), other.variant()))
              .findFirst()
              .flatMap(reference -> of(arms, arm, reference, amount, added.getAsDouble()))
              .ifPresent(found::add);
        }
      }
    }
    return List.copyOf(found);
  }

  private static Optional<Recovery> of(
      List<Arm> arms, Arm arm, Arm reference, KnownAmount amount, double added) {
    List<Replicates> references = new ArrayList<>();
    for (Arm other : arms) {
      if (other.name().equals(reference.name())
          || (reference.variant().isBaseline() && other.variant().isControl())) {
        other.replicates(amount.metric()).ifPresent(references::add);
      }
    }
    return arm.replicates(amount.metric())
        .filter(to -> !references.isEmpty())
        .filter(to -> Difference.shareBlocks(references, to))
        .map(to -> new Recovery(arm, reference, amount, added, Difference.inUnits(references, to)));
  }
}
