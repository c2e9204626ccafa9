package io.meshgauge.evidence.window;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which of the plans' requests a mesh must refuse by itself. It follows from what the plans send
 * and from the kind of policy, never from the rules in use: a wrong rule must be found out.
 */
public final class PolicyDenials {
  /** Sent with a role that does not suffice. */
  static final String FORBIDDEN = "forbidden";

  /** Sent with a role that suffices and attributes that do not. */
  static final String RISKY = "risky";

  /** Sent without a token. */
  public static final String UNAUTHENTICATED = "unauthenticated";

  private PolicyDenials() {}

  /** Names of the requests that get no further than the policy where the load enters. */
  static List<String> labels(Refusals refusals) {
    return switch (refusals) {
      case NONE, BY_CALLER -> List.of();
      case WITHOUT_TOKEN -> List.of(UNAUTHENTICATED);
      case BY_ROLE -> List.of(FORBIDDEN, UNAUTHENTICATED);
      case BY_ATTRIBUTE -> List.of(FORBIDDEN, RISKY, UNAUTHENTICATED);
    };
  }

  /** The results of those that get further. */
  public static Predicate<LabelResult> passing(Refusals refusals) {
    return label -> !labels(refusals).contains(label.label());
  }

  /** How many requests for a service its policy must have refused: some where the load enters. */
  public static long before(String service, Refusals refusals, LoadResult load) {
    return service.equals(Topology.ENTRY) ? sent(refusals, load) : 0;
  }

  /** How many of them were sent. */
  public static long sent(Refusals refusals, LoadResult load) {
    return load.labels().stream()
        .filter(passing(refusals).negate())
        .mapToLong(LabelResult::sent)
        .sum();
  }
}
