package io.meshgauge.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.html.HtmlFormat;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConfigurationTablesTest {
  private static final double MIB = 1024 * 1024;

  /** MiB of memory that all proxies together use, by arm. */
  private static final Map<String, Double> MEMORY =
      Map.of("istio-mtls", 100.0, "services", 700.0, "both", 730.0);

  /** CPU milliseconds of all proxies per request. */
  private static final Map<String, Double> CPU =
      Map.of("istio-mtls", 2.0, "services", 2.0, "both", 2.5);

  @Test
  void eachThousandIsComparedWithTheArmThatHasNone() {
    List<List<String>> rows =
        ConfigurationTables.cost(report().plans().get(0)).groups().get(0).rows().stream()
            .map(row -> row.cells().stream().map(Cell::text).toList())
            .toList();

    assertThat(rows).hasSize(2);
    // 600 MiB more of 3 proxies with 2,000 services each.
    assertThat(rows.get(0).get(0)).isEqualTo("services");
    assertThat(rows.get(0).subList(1, 3)).containsExactly("2000 services", "100 MiB");
    assertThat(rows.get(0).get(3)).isEqualTo("99.6 to 100 MiB");
    // 30 MiB and half a millisecond more of the same with 500 routes.
    assertThat(rows.get(1).get(0)).isEqualTo("both");
    assertThat(rows.get(1).subList(1, 3)).containsExactly("500 routes on each hop", "20.0 MiB");
    assertThat(rows.get(1).get(4)).startsWith("1.00");
  }

  @Test
  void aPlanWhoseArmsAreConfiguredAlikeHasNone() {
    assertThat(ConfigurationTables.cost(SampleReports.report("four-way").plans().get(0)).isEmpty())
        .isTrue();
  }

  @Test
  void consoleAndPageShowIt() throws IOException {
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(report(), console);
    StringBuilder page = new StringBuilder();
    new HtmlFormat().write(report(), page);

    assertThat(console).contains("memory of a proxy per 1,000");
    assertThat(page).contains("What a larger configuration costs");
  }

  private static Report report() {
    Variant plain = Variant.plain("istio-mtls");
    Variant services = plain.with("synthetic-services", "2000").named("services");
    Variant both = services.with("synthetic-routes", "500").named("both");
    Session session = SampleSessions.withArms(services, both);
    return Report.of(
        SampleSessions.change(
            session,
            run -> MEMORY.containsKey(run.trial().variant().name()),
            ConfigurationTablesTest::of),
        SampleReports.report("four-way").rules());
  }

  private static Run of(Run run) {
    String arm = run.trial().variant().name();
    double jitter = 0.5 * (run.trial().replicate() - 2) * arm.length();
    Run measured =
        SampleSessions.measured(
            SampleSessions.measured(
                run,
                new Measurement(
                    Metric.MEMORY_DATA_PLANE,
                    (MEMORY.getOrDefault(arm, 0.0) + jitter) * MIB,
                    "run")),
            new Measurement(Metric.CPU_DATA_PLANE, CPU.getOrDefault(arm, 0.0), "run"));
    List<ResourceUse> proxies =
        Stream.of("order-proxy", "auth-proxy", "load-proxy")
            .map(it -> new ResourceUse(it, Part.DATA_PLANE, 1, MIB, MIB))
            .toList();
    return measured.with(new Run.Observations(proxies, run.tcp(), run.hops(), null, null));
  }
}
