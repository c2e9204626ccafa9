package io.meshgauge.evidence.window;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.RequestKind.Denial;
import io.meshgauge.topology.Guarantees.Refusals;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which of the plans' requests a mesh must refuse by itself. It follows from what the plans send
 * and from the kind of policy, never from the rules in use: a wrong rule must be found out.
 */
public final class PolicyDenials {
  private PolicyDenials() {}

  /** Why requests get no further than the policy where the load enters. */
  static Set<Denial> denials(Refusals refusals) {
    return switch (refusals) {
      case NONE, BY_CALLER -> EnumSet.noneOf(Denial.class);
      case WITHOUT_TOKEN -> EnumSet.of(Denial.TOKEN);
      case BY_ROLE -> EnumSet.of(Denial.TOKEN, Denial.ROLE);
      case BY_ATTRIBUTE -> EnumSet.of(Denial.TOKEN, Denial.ROLE, Denial.ATTRIBUTE);
    };
  }

  /** The results of those that get further. */
  public static Predicate<LabelResult> passing(Refusals refusals) {
    Set<Denial> denied = denials(refusals);
    return label -> !denied.contains(label.kind().denial());
  }

  /** How many of them were sent. */
  public static long sent(Refusals refusals, LoadResult load) {
    return load.labels().stream()
        .filter(passing(refusals).negate())
        .mapToLong(LabelResult::sent)
        .sum();
  }
}
