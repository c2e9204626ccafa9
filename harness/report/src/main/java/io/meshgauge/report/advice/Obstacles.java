package io.meshgauge.report.advice;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Arm.EvidenceMark;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.ReportText;
import io.meshgauge.report.advice.Candidate.Cost;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Holm;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reasons why the measurements of a plan carry no advice for a profile. */
record Obstacles(PlanReport plan, UsageProfile profile) {

  /** The first reason that holds whatever the candidates are; empty if there is none. */
  Optional<String> ofAll() {
    return Stream.<Optional<String>>of(notCompared(), unprovenBaseline(), noiseFloor())
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> notCompared() {
    List<String> foreign =
        profile.criteria().stream()
            .map(it -> it.metric())
            .filter(it -> !plan.plan().measures(it))
            .map(Metric::key)
            .toList();
    if (plan.plan().isSoak()) {
      return Optional.of(Messages.get("advice.compares-nothing", plan.name()));
    }
    if (!foreign.isEmpty()) {
      return Optional.of(
          Messages.get("advice.measures-not", plan.name(), ReportText.list(foreign)));
    }
    return plan.contrasts().isEmpty()
        ? Optional.of(
            Messages.get(
                "advice.nothing-comparable",
                plan.name(),
                plan.arms().stream()
                    .map(arm -> Messages.get("advice.has", arm.label(), arm.outcomes()))
                    .collect(Collectors.joining(", "))))
        : Optional.empty();
  }

  private Optional<String> unprovenBaseline() {
    return plan.arms().stream()
        .filter(arm -> arm.variant().isBaseline() || arm.variant().isControl())
        .filter(arm -> arm.evidenceMark() != EvidenceMark.OBSERVED)
        .map(arm -> Messages.get("advice.controls", arm.label()))
        .findFirst();
  }

  /** Whether the baseline differs from itself in a metric that counts, after Holm over these. */
  private Optional<String> noiseFloor() {
    List<NoiseFloor> floors =
        profile.weighed().stream()
            .map(plan.noiseFloors()::get)
            .filter(Objects::nonNull)
            .filter(it -> it.difference().p().isPresent())
            .toList();
    if (plan.noiseFloors().isEmpty()) {
      return Optional.of(Messages.get("advice.no-pair"));
    }
    double[] p =
        Holm.adjust(floors.stream().mapToDouble(it -> it.difference().p().getAsDouble()).toArray());
    for (int i = 0; i < p.length; i++) {
      if (p[i] < Comparison.LEVEL) {
        NoiseFloor floor = floors.get(i);
        Cost itself =
            new Cost(
                floor.metric(),
                floor.difference().absolute(),
                floor.difference().interval(),
                Optional.empty());
        return Optional.of(
            Messages.get("advice.itself", itself.words(), Amounts.probability(p[i])));
      }
    }
    return Optional.empty();
  }

  /** What is missing for any comparison of the candidates; empty if nothing is. */
  Optional<String> of(List<Candidate> kept) {
    for (Candidate candidate : kept) {
      Contrast contrast = plan.contrast(candidate.variant()).orElseThrow();
      for (Metric metric : profile.weighed()) {
        Optional<Comparison> found = contrast.on(metric);
        if (found.isEmpty()) {
          return Optional.of(
              contrast.arm().beyondTheData(metric)
                  ? Messages.get("advice.beyond", metric.brief(), candidate.label())
                  : Messages.get("advice.unmeasured", metric.brief(), candidate.label()));
        }
        int blocks = found.get().difference().blocks();
        if (blocks < Comparison.MINIMUM_REPLICATES) {
          return Optional.of(
              Messages.get(
                  "advice.few-blocks",
                  candidate.label(),
                  ReportText.count(blocks, "block"),
                  Comparison.MINIMUM_REPLICATES));
        }
      }
    }
    return Optional.empty();
  }
}
