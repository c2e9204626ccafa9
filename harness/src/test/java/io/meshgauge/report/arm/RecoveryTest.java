package io.meshgauge.report.arm;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.KnownAmount;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.registry.ReportFormats;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-25")
class RecoveryTest {
  private static final double MILLISECOND = 1e-3;

  @Test
  void whatWasAddedIsComparedWithWhatWasMeasured() {
    Recovery found = recovery(1 * MILLISECOND);

    assertThat(found.amount()).isEqualTo(KnownAmount.DELAY);
    assertThat(found.added()).isEqualTo(1 * MILLISECOND);
    assertThat(found.reference().name()).isEqualTo("baseline");
    assertThat(found.difference().ratio()).isFalse();
    assertThat(found.recovered()).contains(true);
    assertThat(found.warning()).isEmpty();
  }

  @Test
  void anAmountOutsideTheIntervalIsAWarning() {
    Recovery found = recovery(30 * MILLISECOND);

    assertThat(found.recovered()).contains(false);
    assertThat(found.warning().orElseThrow().text())
        .startsWith("adds 1.00 ms to every request, but ");
  }

  @Test
  void everyFormatForPeopleShowsIt() throws IOException {
    Report report = Report.of(delayed(1 * MILLISECOND), SampleReports.report("four-way").rules());
    for (ReportFormat format : ReportFormats.all()) {
      StringBuilder text = new StringBuilder();
      format.write(report, text);
      switch (format.name()) {
        case "console" -> assertThat(text).contains("known amount").contains("recovered");
        case "html" -> assertThat(text).contains("id=\"known-0\"");
        case "json" -> assertThat(text).contains("\"knownAmounts\"");
        default ->
            assertThat(List.of("cbom", "csv", "csv-comparisons", "junit", "markdown", "smp"))
                .contains(format.name());
      }
    }
  }

  private static Recovery recovery(double measured) {
    PlanReport plan =
        Report.of(delayed(measured), SampleReports.report("four-way").rules()).plans().get(0);
    assertThat(plan.recoveries()).hasSize(1);
    return plan.recoveries().get(0);
  }

  /** A session whose delayed arm is the baseline's run with another p50. */
  private static Session delayed(double by) {
    Session session = SampleSessions.knownAmounts();
    return SampleSessions.change(
        session,
        run -> run.trial().variant().name().equals("delay-1ms"),
        run -> shifted(session, run, by));
  }

  private static Run shifted(Session session, Run run, double by) {
    double p50 =
        session.runs().stream()
            .filter(other -> other.trial().variant().isBaseline())
            .filter(other -> other.trial().replicate() == run.trial().replicate())
            .findFirst()
            .orElseThrow()
            .value(Metric.RESPONSE_P50)
            .orElseThrow();
    double jitter = 0.02 * MILLISECOND * (run.trial().replicate() - 2);
    return SampleSessions.measured(
        run, new Measurement(Metric.RESPONSE_P50, p50 + by + jitter, "load/response.hlog"));
  }
}
