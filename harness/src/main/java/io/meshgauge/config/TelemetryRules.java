package io.meshgauge.config;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.util.List;

/** Which telemetry can be verified under which plan. */
final class TelemetryRules {
  private TelemetryRules() {}

  /** Reports telemetry that cannot be verified, once per variant and plan. */
  static void check(List<Variant> variants, List<Plan> plans, Place place, Problems problems) {
    for (Variant variant : variants) {
      Telemetry telemetry = Telemetry.of(variant);
      if (!telemetry.chosen()) {
        continue;
      }
      for (Plan plan : plans) {
        if (plan.isStream()) {
          problems.wrong(
              place,
              "variant %s has telemetry %s, and the plan %s sends no requests"
                  .formatted(variant.name(), telemetry.name(), plan.name()),
              "telemetry default under a plan of streams: traces and log lines are of requests",
              "remove the plan, or the telemetry");
        } else if (telemetry
            .scraped()
            .filter(it -> it.compareTo(plan.duration()) > 0)
            .isPresent()) {
          problems.wrong(
              place,
              "variant %s has its metrics read every %d s, and the plan %s measures %d s"
                  .formatted(
                      variant.name(),
                      telemetry.scraped().orElseThrow().toSeconds(),
                      plan.name(),
                      plan.duration().toSeconds()),
              "a measured window longer than the scrape interval",
              "give the plan a longer duration:, or the variant a shorter interval");
        }
      }
    }
  }
}
