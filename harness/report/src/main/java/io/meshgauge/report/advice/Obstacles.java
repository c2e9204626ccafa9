package io.meshgauge.report.advice;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.advice.Candidate.Cost;
import io.meshgauge.report.arm.Arm.EvidenceMark;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Holm;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reasons why the measurements of a plan carry no advice for a profile. */
record Obstacles(PlanReport plan, UsageProfile profile) {
  /**
   * Part of the least difference between two arms up to which an A/A difference changes nothing.
   */
  private static final double SHARE = 0.1;

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

  /** How the baseline differs from itself, if that could change the advice. */
  private Optional<String> noiseFloor() {
    if (plan.noiseFloors().isEmpty()) {
      return Optional.of(Messages.get("advice.no-pair"));
    }
    return itself().stream()
        .filter(this::matters)
        .findFirst()
        .map(it -> Messages.get("advice.itself", it.words(), Amounts.probability(it.p())));
  }

  /** How the baseline differs from itself by less than could change the advice, a sentence each. */
  List<String> smallFloors() {
    return itself().stream()
        .filter(it -> !matters(it))
        .map(
            it ->
                Messages.get(
                    "advice.itself-small",
                    it.words(),
                    Amounts.probability(it.p()),
                    Amounts.share(SHARE)))
        .toList();
  }

  /** The A/A pairs that differ in a metric with a weight, after Holm over these metrics. */
  private List<Itself> itself() {
    List<NoiseFloor> floors =
        profile.weighed().stream()
            .map(plan.noiseFloors()::get)
            .filter(Objects::nonNull)
            .filter(it -> it.difference().p().isPresent())
            .toList();
    double[] p =
        Holm.adjust(floors.stream().mapToDouble(it -> it.difference().p().getAsDouble()).toArray());
    return IntStream.range(0, p.length)
        .filter(i -> p[i] < Comparison.LEVEL)
        .mapToObj(i -> new Itself(floors.get(i), p[i]))
        .toList();
  }

  /** An arm may be off by as much as the baseline is: that must be little of every difference. */
  private boolean matters(Itself itself) {
    OptionalDouble least =
        Stream.of(plan.contrasts(), plan.pairs())
            .flatMap(List::stream)
            .flatMap(it -> it.on(itself.floor().metric()).stream())
            .filter(it -> it.verdict().differs())
            .mapToDouble(it -> Math.abs(it.difference().absolute()))
            .min();
    return least.isEmpty() || itself.most() > SHARE * least.getAsDouble();
  }

  /** An A/A pair that differs, with its p after Holm. */
  private record Itself(NoiseFloor floor, double p) {
    /** The end of its interval that is farther from 0. */
    double most() {
      double absolute = floor.difference().absolute();
      Interval interval =
          floor.difference().interval().orElseGet(() -> new Interval(absolute, absolute));
      return Math.max(Math.abs(interval.low()), Math.abs(interval.high()));
    }

    String words() {
      return new Cost(
              floor.metric(),
              floor.difference().absolute(),
              floor.difference().interval(),
              Optional.empty())
          .words();
    }
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
