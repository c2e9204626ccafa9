package io.meshgauge.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.html.chart.ChartData;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.table.PercentilePoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ChartDataTest {
  private static final int MEGABYTE = 1_000_000;

  @Test
  void theDataOfFiveThousandRunsOfTwelveSecondsAndFiveArmsFitIntoAMegabyte() {
    Report report = runs(5_000, 12);
    String json = json(report);

    assertThat(report.plans().get(0).arms()).hasSize(5);
    assertThat(json.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MEGABYTE);
    JsonNode timeline = timeline(json);
    assertThat(timeline.get("step").asInt()).isEqualTo(1);
    assertThat(timeline.get("p99")).hasSize(60_000);
    assertThat(timeline.get("notes")).hasSize(100);
  }

  @Test
  void inALongerSessionAPointIsTheWorstP99AndTheMeanRateOfSomeSeconds() {
    Report report = runs(12_000, 10);
    String json = json(report);

    JsonNode timeline = timeline(json);
    List<Run> runs = report.session().runs();
    assertThat(timeline.get("step").asInt()).isEqualTo(2);
    assertThat(timeline.get("p99")).hasSize(60_000).hasSize(timeline.get("completed").size());
    double first = runs.get(0).seconds().get(0).p99Seconds();
    double second = runs.get(0).seconds().get(1).p99Seconds();
    double worst = 1e3 * Math.max(first, second);
    assertThat(timeline.get("p99").get(0).asDouble()).isBetween(worst * 0.994, worst * 1.006);
    double rate =
        (runs.get(0).seconds().get(0).completed() + runs.get(0).seconds().get(1).completed()) / 2.0;
    assertThat(timeline.get("completed").get(0).asDouble()).isBetween(rate - 0.51, rate + 0.51);
    assertThat(timeline.get("notes").properties())
        .as("of very many excluded runs only the rule")
        .allSatisfy(note -> assertThat(note.getValue().asString()).isEqualTo("send-lag"));
    assertThat(json.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MEGABYTE);
  }

  @Test
  void aRunWithoutAWindowIsAnEventBetweenTheOthers() {
    JsonNode timeline = timeline(json(SampleReports.report("troubled")));

    List<Integer> lengths = new ArrayList<>();
    for (JsonNode run : timeline.get("runs")) {
      if (timeline.get("outcomes").get(run.get(3).asInt()).asString().equals("failed")) {
        lengths.add(run.get(4).asInt());
      }
    }
    assertThat(lengths).containsExactly(0);
  }

  @Test
  void aBandReachesFromTheLowestToTheHighestRunAndEndsWhereARunHasTooFewRequests() {
    Report report = SampleReports.report("four-way");
    Arm arm = report.plans().get(0).arms().get(1);
    JsonNode curves =
        JsonMapper.shared().readTree(json(report)).get("plans").get(0).get("percentiles");
    JsonNode curve = curves.get("series").get(1);

    assertThat(curve.get("name").asString()).isEqualTo(arm.label());
    assertThat(curves.get("x").get(20).asDouble()).isEqualTo(1);
    double[] p90 =
        arm.valid().stream()
            .mapToDouble(
                run -> run.measuredLoad().orElseThrow().allowedResponse().seconds(90) * 1e3)
            .sorted()
            .toArray();
    assertThat(curve.get("low").get(20).asDouble()).isBetween(p90[0] * 0.999, p90[0] * 1.001);
    assertThat(curve.get("high").get(20).asDouble()).isBetween(p90[2] * 0.999, p90[2] * 1.001);
    assertThat(curve.get("y").get(20).asDouble()).isBetween(p90[0] * 0.999, p90[2] * 1.001);
    // 2,160 requests of each of three runs: ten of them lie beyond p99.54, ten of all beyond
    // p99.85.
    assertThat(last(curve.get("low"))).isEqualTo(last(curve.get("high"))).isEqualTo(46);
    assertThat(last(curve.get("y"))).isEqualTo(56);
  }

  @Test
  void aSingleRunHasNoBand() {
    Arm arm = SampleReports.report("single-replicate").plans().get(0).arms().get(0);

    assertThat(PercentilePoint.of(arm, 50, 99.9))
        .satisfiesExactly(
            median -> {
              assertThat(median.known()).isTrue();
              assertThat(median.ranged()).isFalse();
            },
            tail -> assertThat(tail.known()).as("2 of 2,160 requests lie beyond").isFalse());
  }

  private static int last(JsonNode values) {
    int last = -1;
    for (int i = 0; i < values.size(); i++) {
      last = values.get(i).isNull() ? last : i;
    }
    return last;
  }

  private static JsonNode timeline(String json) {
    return JsonMapper.shared().readTree(json).get("plans").get(0).get("timeline");
  }

  private static String json(Report report) {
    return new ChartData(report, Palette.of(report)).json();
  }

  /** The four-way report with so many runs of so many seconds; every fiftieth is void. */
  private static Report runs(int count, int seconds) {
    Report small = SampleReports.report("four-way");
    PlanReport plan = small.plans().get(0);
    Plan shorter = plan.plan().during(Duration.ofSeconds(seconds));
    List<Run> runs = runs(small.session().runs(), count, shorter);
    List<Arm> arms =
        plan.arms().stream()
            .map(
                arm ->
                    new Arm(
                        arm.variant(),
                        shorter,
                        runs.stream()
                            .filter(run -> run.trial().variant().name().equals(arm.name()))
                            .toList()))
            .toList();
    Session from = small.session();
    return new Report(
        new Session(
            from.experiment(),
            from.started(),
            from.command(),
            from.environment(),
            from.notes(),
            count,
            runs,
            from.version()),
        small.rules(),
        List.of(
            new PlanReport(
                shorter,
                plan.seed(),
                arms,
                plan.contrasts(),
                plan.additions(),
                plan.pairs(),
                plan.firstRuns(),
                plan.noiseFloors(),
                plan.card(),
                plan.slos(),
                plan.parts())),
        small.findings(),
        small.criteria(),
        small.warnings(),
        small.studies(),
        small.profiles());
  }

  private static List<Run> runs(List<Run> templates, int count, Plan plan) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Run run = templates.get(i % templates.size());
      boolean voided = i % 50 == 7;
      runs.add(
          new Run(
              new Trial(i + 1, 1 + i / 5, run.trial().variant(), plan),
              voided ? Outcome.VOID : Outcome.VALID,
              voided
                  ? List.of(new Reason("send-lag", "send lag p99 was 1.3 ms in run " + (i + 1)))
                  : List.of(),
              run.setup(),
              run.evidence(),
              run.observations(),
              run.results()));
    }
    return runs;
  }
}
