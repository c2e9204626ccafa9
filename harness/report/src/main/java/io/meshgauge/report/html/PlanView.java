package io.meshgauge.report.html;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.html.chart.ChangeChart;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.Timeline;
import io.meshgauge.report.html.chart.TransitionChart;
import io.meshgauge.report.table.ChangeTables;
import io.meshgauge.report.table.ConfigurationTables;
import io.meshgauge.report.table.ConnectionTables;
import io.meshgauge.report.table.DifferenceTables;
import io.meshgauge.report.table.LatencyTables;
import io.meshgauge.report.table.LimitTables;
import io.meshgauge.report.table.PercentilePoint;
import io.meshgauge.report.table.ResourceTables;
import io.meshgauge.report.table.RunTables;
import io.meshgauge.report.table.StageTables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The sections of one plan: score, comparison, latency, time, resources, hops. */
record PlanView(Report report, PlanReport plan, Palette palette, int index) {
  /** Pictures of added response time against added cost, the one that is shown first. */
  List<FrontView> fronts() {
    return FrontView.of(plan, palette);
  }

  boolean pictured() {
    return compared() && !fronts().isEmpty();
  }

  /** Whether the first screen has pictures of another plan. */
  boolean later() {
    return index > 0;
  }

  boolean several() {
    return report.plans().size() > 1;
  }

  List<Option> percentiles() {
    return fronts().stream()
        .map(it -> new Option(it.latency(), DifferenceTables.brief(it.latency())))
        .distinct()
        .toList();
  }

  List<Option> costs() {
    return fronts().stream().map(it -> new Option(it.cost(), it.across())).distinct().toList();
  }

  List<TableView> prices() {
    return TableView.unlessEmpty(ResourceTables.prices(plan), palette);
  }

  /** One choice among pictures. */
  record Option(Metric metric, String words) {
    String key() {
      return metric.key();
    }
  }

  ScoreView score() {
    return new ScoreView(report, plan, palette);
  }

  ComparisonView comparison() {
    return ComparisonView.withBaseline(report, plan, palette);
  }

  List<ComparisonView> additions() {
    return ComparisonView.additions(report, plan, palette);
  }

  List<ComparisonView> pairs() {
    return ComparisonView.pairs(report, plan, palette);
  }

  List<TableView> known() {
    return TableView.unlessEmpty(DifferenceTables.known(plan), palette);
  }

  List<TableView> connections() {
    return TableView.unlessEmpty(ConnectionTables.cost(plan), palette);
  }

  List<TableView> stages() {
    return TableView.unlessEmpty(StageTables.stages(plan), palette);
  }

  boolean staged() {
    return !stages().isEmpty();
  }

  List<TableView> limits() {
    return TableView.unlessEmpty(LimitTables.cost(plan), palette);
  }

  List<TableView> configurations() {
    return TableView.unlessEmpty(ConfigurationTables.cost(plan), palette);
  }

  boolean hasPairs() {
    return !plan.pairs().isEmpty();
  }

  boolean hasAdditions() {
    return !plan.additions().isEmpty();
  }

  ResourceView resources() {
    return new ResourceView(plan, palette);
  }

  List<AttributionView> attributions() {
    return AttributionView.of(plan, palette);
  }

  boolean attributed() {
    return !attributions().isEmpty();
  }

  List<TableView> hops() {
    return TableView.unlessEmpty(LatencyTables.hops(plan), palette);
  }

  List<TableView> changes() {
    return TableView.unlessEmpty(ChangeTables.effects(plan), palette);
  }

  List<TableView> starts() {
    return TableView.unlessEmpty(ChangeTables.starts(plan), palette);
  }

  /** A picture for each arm in which a denial was added to the policy. */
  List<SoakView.Chart> transitionCharts() {
    return charts(
        arm -> Map.of(arm.label(), ChangeTables.denials(arm)),
        TransitionChart::longest,
        (arm, changes, longest) -> new TransitionChart(arm, changes, longest).markup());
  }

  boolean enforced() {
    return !transitions().isEmpty();
  }

  List<TableView> transitions() {
    return TableView.unlessEmpty(ChangeTables.transitions(plan), palette);
  }

  /** A picture for each arm in which something was changed, and for each of its two directions. */
  List<SoakView.Chart> changeCharts() {
    return charts(
        ChangeTables::effectsByKind,
        ChangeChart::highest,
        (arm, effects, highest) -> new ChangeChart(arm, effects, highest).markup());
  }

  /** The markup of a picture of some values of an arm, on a scale that ends at the highest. */
  private interface Drawing<T> {
    String of(String arm, List<T> values, double highest);
  }

  /** A picture for each name under which an arm has values, all on one scale. */
  private <T> List<SoakView.Chart> charts(
      Function<Arm, Map<String, List<T>>> values,
      ToDoubleFunction<List<T>> highest,
      Drawing<T> drawing) {
    Map<String, List<T>> arms = new LinkedHashMap<>();
    plan.arms().forEach(arm -> arms.putAll(values.apply(arm)));
    arms.values().removeIf(List::isEmpty);
    double end = arms.values().stream().mapToDouble(highest).max().orElse(0);
    return arms.entrySet().stream()
        .map(it -> new SoakView.Chart(it.getKey(), drawing.of(it.getKey(), it.getValue(), end)))
        .toList();
  }

  boolean rollout() {
    return plan.name().equals(Plan.ROLLOUT);
  }

  boolean changed() {
    return !changes().isEmpty();
  }

  boolean timedHops() {
    return !hops().isEmpty();
  }

  List<TableView> calls() {
    return TableView.unlessEmpty(LatencyTables.calls(plan), palette);
  }

  int beyond() {
    return PercentilePoint.REQUESTS_BEYOND;
  }

  Timeline timeline() {
    return Timeline.of(report, plan);
  }

  TableView percentileTable() {
    return TableView.slim(LatencyTables.percentiles(plan), palette);
  }

  boolean requests() {
    return !plan.plan().isStream();
  }

  boolean stream() {
    return plan.plan().isStream();
  }

  boolean searched() {
    return plan.plan().kind() == Plan.Kind.CAPACITY;
  }

  boolean soaked() {
    return plan.plan().isSoak();
  }

  boolean compared() {
    return !soaked();
  }

  List<SoakView> soaks() {
    return SoakView.of(plan, palette);
  }

  TableView searches() {
    return TableView.of(LatencyTables.searches(plan), palette);
  }

  List<String> unjudged() {
    return report.unjudged(plan);
  }

  String responseSource() {
    return plan.source(Metric.RESPONSE_P99);
  }

  String secondsSource() {
    return plan.source(Metric.THROUGHPUT);
  }

  String streamSource() {
    return plan.source(Metric.TCP_THROUGHPUT);
  }

  boolean timed() {
    return !seconds().table().isEmpty();
  }

  boolean measured() {
    return plan.arms().stream().anyMatch(arm -> !arm.response().isEmpty());
  }

  TableView latencies() {
    return TableView.of(LatencyTables.latencies(plan), palette);
  }

  TableView seconds() {
    List<Run> runs =
        report.session().runs().stream()
            .filter(run -> run.trial().plan().name().equals(plan.name()))
            .filter(run -> run.measuredLoad().isPresent() || run.measuredStream().isPresent())
            .toList();
    return TableView.runs(RunTables.seconds(runs, stream()), palette);
  }
}
