package io.meshgauge.config;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.SoakSettings;
import java.util.List;

/**
 * What makes an experiment a soak, and what follows: nothing is compared, each variant is deployed
 * once and measured for hours.
 */
final class SoakRules {
  private SoakRules() {}

  /** Whether the plan is a soak, which no other plan goes with. */
  static boolean soaks(List<Value> plans) {
    return plans.size() == 1 && name(plans.get(0)).equals(Plan.SOAK);
  }

  private static String name(Value plan) {
    if (plan instanceof Value.Mapping mapping) {
      Value.Entry name = mapping.entries().get("name");
      return name == null ? "" : name(name.value());
    }
    return plan instanceof Value.Scalar scalar ? scalar.text() : "";
  }

  /** Refuses a soak beside other plans, and what cannot be done to an arm on a cluster. */
  static void check(List<Plan> plans, PlatformKind platform, Place place, Problems problems) {
    for (Plan plan : plans) {
      if (plan.isSoak()
          && platform == PlatformKind.KUBERNETES
          && !SoakSettings.of(plan).acts().isEmpty()) {
        problems.wrong(
            place,
            "a soak that kills parts of the arm on a cluster",
            "platform: local for %s".formatted(SoakSettings.of(plan).acts().keySet()),
            "use a chaos tool of the cluster's beside the soak: what it breaks is found and marked");
      }
    }
    if (plans.size() > 1 && plans.stream().anyMatch(Plan::isSoak)) {
      problems.wrong(
          place,
          "the plan %s beside others".formatted(Plan.SOAK),
          "a soak by itself: it compares nothing, and has no baseline and no replicates",
          "make it an experiment of its own");
    }
  }

  /** The protocol of a soak. */
  static Protocol of(Protocol protocol, List<String> notes) {
    notes.add(
        "A soak compares nothing: each variant is measured once, without a baseline beside it.");
    return new Protocol(
        1,
        protocol.rate(),
        protocol.arrival(),
        protocol.warmupRequests(),
        protocol.connections(),
        protocol.loadWorkers(),
        false);
  }
}
