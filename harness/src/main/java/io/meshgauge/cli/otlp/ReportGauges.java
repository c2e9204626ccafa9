package io.meshgauge.cli.otlp;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Sets gauges to the results of a report. Names, units and attributes are listed in
 * docs/pipelines.md; a name begins with {@value #PREFIX}, and units are base units in the notation
 * of UCUM.
 */
final class ReportGauges {
  static final String PREFIX = "meshgauge.";

  private static final AttributeKey<String> PLAN = key("plan");
  private static final AttributeKey<String> VARIANT = key("variant");
  private static final AttributeKey<String> MESH = key("mesh");
  private static final AttributeKey<String> FIDELITY = key("fidelity");
  private static final AttributeKey<String> REFERENCE = key("reference");
  private static final AttributeKey<String> PROMISE = key("evidence.promise");
  private static final AttributeKey<String> EVIDENCE = key("evidence.verdict");
  private static final AttributeKey<String> OUTCOME = key("run.outcome");
  private static final AttributeKey<String> CRITERION = key("criterion");
  private static final int THOUSAND = 1000;

  private final Meter meter;
  private final Attributes session;

  private ReportGauges(Meter meter, Report report, String session) {
    this.meter = meter;
    this.session =
        Attributes.of(
            key("experiment"),
            report.session().experiment().name(),
            key("platform"),
            report.session().experiment().platform().key(),
            key("session.id"),
            session);
  }

  private static AttributeKey<String> key(String name) {
    return AttributeKey.stringKey(PREFIX + name);
  }

  /**
   * Sets all gauges of a report.
   *
   * @param session name of its folder
   */
  static void set(Meter meter, Report report, String session) {
    ReportGauges gauges = new ReportGauges(meter, report, session);
    gauges.gauge("verdict.green", "1", report.green() ? 1 : 0, gauges.session);
    for (CriterionResult result : report.criteria()) {
      gauges.gauge(
          "criterion.met",
          "1",
          result.passed() ? 1 : 0,
          gauges.session.toBuilder()
              .put(PLAN, result.plan())
              .put(VARIANT, result.variant())
              .put(CRITERION, result.name())
              .build());
    }
    for (PlanReport plan : report.plans()) {
      plan.arms().forEach(arm -> gauges.arm(plan, arm));
      plan.contrasts().forEach(contrast -> gauges.contrast(plan, contrast));
    }
  }

  private void arm(PlanReport plan, Arm arm) {
    Attributes of = attributes(plan, arm);
    for (Metric metric : Metric.values()) {
      plan.summary(arm, metric)
          .ifPresent(
              found -> gauge(name(metric), unit(metric), stored(metric, found.median()), of));
    }
    for (Outcome outcome : Outcome.values()) {
      gauge(
          "runs",
          "{run}",
          (double) arm.count(outcome),
          of.toBuilder().put(OUTCOME, ReportText.key(outcome)).build());
    }
    Map<Attributes, Long> counts =
        arm.evidence().stream()
            .collect(Collectors.groupingBy(seen -> of(of, seen), Collectors.counting()));
    counts.forEach((seen, count) -> gauge("evidence", "{observation}", (double) count, seen));
  }

  private static Attributes of(Attributes arm, Evidence seen) {
    return arm.toBuilder()
        .put(PROMISE, ReportText.key(seen.promise()))
        .put(EVIDENCE, ReportText.key(seen.verdict()))
        .build();
  }

  /** Differences from the baseline, absolutely and relative to it, with both ends of intervals. */
  private void contrast(PlanReport plan, Contrast contrast) {
    Attributes of =
        attributes(plan, contrast.arm()).toBuilder()
            .put(REFERENCE, contrast.reference().name())
            .build();
    for (Comparison found : contrast.comparisons()) {
      Metric metric = found.metric();
      String unit = unit(metric);
      gauge(name("difference", metric), unit, stored(metric, found.difference().absolute()), of);
      found
          .difference()
          .interval()
          .map(it -> new Interval(stored(metric, it.low()), stored(metric, it.high())))
          .ifPresent(it -> ends("difference", metric, unit, it, of));
      found
          .difference()
          .relative()
          .ifPresent(it -> gauge(name("relative_difference", metric), "1", it, of));
      found
          .difference()
          .relativeInterval()
          .ifPresent(it -> ends("relative_difference", metric, "1", it, of));
    }
  }

  private void ends(String what, Metric metric, String unit, Interval interval, Attributes of) {
    gauge(name(what + "_lower", metric), unit, interval.low(), of);
    gauge(name(what + "_upper", metric), unit, interval.high(), of);
  }

  private Attributes attributes(PlanReport plan, Arm arm) {
    return session.toBuilder()
        .put(PLAN, plan.name())
        .put(VARIANT, arm.name())
        .put(MESH, arm.variant().mesh())
        .put(FIDELITY, arm.isModel() ? "model" : "real")
        .build();
  }

  private void gauge(String name, String unit, double value, Attributes of) {
    if (Double.isFinite(value)) {
      meter.gaugeBuilder(PREFIX + name).setUnit(unit).build().set(value, of);
    }
  }

  private static String name(String what, Metric metric) {
    return what + "." + name(metric);
  }

  /** The metric's key in parts, for example {@code response_time.p99} and {@code cpu.system}. */
  static String name(Metric metric) {
    return metric
        .key()
        .replaceFirst("_(p\\d+)$", ".$1")
        .replaceFirst("^(response|service|denied)\\.", "$1_time.")
        .replaceFirst("^(cpu|memory|stream_cpu)_", "$1.")
        .replaceFirst("^(tcp|stream)_", "$1.");
  }

  /** In UCUM's notation. */
  static String unit(Metric metric) {
    return switch (metric.unit()) {
      case SECONDS -> "s";
      case BYTES -> "By";
      case REQUESTS_PER_SECOND -> "{request}/s";
      case CPU_SECONDS_PER_1000_REQUESTS -> "s/{request}";
      case RATIO, COUNT -> "1";
      case PER_GIB -> "{segment}/GiBy";
      case BITS_PER_SECOND -> "bit/s";
      case CPU_SECONDS_PER_GIB -> "s/GiBy";
    };
  }

  /** CPU time of one request: a unit has no factor of a thousand. */
  private static double stored(Metric metric, double value) {
    return metric.unit() == Unit.CPU_SECONDS_PER_1000_REQUESTS ? value / THOUSAND : value;
  }
}
