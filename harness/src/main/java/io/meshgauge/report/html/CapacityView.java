package io.meshgauge.report.html;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.CapacityResult.AtShare;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How the capacity of every run was found, and what was measured below it. */
record CapacityView(PlanReport plan) {

  List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Arm arm : plan.arms()) {
      for (Run run : arm.runs()) {
        run.searchedCapacity().ifPresent(found -> rows.add(row(arm, run, found)));
      }
    }
    return rows;
  }

  private static Map<String, Object> row(Arm arm, Run run, CapacityResult found) {
    return Map.of(
        "name", arm.name(),
        "model", arm.isModel(),
        "replicate", run.trial().replicate(),
        "closedLoop", Amounts.digits(found.closedLoop()),
        "capacity", Amounts.digits(found.capacity()),
        "steps", steps(found),
        "half", times(found, 0.5),
        "high", times(found, 0.9));
  }

  private static String steps(CapacityResult found) {
    return found.steps().stream()
        .map(
            step ->
                step.kept()
                    ? Amounts.digits(step.rate()) + " kept"
                    : "%s not: %s"
                        .formatted(Amounts.digits(step.rate()), String.join(", ", step.broken())))
        .collect(Collectors.joining("; "));
  }

  private static String times(CapacityResult found, double share) {
    return found.windows().stream()
        .filter(window -> window.share() == share)
        .map(CapacityView::times)
        .findFirst()
        .orElse("–");
  }

  private static String times(AtShare window) {
    return window.broken().isEmpty()
        ? "%s · %s"
            .formatted(Amounts.digits(window.p50() * 1e3), Amounts.digits(window.p99() * 1e3))
        : "not quoted: " + String.join(", ", window.broken());
  }
}
