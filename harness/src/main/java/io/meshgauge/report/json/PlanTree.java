package io.meshgauge.report.json;

import static io.meshgauge.report.json.ReportTree.array;
import static io.meshgauge.report.json.ReportTree.object;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.measure.LatencyHistogram.Point;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.Exclusions;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.Words;
import io.meshgauge.score.Efficiency;
import io.meshgauge.score.Scorecard;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Summary;
import io.meshgauge.stats.Tests;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON tree of one plan: arms with summaries, noise floors, comparisons, scores. */
final class PlanTree {
  private final Report report;
  private final PlanReport plan;

  PlanTree(Report report, PlanReport plan) {
    this.report = report;
    this.plan = plan;
  }

  ObjectNode node() {
    ObjectNode node = object();
    node.put("name", plan.name());
    node.put("windowSeconds", plan.plan().duration().toMillis() / 1e3);
    plan.rate().ifPresent(rate -> node.put("rate", rate));
    node.put("kind", Words.key(plan.plan().kind()));
    node.set("unjudged", ReportTree.texts(report.unjudged(plan)));
    node.set("properties", ReportTree.strings(plan.plan().properties()));
    node.set("arms", array(plan.arms(), this::arm));
    node.set("noiseFloors", array(plan.noiseFloors().values(), PlanTree::floor));
    ArrayNode comparisons = node.putArray("comparisons");
    for (Contrast contrast : plan.contrasts()) {
      contrast.comparisons().forEach(found -> comparisons.add(comparison(contrast, found)));
    }
    ArrayNode additions = node.putArray("additions");
    for (Contrast contrast : plan.additions()) {
      contrast.comparisons().forEach(found -> additions.add(comparison(contrast, found)));
    }
    ArrayNode firstRuns = node.putArray("firstRunComparisons");
    for (Contrast contrast : plan.firstRuns()) {
      contrast.comparisons().stream()
          .filter(found -> plan.emphasis().headlines().contains(found.metric()))
          .forEach(found -> firstRuns.add(comparison(contrast, found)));
    }
    node.set("exclusions", exclusions(plan.exclusions()));
    node.set("soaks", array(plan.soaks(), SoakTree::of));
    node.set("scores", array(plan.card().rows(), PlanTree::score));
    ObjectNode floors = node.putObject("scoreNoiseFloors");
    report
        .rules()
        .weightSets()
        .forEach(
            set -> {
              Double floor = plan.card().noiseFloors().get(set.name());
              if (floor != null) {
                floors.put(set.name(), floor);
              }
            });
    return node;
  }

  private static ObjectNode exclusions(Exclusions found) {
    ObjectNode node = object();
    node.put("p", found.p());
    node.put("spread", found.spread());
    node.put("unlike", found.unlike());
    node.set("arms", array(found.arms(), PlanTree::exclusion));
    return node;
  }

  private static ObjectNode exclusion(Exclusions.Row row) {
    ObjectNode node = object();
    node.put("variant", row.arm().name());
    node.put("started", row.started());
    node.put("first", row.first());
    node.put("firstVoid", row.firstVoid());
    node.put("repeated", row.repeated());
    ObjectNode rules = node.putObject("voidByRule");
    row.voidByRule().forEach(rules::put);
    return node;
  }

