package io.meshgauge.report.console;

import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.measure.Amounts;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportText;
import io.meshgauge.report.cost.ContainerUses;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.Scorecard.Placement;
import io.meshgauge.stats.Interval;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Tables of one plan: costs and scores. */
record PlanTables(Report report, PlanReport plan) {
  private static final String NONE = "-";

  void print(Page page) {
    page.blank();
    page.title(
        Messages.get(
            "console.plan",
            capitalised(plan.atRate()),
            plan.plan().isSoak()
                ? SoakSettings.of(plan.plan()).window().toSeconds()
                : plan.plan().duration().toSeconds(),
            ReportText.count(report.session().experiment().protocol().replicates(), "replicate"),
            report.session().experiment().seed()));
    page.table(new CostTable(plan).table());
    new PriceTable(plan).print(page);
    new SoakTables(plan).print(page);
    new RecoveryTable(plan).print(page);
    ContrastTable.additions(plan).print(page);
    ContrastTable.pairs(plan).print(page);
    new AttributionTables(plan).print(page);
    new ContainerTables(ContainerUses.of(plan)).print(page);
    new AmplificationTable(plan).print(page);
    if (!plan.plan().isSoak()) {
      new FrontTable(plan).print(page);
    }
    page.blank();
    if (!plan.plan().isSoak()) {
      page.table(scores());
    }
    report.unjudged(plan).forEach(page::plain);
  }

  static String capitalised(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private TextTable scores() {
    List<String> header =
        new ArrayList<>(
            List.of(
                Messages.get("console.variant"),
                Messages.get("console.of-evidence"),
                Messages.get("console.runs")));
    Set<Integer> text = Set.of(0, 1, 2);
    if (plan.scored()) {
      report
          .rules()
          .weightSets()
          .forEach(set -> header.add(Messages.get("console.score", set.name())));
      header.add(Messages.get("console.first"));
    }
    TextTable table = new TextTable(text, header.toArray(String[]::new));
    for (Arm arm : plan.arms()) {
      List<String> cells =
          new ArrayList<>(List.of(arm.label(), ReportText.of(arm.evidenceMark()), arm.outcomes()));
      Optional<Scorecard.Row> row = plan.score(arm.name());
      if (plan.scored()) {
        report.rules().weightSets().forEach(set -> cells.add(score(row, set.name())));
        cells.add(first(row));
      }
      table.row(cells);
    }
    return table;
  }

  private static String score(Optional<Scorecard.Row> row, String weightSet) {
    return row.stream()
        .flatMap(found -> found.composites().stream())
        .filter(composite -> composite.weightSet().equals(weightSet))
        .map(
            composite ->
                String.format(
                    Locale.ROOT,
                    "%.2f%s%s",
                    composite.score(),
                    composite.runs().map(PlanTables::range).orElse(""),
                    composite.placement().map(PlanTables::rank).orElse("")))
        .findFirst()
        .orElse(row.isPresent() ? Messages.get("console.unscored") : NONE);
  }

  private static String range(Interval interval) {
    return " " + Amounts.bracketed(interval.low(), interval.high(), end -> Amounts.fixed(end, 2));
  }

  private static String rank(Placement placement) {
    return " #" + placement.rank() + (placement.shared() ? "=" : " ");
  }

  private static String first(Optional<Scorecard.Row> row) {
    return row.stream()
        .flatMap(found -> found.composites().stream())
        .flatMap(composite -> composite.placement().stream())
        .map(placement -> Amounts.share(placement.probabilities().get(0)))
        .findFirst()
        .orElse(NONE);
  }
}
