package io.meshgauge.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.PlanReport.OfStage;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.csv.ComparisonsCsvFormat;
import io.meshgauge.report.csv.RunsCsvFormat;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.report.markdown.MarkdownFormat;
import io.meshgauge.stats.Comparison;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageTablesTest {
  private final Report report = SampleReports.report("stages");
  private final PlanReport plan = report.plans().get(0);

  @Test
  void eachStageHasARowForEachArm() {
    List<List<String>> rows = rows();

    assertThat(rows).hasSize(3 * plan.arms().size());
    assertThat(rows).extracting(row -> row.get(0)).containsOnly("step-1", "step-2", "step-3");
    assertThat(rows.get(0).subList(0, 3)).containsExactly("step-1", "10.0", "baseline");
  }

  /** The times of the second step are four times those of the first, in every run. */
  @Test
  void differencesAreThoseOfTheStage() {
    OfStage first = plan.parts().stages().get(0);
    OfStage second = plan.parts().stages().get(1);

    for (String arm : List.of("envoy", "istio-mtls")) {
      Comparison low = against(first, arm);
      Comparison high = against(second, arm);
      assertThat(high.difference().absolute() / low.difference().absolute())
          .isCloseTo(4, within(0.01));
      assertThat(high.difference().interval()).isPresent();
      assertThat(high.difference().blocks()).isEqualTo(low.difference().blocks());
    }
  }

  @Test
  void aStageWithoutAnswersHasDashes() {
    assertThat(rows())
        .filteredOn(row -> row.get(0).equals("step-3"))
        .allSatisfy(row -> assertThat(row.subList(3, row.size())).containsOnly("–"));
  }

  @Test
  void aLoadOfOneRateHasNone() {
    assertThat(StageTables.stages(SampleReports.report("four-way").plans().get(0)).isEmpty())
        .isTrue();
  }

  @Test
  void everyFormatForReadersShowsIt() throws IOException {
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(report, console);
    StringBuilder page = new StringBuilder();
    new HtmlFormat().write(report, page);
    StringBuilder summary = new StringBuilder();
    new MarkdownFormat().write(report, summary);

    assertThat(console).contains("step-2");
    assertThat(page).contains("id=\"stages-0\"", "Stage by stage", "step-2");
    assertThat(summary).contains("### Stage by stage", "| step-2 |");
  }

  @Test
  void csvHasALineForEachStage() throws IOException {
    StringBuilder comparisons = new StringBuilder();
    new ComparisonsCsvFormat().write(report, comparisons);
    StringBuilder runs = new StringBuilder();
    new RunsCsvFormat().write(report, runs);

    assertThat(comparisons.toString().lines().toList())
        .anyMatch(line -> line.startsWith("stages,envoy,baseline") && line.endsWith(",step-2"))
        .anyMatch(line -> line.startsWith("stages,envoy,baseline") && line.endsWith(","));
    assertThat(runs.toString().lines().toList())
        .anyMatch(line -> line.contains("response_p99") && line.endsWith(",step-1"));
  }

  private static Comparison against(OfStage stage, String arm) {
    return stage.arms().stream()
        .filter(it -> it.name().equals(arm))
        .findFirst()
        .flatMap(it -> stage.against(it, Metric.RESPONSE_P50))
        .orElseThrow();
  }

  private List<List<String>> rows() {
    return StageTables.stages(plan).groups().get(0).rows().stream()
        .map(row -> row.cells().stream().map(Cell::text).toList())
        .toList();
  }
}
