package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Arm.EvidenceMark;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.console.ConsoleFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReportTest {

  @Test
  void aGoodSessionIsGreenAndSaysWhatEachVariantCosts() {
    Report report = SampleReports.report("four-way");

    assertThat(report.green()).isTrue();
    assertThat(report.findings())
        .extracting(Finding::variant)
        .containsExactly("envoy", "istio-plaintext", "istio-mtls");
    assertThat(report.findings().get(2).headline())
        .startsWith("istio-mtls (model) adds ")
        .contains("to p99 under plan steady at 120 req/s", "95 % interval")
        .contains("its encryption was observed on every hop");
  }

  @Test
  void whatTheBaselineShowsAgainstItselfIsSaidOnce() {
    assertThat(SampleReports.report("four-way").findings())
        .extracting(it -> it.headline().contains("Baseline against itself: "))
        .containsExactly(true, false, false);
  }

  @Test
  void anUnverifiedVariantIsRedAndHasNoScore() {
    Report report = SampleReports.report("troubled");

    assertThat(report.plans().get(0).score("istio-mtls").orElseThrow().scored()).isFalse();
    assertThat(report.broken())
        .filteredOn(result -> result.variant().equals("istio-mtls"))
        .filteredOn(result -> result.name().equals("evidence"))
        .singleElement()
        .satisfies(result -> assertThat(result.words()).contains("order → payment"));
  }

  @Test
  void voidAndFailedRunsAreRedWithTheirReason() {
    assertThat(SampleReports.report("troubled").broken())
        .filteredOn(result -> result.name().equals("valid runs"))
        .extracting(CriterionResult::words)
        .anySatisfy(words -> assertThat(words).contains("1 void", "send lag"))
        .anySatisfy(words -> assertThat(words).contains("1 failed", "exit code 1"));
  }

  @Test
  void twoReplicatesDecideNothing() {
    assertThat(SampleReports.report("troubled").findings().get(0).headline())
        .contains(
            "cannot be distinguished from the baseline",
            "(?)",
            "with 2 blocks in common, and 3 are needed");
  }

  @Test
  void anIntervalThatExcludesZeroAndDecidesNothingSaysWhy() {
    Map<String, double[]> millis =
        Map.of(
            "baseline", new double[] {10, 10, 10},
            "baseline-again", new double[] {10, 10, 10},
            "envoy", new double[] {11, 11.5, 12},
            "istio-plaintext", new double[] {10.1, 9.9, 10},
            "istio-mtls", new double[] {9.9, 10.2, 10});
    Session session =
        SampleSessions.change(
            SampleSessions.fourWay(),
            run -> true,
            run ->
                SampleSessions.measured(
                    run,
                    new Measurement(
                        Metric.RESPONSE_P99,
                        millis.get(run.trial().variant().name())[run.trial().replicate() - 1] / 1e3,
                        "response.hlog")));

    assertThat(
            Report.of(session, SampleReports.report("four-way").rules())
                .findings()
                .get(0)
                .headline())
        .startsWith("envoy cannot be distinguished")
        .contains("on its own, but p is 0.09 over all variants (Holm); a true difference of");
  }

  @Test
  void aSessionWithoutAnyValidRunSaysNothingAboutCost() {
    Report report = SampleReports.report("nothing-valid");

    assertThat(report.green()).isFalse();
    assertThat(report.findings())
        .allSatisfy(finding -> assertThat(finding.tone()).isEqualTo(Finding.Tone.NOT_MEASURED));
    assertThat(report.slos())
        .allSatisfy(slo -> assertThat(slo.state()).isEqualTo(SloResult.State.NOT_MEASURED));
  }

  @Test
  void aMissingAaPairIsSaid() {
    Report report = SampleReports.report("without-control");

    assertThat(report.findings().get(0).headline())
        .contains("The baseline was not measured against itself.");
    assertThat(report.warnings()).anySatisfy(w -> assertThat(w.text()).contains("no A/A pair"));
  }

  @Test
  void aNetworkThatCarriedTheBaselineAsWellIsSaid() {
    Session all = SampleSessions.fourWay();
    SortedMap<String, String> facts = new TreeMap<>(all.environment().facts());
    facts.put("network", "cilium-wireguard");
    Session over =
        new Session(
            all.experiment(),
            all.started(),
            all.command(),
            new Environment(facts),
            all.notes(),
            all.planned(),
            all.runs(),
            all.version());

    assertThat(Report.of(all, SampleRules.rules()).warnings())
        .noneMatch(warning -> warning.subject().equals("network"));
    assertThat(Report.of(over, SampleRules.rules()).warnings())
        .filteredOn(warning -> warning.subject().equals("network"))
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.text())
                    .contains("network cilium-wireguard, the baseline as well"));
  }

  @Test
  void aLoadGeneratorThatIsMuchOfWhatItMeasuresIsSaid() {
    Session quick = SampleSessions.fourWay();
    Session slow = quick.with(new Calibration(120, 0.0005, 0.004, 0.0009, 0.3));

    assertThat(Report.of(quick, SampleRules.rules()).warnings())
        .noneMatch(warning -> warning.subject().equals("instrument"));
    assertThat(Report.of(slow, SampleRules.rules()).warnings())
        .filteredOn(warning -> warning.subject().equals("instrument"))
        .singleElement()
        .satisfies(
            warning -> assertThat(warning.text()).contains("own floor of 0.500 ms", "ratios"));
  }

  @Test
  void aRunThatNeverRanIsRed() {
    Session all = SampleSessions.singleReplicate();
    List<Run> runs = all.runs().stream().filter(run -> !isMtls(run)).toList();
    Session cut = all.with(runs);
    Report report = Report.of(cut, SampleRules.rules());

    assertThat(report.broken())
        .extracting(CriterionResult::words)
        .anySatisfy(words -> assertThat(words).contains("1 planned run never ran"));
    assertThat(report.warnings())
        .anySatisfy(warning -> assertThat(warning.text()).contains("1 of 3 planned runs"));
  }

  @Test
  void aValidRunWithoutAnyObservationIsNoProof() {
    Session session =
        SampleSessions.change(
            SampleSessions.singleReplicate(), ReportTest::isMtls, SampleSessions::unobserved);
    Report report = Report.of(session, SampleRules.rules());

    assertThat(report.plans().get(0).arm("istio-mtls").orElseThrow().evidenceMark())
        .isEqualTo(EvidenceMark.UNVERIFIED);
    assertThat(report.green()).isFalse();
  }

  @Test
  void aPromiseThatIsNotClaimedIsListedAndBreaksNothing() throws IOException {
    Session session =
        SampleSessions.change(
            SampleSessions.singleReplicate(), ReportTest::isMtls, ReportTest::unclaimed);
    Report report = Report.of(session, SampleRules.rules());
    Arm arm = report.plans().get(0).arm("istio-mtls").orElseThrow();

    assertThat(arm.evidenceMark()).isEqualTo(EvidenceMark.OBSERVED);
    assertThat(Promises.of(arm)).filteredOn(line -> !line.claimed()).hasSize(2);
    StringWriter console = new StringWriter();
    new ConsoleFormat(false).write(report, console);
    assertThat(console.toString().replaceAll("\\s+", " "))
        .contains(
            "plaintext probe of prices → redis; web → redis is not claimed: the application names no probe for redis");
  }

  @Test
  void evidenceWithoutABoundIsListedAndCountsAsNoProof() throws IOException {
    Session session =
        SampleSessions.change(
            SampleSessions.singleReplicate(), ReportTest::isMtls, ReportTest::unbounded);
    Report report = Report.of(session, SampleRules.rules());
    Arm arm = report.plans().get(0).arm("istio-mtls").orElseThrow();

    assertThat(arm.evidenceMark()).isEqualTo(EvidenceMark.OBSERVED);
    assertThat(Promises.countsInWords(arm)).contains("encryption 5/6");
    StringWriter console = new StringWriter();
    new ConsoleFormat(false).write(report, console);
    assertThat(console.toString().replaceAll("\\s+", " "))
        .contains("encryption on prices → redis: expected TLS records, of the calls that passed");
    assertThat(report.criteria())
        .filteredOn(it -> it.variant().equals("istio-mtls"))
        .anyMatch(
            it ->
                it.passed()
                    && it.words().contains("Proven only for the calls that passed the proxies"));
  }

  @Test
  @Tag("rule-23")
  void sessionsOfDifferentEnvironmentsAreNotCompared() {
    Incomparable refusal =
        Incomparable.among(List.of(SampleSessions.fourWay(), SampleSessions.elsewhere()))
            .orElseThrow();

    assertThat(refusal.words()).contains("cpu.cores: 2 against 3", "kernel: 6.1.0 against 6.12.0");
    assertThat(
            Incomparable.among(List.of(SampleSessions.fourWay(), SampleSessions.singleReplicate())))
        .isEmpty();
  }

  @Test
  @Tag("rule-15")
  void undeclaredDifferencesAreNotLikeForLike() {
    Fairness fairness = SampleReports.report("four-way").fairness();

    assertThat(fairness.undeclared()).extracting(Fairness.Row::name).containsExactly("access-log");
    assertThat(fairness.rows())
        .filteredOn(row -> row.name().equals("tls"))
        .extracting(Fairness.Row::likeness)
        .containsExactly(Fairness.Likeness.DECLARED);
  }

  @Test
  void onlyWhatClaimsEncryptionIsSaidToHaveIt() {
    assertThat(SampleReports.report("four-way").findings())
        .allSatisfy(
            finding ->
                assertThat(finding.headline().contains("encryption was observed"))
                    .as(finding.headline())
                    .isEqualTo(finding.variant().equals("istio-mtls")));
  }

  private static Run unclaimed(Run run) {
    return SampleSessions.with(
        SampleSessions.with(run, unclaimed("prices → redis")), unclaimed("web → redis"));
  }

  private static Evidence unclaimed(String hop) {
    return new Evidence(
        Evidence.Promise.PLAINTEXT_PROBE,
        hop,
        Evidence.Verdict.NOT_CLAIMED,
        "a plaintext client is refused",
        "the application names no probe for redis",
        "probe");
  }

  private static Run unbounded(Run run) {
    return SampleSessions.with(
        run,
        new Evidence(
            Evidence.Promise.ENCRYPTION,
            "prices → redis",
            Evidence.Verdict.UNBOUNDED,
            "TLS records, of the calls that passed the proxies",
            "50 chunks TLS; calls over TCP have no number that could be compared",
            "capture"));
  }

  @Test
  void anArmWasObservedInPartIfSomethingHasNoBoundAndNothingIsBroken() {
    Session session = SampleSessions.fourWay();
    List<Run> some =
        session.runs().stream().map(run -> isMtls(run) ? unbounded(run) : run).toList();

    assertThat(Promises.inPart(mtls(some))).isTrue();
    assertThat(Promises.inPart(mtls(session.runs()))).isFalse();
    assertThat(Promises.inPart(mtls(some.stream().map(ReportTest::unclaimed).toList()))).isTrue();
    assertThat(Promises.inPart(mtls(some.stream().map(ReportTest::disproven).toList()))).isFalse();
  }

  /** On a cluster a baseline has evidence of the way of its calls too, on one node or spread. */
  @Test
  void anArmWithoutAMeshHasNoProxiesThatCarryTheLoad() {
    List<Run> direct =
        SampleSessions.fourWay().runs().stream()
            .filter(run -> run.trial().variant().isBaseline())
            .map(run -> SampleSessions.with(run, traversed()))
            .toList();
    Variant near = direct.get(0).trial().variant().named("baseline-one");
    Variant envoy = Variant.plain("envoy");

    assertThat(observed(near, direct)).isEqualTo("every promise was observed to hold");
    assertThat(observed(envoy, direct)).contains("its proxies were seen to carry the load");
  }

  private static String observed(Variant variant, List<Run> runs) {
    return Promises.observed(new Arm(variant, runs.get(0).trial().plan(), runs));
  }

  private static Evidence traversed() {
    return new Evidence(
        Evidence.Promise.TRAVERSAL,
        "gateway → order",
        Evidence.Verdict.PROVEN,
        "10 requests",
        "10 requests",
        "counters");
  }

  private static Arm mtls(List<Run> runs) {
    List<Run> own = runs.stream().filter(ReportTest::isMtls).toList();
    return new Arm(own.get(0).trial().variant(), own.get(0).trial().plan(), own);
  }

  private static Run disproven(Run run) {
    return SampleSessions.with(
        run,
        new Evidence(
            Evidence.Promise.TRAVERSAL,
            "gateway → order",
            Evidence.Verdict.DISPROVEN,
            "10 requests",
            "9 requests",
            "counters"));
  }

  private static boolean isMtls(Run run) {
    return run.trial().variant().name().equals("istio-mtls");
  }
}
