package io.meshgauge.report.html;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.CapacityResult.AtShare;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Row of the capacity search of one run: the rates tried, and the latencies below the capacity. */
record CapacityView(Arm arm, Run run, CapacityResult found) {

  static List<CapacityView> of(PlanReport plan) {
    List<CapacityView> rows = new ArrayList<>();
    for (Arm arm : plan.arms()) {
      for (Run run : arm.runs()) {
        run.searchedCapacity().ifPresent(found -> rows.add(new CapacityView(arm, run, found)));
      }
    }
    return rows;
  }

  String closedLoop() {
    return Amounts.digits(found.closedLoop());
  }

  String capacity() {
    return Amounts.digits(found.capacity());
  }

  String steps() {
    return found.steps().stream()
        .map(
            step ->
                step.kept()
                    ? Messages.get("view.step-kept", Amounts.digits(step.rate()))
                    : Messages.get(
                        "view.step-broken",
                        Amounts.digits(step.rate()),
                        String.join(", ", step.broken())))
        .collect(Collectors.joining("; "));
  }

  String half() {
    return times(0.5);
  }

  String high() {
    return times(0.9);
  }

  private String times(double share) {
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
        : Messages.get("view.not-quoted", String.join(", ", window.broken()));
  }
}
