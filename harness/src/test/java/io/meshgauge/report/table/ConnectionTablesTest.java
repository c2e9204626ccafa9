package io.meshgauge.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.html.HtmlFormat;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionTablesTest {
  /** Milliseconds of CPU that the arm without kept connections uses more per request. */
  private static final double ADDED = 3;

  private static final double CONNECTIONS = 6;

  private static final Variant ONCE =
      Variant.plain("istio-mtls")
          .with("connection-lifetime", "1")
          .with("certificate-key", "rsa-2048")
          .named("mtls-1");

  @Test
  void theAddedCpuIsSharedAmongTheNewConnectionsOfARequest() {
    List<String> row =
        ConnectionTables.cost(report().plans().get(0))
            .groups()
            .get(0)
            .rows()
            .get(0)
            .cells()
            .stream()
            .map(Cell::text)
            .toList();

    assertThat(row.get(0)).isEqualTo("mtls-1 (model)");
    assertThat(row.get(1)).isEqualTo("6.00");
    assertThat(row.get(2)).isEqualTo("0.50 ms");
    assertThat(row.get(3)).isEqualTo("0.50 to 0.50 ms");
  }

  @Test
  void aPlanWhoseArmsKeepTheirConnectionsHasNone() {
    assertThat(ConnectionTables.cost(SampleReports.report("four-way").plans().get(0)).isEmpty())
        .isTrue();
  }

  @Test
  void consoleAndPageShowIt() throws IOException {
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(report(), console);
    StringBuilder page = new StringBuilder();
    new HtmlFormat().write(report(), page);

    assertThat(console).contains("CPU per new connection");
    assertThat(page).contains("What new connections cost");
  }

  private static Report report() {
    Session session = SampleSessions.withArms(ONCE);
    return Report.of(
        SampleSessions.change(
            session, run -> run.trial().variant().name().equals("mtls-1"), run -> of(session, run)),
        SampleReports.report("four-way").rules());
  }

  /** The run of the arm with as much more CPU than the kept one of its block. */
  private static Run of(Session session, Run run) {
    double kept =
        session.runs().stream()
            .filter(it -> it.trial().variant().name().equals("istio-mtls"))
            .filter(it -> it.trial().replicate() == run.trial().replicate())
            .findFirst()
            .orElseThrow()
            .value(Metric.CPU_SYSTEM)
            .orElseThrow();
    double jitter = 0.01 * (run.trial().replicate() - 2);
    return SampleSessions.measured(
        SampleSessions.measured(
            run, new Measurement(Metric.CPU_SYSTEM, kept + ADDED + jitter, "run")),
        new Measurement(Metric.NEW_CONNECTIONS, CONNECTIONS, "proxy"));
  }
}
