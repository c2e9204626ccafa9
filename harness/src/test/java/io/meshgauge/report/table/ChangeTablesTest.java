package io.meshgauge.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.experiment.change.RolloutSettings;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleChanges;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SloResult;
import io.meshgauge.report.answer.Brief;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.csv.RunsCsvFormat;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.report.markdown.MarkdownFormat;
import io.meshgauge.trend.SessionFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeTablesTest {
  private final Report report = SampleReports.report("failover");

  @Test
  void everyArmHasItsFailuresWithTheirIntervalAndTheLengthsOfTheGaps() {
    Table table = ChangeTables.effects(report.plans().get(0));

    assertThat(table.groups().get(0).rows())
        .anySatisfy(
            row -> {
              assertThat(row.cells().get(0).text()).isEqualTo("envoy");
              // Every run has two faults, of which each costs 12 of 500 requests.
              assertThat(row.cells().get(3).text()).isEqualTo("2.40");
              assertThat(row.cells().get(4).text()).isEqualTo("12");
              assertThat(row.cells().get(4).more().inline()).isEqualTo(" (12)");
              assertThat(row.cells().get(5).text()).isEqualTo("0.25");
              assertThat(row.cells().get(7).text()).isEqualTo("0.23");
            })
        .anySatisfy(
            row -> {
              assertThat(row.cells().get(0).text()).isEqualTo("baseline");
              assertThat(row.cells().get(4).text()).isEqualTo("0");
            });
    assertThat(ChangeTables.effects(SampleReports.report("four-way").plans().get(0)).isEmpty())
        .isTrue();
  }

  @Test
  void toScaleInAndToScaleOutHaveRowsOfTheirOwn() {
    Session session = SampleChanges.session(Plan.ROLLOUT);
    Session scaled = session.with(session.runs().stream().map(ChangeTablesTest::scaled).toList());

    Table table = ChangeTables.effects(Report.of(scaled, SampleRules.rules()).plans().get(0));

    assertThat(table.groups().get(0).rows())
        .extracting(row -> row.cells().get(0).text(), row -> row.cells().get(1).text())
        .contains(tuple("envoy, scale-in", "3"), tuple("envoy, scale-out", "3"))
        .doesNotContain(tuple("envoy", "6"));
  }

  /** A run whose two changes scale a service in and out. */
  private static Run scaled(Run run) {
    List<ChangeEffect> effects = new ArrayList<>();
    for (ChangeEffect was : run.results().changes()) {
      Change change = was.change();
      effects.add(
          new ChangeEffect(
              new Change(
                  effects.isEmpty() ? RolloutSettings.SCALE_IN : RolloutSettings.SCALE_OUT,
                  change.victim(),
                  change.beginMicros(),
                  change.endMicros()),
              was.requests(),
              was.failed(),
              was.longestGapSeconds(),
              was.worstSecondSeconds(),
              was.recoverySeconds(),
              was.slices()));
    }
    return run.with(new Run.Results(run.results().load(), null, null, run.measurements(), effects));
  }

  @Test
  void allFormatsHaveWhatTheChangesCost() throws IOException {
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(report, console);
    StringBuilder markdown = new StringBuilder();
    new MarkdownFormat().write(report, markdown);
    StringBuilder csv = new StringBuilder();
    new RunsCsvFormat().write(report, csv);

    assertThat(console).contains("What a change costs", "failed requests per change");
    assertThat(markdown).contains("What a change costs", "12 (12)");
    assertThat(csv).contains("change_errors", "longest_gap", "worst_second", "recovery");
  }

  @Test
  void theSentenceOfAnArmSaysWhatAFailureCostsItAndTheBaseline() {
    Brief brief = new Brief(report);

    assertThat(brief.arms().stream().map(Brief.Line::sentence))
        .anyMatch(
            it ->
                it.startsWith(
                    "envoy: each failure of a process costs 12 requests (0 without a mesh), the last of them 225 ms after it"))
        .anyMatch(
            it ->
                it.startsWith(
                    "istio-mtls (model): the failure of a process costs no request (0 without a mesh)"));
    assertThat(brief.open().orElse("")).doesNotContain("p50", "p99");
  }

  @Test
  void aReplacementIsCalledSoAndThePageSaysWhatTheBaselineIsFor() throws IOException {
    Report rollout = Report.of(SampleChanges.session(Plan.ROLLOUT), SampleRules.rules());
    StringBuilder page = new StringBuilder();
    new HtmlFormat().write(rollout, page);
    StringBuilder other = new StringBuilder();
    new HtmlFormat().write(report, other);

    assertThat(new Brief(rollout).arms().stream().map(Brief.Line::sentence))
        .anyMatch(
            it ->
                it.startsWith(
                    "envoy: each change of its processes costs 12 requests (0 without a mesh), the last of them 225 ms after its begin"))
        .anyMatch(it -> it.contains("a change of its processes costs no request"));
    assertThat(page).contains("which is the upper bound", "What a change costs");
    assertThat(other).doesNotContain("upper bound");
  }

  @Test
  void sessionsAreFollowedByWhatIsNeverZero() {
    assertThat(SessionFigures.of(report.session(), "session", "").arms())
        .isNotEmpty()
        .allSatisfy(
            arm -> assertThat(arm.logs()).containsKeys(Metric.LONGEST_GAP, Metric.WORST_SECOND));
  }

  @Test
  void itsErrorsAreJudgedByItsOwnMetricAlone() {
    PlanReport plan = report.plans().get(0);

    assertThat(plan.slos())
        .extracting(SloResult::slo)
        .noneMatch(slo -> slo.metric() == Metric.ERROR_RATIO);
    assertThat(plan.contrast("envoy").orElseThrow().on(Metric.CHANGE_ERRORS).orElseThrow().worse())
        .isTrue();
  }

  @Test
  void whenARuleIsInForceIsSaidForNewAndKeptConnectionsAndWhereItIsNot() throws IOException {
    Report rules = SampleReports.report("enforcement");
    Table table = ChangeTables.transitions(rules.plans().get(0));

    assertThat(table.groups().get(0).rows())
        .extracting(row -> row.cells().get(0).text(), row -> row.cells().get(1).text())
        .containsExactlyInAnyOrder(
            tuple("istio-mtls", "denial added"),
            tuple("istio-mtls", "denial taken back"),
            tuple("istio-plaintext", "denial added"),
            tuple("istio-plaintext", "denial taken back"));
    assertThat(table.groups().get(0).rows())
        .filteredOn(row -> row.cells().get(1).text().equals("denial added"))
        .allSatisfy(
            row -> {
              assertThat(row.marked()).isTrue();
              assertThat(row.cells().get(5).text()).isEqualTo("15.0");
              assertThat(row.cells().get(6).text()).isEqualTo("auth");
              assertThat(row.cells().get(8).text()).isNotEqualTo("0");
            });
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(rules, console);
    assertThat(console).contains("When a changed policy is in force");
    assertThat(new Brief(rules).arms().stream().map(Brief.Line::sentence))
        .anyMatch(it -> it.contains("a changed policy is in force at all proxies after"));
  }

  @Test
  void howLongAPodTakesToStartIsSaidStepByStepAndAgainstTheBaseline() throws IOException {
    Report starts = SampleReports.report("start");
    Table table = ChangeTables.starts(starts.plans().get(0));

    assertThat(table.columns())
        .extracting(it -> it.head().text())
        .containsExactly(
            "variant",
            "pods",
            "created, s",
            "proxy ready, s",
            "service runs, s",
            "first answer, s");
    assertThat(table.groups().get(0).rows())
        .anySatisfy(
            row -> {
              assertThat(row.cells().get(0).text()).isEqualTo("baseline");
              assertThat(row.cells().get(3).text()).as("it has no proxy").isEmpty();
            })
        .anySatisfy(
            row -> {
              assertThat(row.cells().get(0).text()).startsWith("istio-mtls");
              assertThat(row.cells().get(3).text()).isEqualTo("1.20");
              assertThat(row.cells().get(5).text()).startsWith("6.0");
            });
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(starts, console);
    StringBuilder page = new StringBuilder();
    new HtmlFormat().write(starts, page);
    assertThat(console).contains("How long a pod takes to start");
    assertThat(page)
        .contains(
            "How long a pod takes to start",
            "Added time to start against added CPU",
            "the new pod is there for 5.00 s")
        .doesNotContain("out of service for");
    assertThat(new Brief(starts).arms().stream().map(Brief.Line::sentence))
        .anyMatch(
            it ->
                it.startsWith("istio-mtls")
                    && it.contains("a new pod gives its first answer after 6.0")
                    && it.contains("longer (+"));
    assertThat(ChangeTables.starts(report.plans().get(0)).isEmpty()).isTrue();
  }

  @Test
  void ofASingleReplicateTheTimeToStartHasNoInterval() throws IOException {
    Session starts = SampleChanges.start();
    Session once =
        starts.with(starts.runs().stream().filter(it -> it.trial().replicate() == 1).toList());
    Report report = Report.of(once, SampleRules.rules());
    StringBuilder page = new StringBuilder();
    new HtmlFormat().write(report, page);

    assertThat(page).contains("a new pod gives its first answer after 6.0");
    assertThat(new Brief(report).arms().stream().map(Brief.Line::sentence))
        .anyMatch(it -> it.startsWith("istio-mtls") && it.contains("on average, +19"));
  }
}
