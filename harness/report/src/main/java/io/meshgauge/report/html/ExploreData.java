package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.VisibleText;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.ScriptJson;
import io.meshgauge.report.table.ComparisonTables;
import io.meshgauge.score.Contest;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.ScoreInput;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Replicates;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the page needs to score the runs again and to set any two variants next to each other. The
 * replicates are those that were scored, with all digits; the texts of pairs are those of the
 * report's tables.
 */
final class ExploreData {
  private static final List<Metric> PERCENTILES =
      List.of(
          Metric.RESPONSE_P50,
          Metric.RESPONSE_P90,
          Metric.RESPONSE_P95,
          Metric.RESPONSE_P99,
          Metric.RESPONSE_P999);

  private final Report report;
  private final Palette palette;

  ExploreData(Report report, Palette palette) {
    this.report = report;
    this.palette = palette;
  }

  String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode plans = node.putArray("plans");
    for (PlanReport plan : report.plans()) {
      ObjectNode one = plans.addObject().put("name", VisibleText.of(plan.name()));
      contest(one, plan.contest(), plan.card(), plan.scored());
      ArrayNode variants = one.withArray("variants");
      for (int i = 0; i < variants.size(); i++) {
        Arm arm = plan.variants().get(i);
        ((ObjectNode) variants.get(i))
            .put("promises", Promises.words(arm))
            .put("label", VisibleText.of(arm.label()))
            .put("slot", palette.slot(arm));
      }
      ArrayNode pairs = one.putArray("pairs");
      Stream.of(plan.contrasts(), plan.additions(), plan.pairs())
          .flatMap(List::stream)
          .forEach(it -> pair(pairs.addObject(), plan, it));
    }
    return ScriptJson.of(node);
  }

  /** Criteria, weights and replicates; none of them where the plan is not scored. */
  static void contest(ObjectNode node, Contest contest, Scorecard card, boolean scored) {
    ScoringRules rules = card.rules();
    ArrayNode criteria = node.putArray("criteria");
    ArrayNode sets = node.putArray("sets");
    List<Criterion> judged = scored ? rules.criteria() : List.of();
    for (Criterion criterion : judged) {
      Metric metric = criterion.metric();
      criteria
          .addObject()
          .put("key", metric.key())
          .put("title", metric.title())
          .put("unit", Amounts.symbol(metric.unit()))
          .put("scale", Amounts.scaled(metric.unit(), 1))
          .put("more", metric.moreIsBetter())
          .put("full", criterion.full())
          .put("zero", criterion.zero());
    }
    if (scored) {
      rules
          .weightSets()
          .forEach(
              set -> {
                ArrayNode weights =
                    sets.addObject().put("name", VisibleText.of(set.name())).putArray("weights");
                judged.forEach(it -> weights.add(set.weight(it.metric())));
              });
    }
    List<Integer> blocks =
        contest.variants().stream()
            .flatMap(it -> judged.stream().flatMap(c -> it.of(c.metric()).stream()))
            .flatMap(it -> it.byBlock().keySet().stream())
            .distinct()
            .sorted()
            .toList();
    ArrayNode variants = node.putArray("variants");
    for (int i = 0; i < contest.variants().size(); i++) {
      ScoreInput input = contest.variants().get(i);
      ObjectNode variant = variants.addObject();
      variant
          .put("name", VisibleText.of(input.variant()))
          .put("promises", input.promises())
          .put("baseline", input.variant().equals(contest.baseline()));
      card.rows()
          .get(i)
          .unscoredBecause()
          .ifPresent(why -> variant.put("unscored", VisibleText.of(why)));
      values(variant.putArray("values"), input, judged, blocks);
    }
  }

  private static void values(
      ArrayNode values, ScoreInput input, List<Criterion> criteria, List<Integer> blocks) {
    for (Criterion criterion : criteria) {
      Optional<Replicates> found = input.of(criterion.metric());
      ArrayNode own = values.addArray();
      blocks.forEach(block -> own.add(found.map(it -> it.byBlock().get(block)).orElse(null)));
    }
  }

  private static void pair(ObjectNode node, PlanReport plan, Contrast contrast) {
    node.put("arm", VisibleText.of(contrast.arm().name()))
        .put("reference", VisibleText.of(contrast.reference().name()));
    ArrayNode rows = node.putArray("rows");
    Stream.of(plan.emphasis().headlines(), PERCENTILES, plan.emphasis().charts())
        .flatMap(List::stream)
        .distinct()
        .flatMap(metric -> contrast.on(metric).stream())
        .forEach(found -> row(rows.addArray(), found));
  }

  private static void row(ArrayNode row, Comparison found) {
    Metric metric = found.metric();
    row.add(ComparisonTables.title(metric))
        .add(Amounts.number(metric.unit(), found.baseline().median()))
        .add(ComparisonTables.value(found))
        .add(ComparisonTables.difference(found))
        .add(ComparisonTables.change(found))
        .add(ComparisonTables.interval(found))
        .add(ComparisonTables.verdict(found));
  }
}
