package io.meshgauge.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.html.HtmlFormat;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitTablesTest {
  private static final Variant LIMITED =
      Variant.plain("istio-mtls").with("proxy-cpu-limit", "50m").named("mtls-limited");

  @Test
  void aLimitedArmIsNamedWithItsLimitItsUseAndItsThrottling() {
    List<List<String>> rows = rows(report(0.12));

    assertThat(rows).extracting(row -> row.get(0)).contains("baseline", "mtls-limited");
    List<String> limited =
        rows.stream()
            .filter(row -> row.get(0).startsWith("mtls-limited"))
            .findFirst()
            .orElseThrow();
    assertThat(limited.get(1)).isEqualTo("data plane: 0.05 cores");
    assertThat(limited.get(2)).matches("\\d+ % \\(.+-proxy\\)");
    assertThat(limited.get(3)).isEqualTo("12 %");
    assertThat(limited.get(4)).endsWith(" ms");
    assertThat(rows.get(0).subList(1, 4)).containsExactly("none", "–", "–");
  }

  @Test
  void throttlingIsNamedAsACauseOfTheTailFromAFewPercentOn() {
    assertThat(warnings(report(0.12)))
        .singleElement()
        .asString()
        .contains(
            "had to wait for CPU in 12 % of its periods", "limit of each process: 0.05 cores");
    assertThat(warnings(report(0.01))).isEmpty();
  }

  @Test
  void aPlanWithoutLimitsHasNone() {
    assertThat(LimitTables.cost(SampleReports.report("four-way").plans().get(0)).isEmpty())
        .isTrue();
  }

  @Test
  void consoleAndPageShowIt() throws IOException {
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(report(0.12), console);
    StringBuilder page = new StringBuilder();
    new HtmlFormat().write(report(0.12), page);

    assertThat(console).contains("throttled");
    assertThat(page).contains("What the limits cost");
  }

  private static List<List<String>> rows(Report report) {
    return LimitTables.cost(report.plans().get(0)).groups().get(0).rows().stream()
        .map(row -> row.cells().stream().map(Cell::text).toList())
        .toList();
  }

  private static List<String> warnings(Report report) {
    return report.warnings().stream()
        .filter(it -> it.subject().equals("limits"))
        .map(Warning::text)
        .toList();
  }

  private static Report report(double throttled) {
    Session session = SampleSessions.withArms(LIMITED);
    return Report.of(
        SampleSessions.change(
            session,
            run -> run.trial().variant().name().equals("mtls-limited"),
            run ->
                SampleSessions.measured(
                    run, new Measurement(Metric.THROTTLED_DATA_PLANE, throttled, "run"))),
        SampleReports.report("four-way").rules());
  }
}
