package io.meshgauge.report.html;

import static java.util.Map.entry;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.html.IntervalChart.Mark;
import io.meshgauge.report.html.IntervalChart.Row;
import io.meshgauge.report.html.IntervalChart.Shape;
import io.meshgauge.score.Efficiency;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.score.WeightSet;
import io.meshgauge.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The score of one plan: dots with intervals, how stable the order is, and what it is made of. */
record ScoreView(Report report, PlanReport plan, Palette palette) {

  Map<String, Object> model() {
    List<WeightSet> sets = report.rules().weightSets();
    List<Map<String, Object>> unscored = new ArrayList<>();
    for (Arm arm : plan.variants()) {
      plan.score(arm.name())
          .flatMap(Scorecard.Row::unscoredBecause)
          .ifPresent(why -> unscored.add(Map.of("label", arm.label(), "why", why)));
    }
    List<Row> rows = rows();
    return Map.ofEntries(
        entry("any", !rows.isEmpty()),
        entry("chart", rows.isEmpty() ? "" : chart(rows).markup()),
        entry("first", sets.get(0).name()),
        entry("others", sets.stream().skip(1).map(WeightSet::name).toList()),
        entry("sets", sets.stream().map(WeightSet::name).toList()),
        entry("unscored", unscored),
        entry("hasUnscored", !unscored.isEmpty()),
        entry("stability", stability()),
        entry("floor", floor()),
        entry("pointsHead", pointsHead()),
        entry("points", points()),
        entry("efficiency", efficiency()));
  }

  private IntervalChart chart(List<Row> rows) {
    return new IntervalChart(
        "Scores with intervals under " + plan.name(),
        "score, 0 to 1, higher is better",
        rows,
        0,
        Shape.SCORE);
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Arm arm : plan.variants()) {
      List<Mark> marks =
          composites(arm).stream()
              .map(
                  found ->
                      new Mark(
                          found.runs().map(Interval::low).orElse(found.score()),
                          found.score(),
                          found.runs().map(Interval::high).orElse(found.score()),
                          words(found)))
              .toList();
      if (!marks.isEmpty()) {
        rows.add(new Row(arm.label(), palette.slot(arm), marks));
      }
    }
    return rows;
  }

  private List<Composite> composites(Arm arm) {
    return plan.score(arm.name()).map(Scorecard.Row::composites).orElse(List.of());
  }

  private static String words(Composite found) {
    return "%s%s %s"
        .formatted(
            Amounts.fixed(found.score(), 2),
            found
                .runs()
                .map(
                    it ->
                        " [%s, %s]"
                            .formatted(Amounts.fixed(it.low(), 2), Amounts.fixed(it.high(), 2)))
                .orElse(""),
            rank(found));
  }

  private static String rank(Composite found) {
    return "#" + found.rank() + (found.shared() ? " shared" : "");
  }

  private List<Map<String, Object>> stability() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Arm arm : plan.variants()) {
      for (Composite found : composites(arm)) {
        rows.add(
            Map.ofEntries(
                entry("name", arm.name()),
                entry("model", arm.isModel()),
                entry("slot", palette.slot(arm)),
                entry("set", found.weightSet()),
                entry("score", Amounts.fixed(found.score(), 3)),
                entry(
                    "interval",
                    found
                        .runs()
                        .map(
                            it ->
                                "%s to %s"
                                    .formatted(
                                        Amounts.fixed(it.low(), 3), Amounts.fixed(it.high(), 3)))
                        .orElse("–")),
                entry("rank", found.rank() + (found.shared() ? " (shared)" : "")),
                entry("replicates", Amounts.share(found.stability().overReplicates())),
                entry("weights", Amounts.share(found.stability().overWeights())),
                entry("anyWeights", Amounts.share(found.stability().overAnyWeights()))));
      }
    }
    return rows;
  }

  private String floor() {
    List<String> floors = new ArrayList<>();
    for (WeightSet set : report.rules().weightSets()) {
      Optional.ofNullable(plan.card().noiseFloors().get(set.name()))
          .ifPresent(floor -> floors.add("%s %s".formatted(set.name(), Amounts.fixed(floor, 3))));
    }
    return floors.isEmpty() ? "not measured" : String.join(", ", floors);
  }

  private List<String> pointsHead() {
    return report.rules().criteria().stream().map(found -> found.metric().title()).toList();
  }

  private List<Map<String, Object>> points() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Arm arm : plan.variants()) {
      List<Scorecard.Points> found =
          plan.score(arm.name()).map(Scorecard.Row::points).orElse(List.of());
      if (!found.isEmpty()) {
        List<Map<String, Object>> cells =
            found.stream()
                .map(
                    point ->
                        Map.<String, Object>of(
                            "points",
                            Amounts.fixed(point.points(), 2),
                            "value",
                            Amounts.text(point.metric().unit(), point.value())))
                .toList();
        rows.add(Map.of("name", arm.name(), "model", arm.isModel(), "cells", cells));
      }
    }
    return rows;
  }

  private List<Map<String, Object>> efficiency() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Arm arm : plan.variants()) {
      plan.score(arm.name())
          .flatMap(Scorecard.Row::efficiency)
          .ifPresent(
              found ->
                  rows.add(
                      Map.of("name", arm.name(), "model", arm.isModel(), "words", words(found))));
    }
    return rows;
  }

  private static String words(Efficiency found) {
    return found
        .terms()
        .map(
            terms ->
                "E = %s = %s (latency) + %s (throughput) + %s (overhead)"
                    .formatted(
                        Amounts.digits(terms.sum()),
                        Amounts.digits(terms.latency()),
                        Amounts.digits(terms.throughput()),
                        Amounts.digits(terms.overhead())))
        .orElseGet(() -> "not defined: " + found.undefinedBecause().orElse("no reason"));
  }
}