  private ObjectNode arm(Arm arm) {
    ObjectNode node = object();
    node.put("variant", arm.name());
    node.put("fidelity", arm.isModel() ? "model" : "real");
    node.put("evidence", Words.key(arm.evidenceMark()));
    ObjectNode outcomes = node.putObject("outcomes");
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(Words.key(outcome), arm.count(outcome));
    }
    ObjectNode summaries = node.putObject("summaries");
    for (Metric metric : Metric.values()) {
      plan.summary(arm, metric).ifPresent(found -> summaries.set(metric.key(), summary(found)));
    }
    ArrayNode percentiles = node.putArray("responsePercentiles");
    for (Point point : arm.response().curve()) {
      percentiles.addArray().add(point.percentile()).add(point.seconds());
    }
    return node;
  }

  private static ObjectNode summary(Summary summary) {
    ObjectNode node = object();
    node.put("n", summary.n());
    node.put("median", summary.median());
    summary
        .interval()
        .ifPresent(it -> node.put("level", summary.level()).set("interval", interval(it)));
    node.put("mean", summary.mean());
    node.put("standardDeviation", summary.standardDeviation());
    node.put("low", summary.low());
    node.put("high", summary.high());
    return node;
  }

  private static ArrayNode interval(Interval interval) {
    return object().arrayNode().add(interval.low()).add(interval.high());
  }

  private static ObjectNode floor(NoiseFloor floor) {
    ObjectNode node = object();
    node.put("metric", floor.metric().key());
    node.put("absolute", floor.absolute());
    floor.relative().ifPresent(value -> node.put("relative", value));
    node.put("observed", floor.observed());
    return node;
  }

  private ObjectNode comparison(Contrast contrast, Comparison found) {
    Arm arm = contrast.arm();
    ObjectNode node = object();
    node.put("variant", arm.name());
    node.put("reference", contrast.reference().name());
    node.put("fidelity", arm.isModel() ? "model" : "real");
    node.put("metric", found.metric().key());
    node.put("unit", Words.key(found.metric().unit()));
    node.put("referenceValue", found.baseline().median());
    node.put("value", found.variant().median());
    node.put("difference", found.difference().absolute());
    found.difference().interval().ifPresent(it -> node.set("interval", interval(it)));
    found.difference().relative().ifPresent(value -> node.put("relative", value));
    found
        .difference()
        .relativeInterval()
        .ifPresent(value -> node.set("relativeInterval", interval(value)));
    found.noiseFloor().ifPresent(floor -> node.put("noiseFloor", floor.absolute()));
    node.put("verdict", Words.key(found.verdict()));
    tests(node, found.tests());
    node.set("warnings", array(report.own(plan, found), ReportTree::warning));
    return node;
  }

  private static void tests(ObjectNode node, Tests tests) {
    tests.welch().ifPresent(welch -> node.put("welchP", welch.p()));
    tests.adjustedP().ifPresent(p -> node.put("welchPHolm", p));
    // Not a number where every replicate of both arms has the same value.
    if (Double.isFinite(tests.mannWhitney().p())) {
      node.put("mannWhitneyP", tests.mannWhitney().p());
    }
    tests
        .effectSize()
        .ifPresent(size -> node.put("cohensD", size.cohensD()).put("hedgesG", size.hedgesG()));
  }

  private static ObjectNode score(Scorecard.Row row) {
    ObjectNode node = object();
    node.put("variant", row.variant());
    row.unscoredBecause().ifPresent(why -> node.put("unscoredBecause", why));
    node.set("points", array(row.points(), PlanTree::points));
    node.set("composites", array(row.composites(), PlanTree::composite));
    row.efficiency().ifPresent(found -> node.set("efficiency", efficiency(found)));
    return node;
  }

  private static ObjectNode points(Scorecard.Points points) {
    ObjectNode node = object();
    node.put("metric", points.metric().key());
    node.put("value", points.value());
    node.put("points", points.points());
    return node;
  }

  private static ObjectNode composite(Scorecard.Composite composite) {
    ObjectNode node = object();
    node.put("weightSet", composite.weightSet());
    node.put("score", composite.score());
    composite.runs().ifPresent(it -> node.set("runs", interval(it)));
    node.put("rank", composite.rank());
    node.put("shared", composite.shared());
    ObjectNode first = node.putObject("ranksFirst");
    first.put("overReplicates", composite.stability().overReplicates());
    first.put("overWeights", composite.stability().overWeights());
    first.put("overAnyWeights", composite.stability().overAnyWeights());
    return node;
  }

  private static ObjectNode efficiency(Efficiency found) {
    ObjectNode node = object();
    found
        .terms()
        .ifPresent(
            terms ->
                node.put("value", terms.sum())
                    .put("latency", terms.latency())
                    .put("throughput", terms.throughput())
                    .put("overhead", terms.overhead()));
    found.undefinedBecause().ifPresent(why -> node.put("undefinedBecause", why));
    return node;
  }
}
