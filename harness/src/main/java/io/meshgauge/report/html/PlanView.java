package io.meshgauge.report.html;

import static java.util.Map.entry;

import io.meshgauge.experiment.Plan;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The sections that speak of one plan: score, comparison, latency, time, resources, hops. */
record PlanView(Report report, PlanReport plan, Palette palette, int index) {
  private static final List<Metric> LATENCIES =
      List.of(
          Metric.RESPONSE_P50,
          Metric.RESPONSE_P90,
          Metric.RESPONSE_P95,
          Metric.RESPONSE_P99,
          Metric.RESPONSE_P999,
          Metric.SERVICE_P50,
          Metric.SERVICE_P99,
          Metric.FIRST_BYTE_P50,
          Metric.FIRST_BYTE_P99,
          Metric.DENIED_P50,
          Metric.DENIED_P99);

  Map<String, Object> model() {
    return Map.ofEntries(
        entry("index", index),
        entry("plan", plan.name()),
        entry("atRate", plan.atRate()),
        entry("window", plan.plan().duration().toSeconds()),
        entry("score", new ScoreView(report, plan, palette).model()),
        entry("comparison", ComparisonView.withBaseline(report, plan, palette).model()),
        entry(
            "additions",
            ComparisonView.additions(report, plan, palette).stream()
                .map(ComparisonView::model)
                .toList()),
        entry("hasAdditions", !plan.additions().isEmpty()),
        entry("resources", new ResourceView(plan).model()),
        entry("hops", new HopView(plan).model()),
        entry("beyond", ChartData.REQUESTS_BEYOND),
        entry("measured", measured()),
        entry("timed", !seconds().isEmpty()),
        entry("requests", !plan.plan().isStream()),
        entry("stream", plan.plan().isStream()),
        entry("searched", plan.plan().kind() == Plan.Kind.CAPACITY),
        entry("soaked", plan.plan().isSoak()),
        entry("compared", !plan.plan().isSoak()),
        entry("soaks", new SoakView(plan).soaks()),
        entry("capacities", new CapacityView(plan).rows()),
        entry("streamSource", source(Metric.TCP_THROUGHPUT)),
        entry("unjudged", report.unjudged(plan)),
        entry("scored", plan.scored()),
        entry("latencyHead", LATENCIES.stream().map(PlanView::head).toList()),
        entry("latencies", latencies()),
        entry("responseSource", source(Metric.RESPONSE_P99)),
        entry("secondsSource", source(Metric.THROUGHPUT)),
        entry("seconds", seconds()));
  }

  private boolean measured() {
    return plan.arms().stream().anyMatch(arm -> !arm.response().isEmpty());
  }

  private static String head(Metric metric) {
    return metric.title().replace("Response time ", "").replace("Service time", "service");
  }

  private List<Map<String, Object>> latencies() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Arm arm : plan.arms()) {
      List<String> cells = new ArrayList<>();
      for (Metric metric : LATENCIES) {
        cells.add(
            plan.summary(arm, metric)
                .map(found -> Amounts.number(metric.unit(), found.median()))
                .orElse("–"));
      }
      boolean empty = arm.response().isEmpty();
      cells.add(empty ? "–" : Amounts.digits(arm.response().maxSeconds() * 1e3));
      cells.add(Long.toString(arm.response().count()));
      rows.add(Map.of("name", arm.name(), "model", arm.isModel(), "cells", cells));
    }
    return rows;
  }

  private List<Map<String, Object>> seconds() {
    return report.session().runs().stream()
        .filter(run -> run.trial().plan().name().equals(plan.name()))
        .filter(run -> run.measuredLoad().isPresent() || run.measuredStream().isPresent())
        .map(run -> new RunRow(run).seconds())
        .toList();
  }

  /** The archive files a metric was drawn from, as a pattern over the run folders. */
  private String source(Metric metric) {
    return source(plan, metric);
  }

  static String source(PlanReport plan, Metric metric) {
    Set<String> sources = new TreeSet<>();
    plan.arms().forEach(arm -> arm.source(metric).ifPresent(sources::add));
    return sources.isEmpty() ? "no file: nothing was measured" : String.join(", ", sources);
  }
}
