package io.meshgauge.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.config.study.StudyFile;
import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Replicates;
import io.meshgauge.stats.Verdict;
import io.meshgauge.stats.Welch;
import io.meshgauge.study.ClaimedRange.Agreement;
import io.meshgauge.study.Claims.Figure;
import io.meshgauge.study.Recomputation.State;
import io.meshgauge.study.StudyContrast.Basis;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The studies of the project, from their files. */
class StudyAnalysisTest {
  private static StudyAnalysis analysis(String name) {
    return StudyAnalysis.of(StudyFile.read(Path.of(".."), name));
  }

  private static StudyContrast contrast(
      StudyAnalysis analysis, String group, String quantity, String system) {
    return analysis.contrasts().stream()
        .filter(it -> it.to().group().equals(group))
        .filter(it -> it.quantity().name().equals(quantity))
        .filter(it -> it.to().system().equals(system))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> texts(StudyAnalysis analysis, State state) {
    return analysis.recomputations(state).stream()
        .map(it -> "%s: %s (%s)".formatted(it.subject(), it.text(), it.place()))
        .toList();
  }

  @Test
  void replicatesGiveRatiosWithIntervals() {
    // scipy.stats.ttest_ind(log(b), log(a), equal_var=False) and its confidence_interval.
    StudyContrast istio =
        contrast(analysis("shulyak-savenko-2021"), "450", "client/latency_p99_ms", "istio");

    assertThat(istio.basis()).isEqualTo(Basis.REPLICATES);
    assertThat(istio.ratio()).hasValueCloseTo(16.02991606675382, within(1e-9));
    assertThat(istio.interval().orElseThrow().low()).isCloseTo(15.66057139820955, within(1e-9));
    assertThat(istio.interval().orElseThrow().high()).isCloseTo(16.407971495634566, within(1e-9));
    Welch welch = istio.tests().orElseThrow().welch();
    assertThat(welch.t()).isCloseTo(117.2156976280429, within(1e-9));
    assertThat(welch.degreesOfFreedom()).isCloseTo(4.01829434197782, within(1e-9));
    assertThat(welch.interval().low()).isCloseTo(226.23531645032043, within(1e-7));
    assertThat(welch.interval().high()).isCloseTo(237.19268354967963, within(1e-7));
    // Three systems; of their p values this is the second smallest, so Holm doubles it.
    assertThat(istio.adjustedP()).hasValueCloseTo(2 * 2.9700425907e-08, within(1e-15));
    assertThat(istio.verdict()).contains(Verdict.HIGHER);
  }

  @Test
  void theVerdictOnASessionHoldsOfReplicatesOfAStudy() {
    Study study = StudyFile.read(Path.of(".."), "shulyak-savenko-2021");

    assertThat(List.of("istio", "traefik-mesh", "linkerd"))
        .allMatch(
            mesh ->
                Comparison.of(
                        Metric.RESPONSE_P99,
                        Replicates.of(p99(study, "baseline")),
                        Replicates.of(p99(study, mesh)),
                        Optional.empty())
                    .worse());
  }

  private static double[] p99(Study study, String system) {
    return study.value("450", system, "client/latency_p99_ms").orElseThrow().all();
  }

  @Test
  void onlyOneDifferenceBetweenReplicatesIsUndecided() {
    StudyAnalysis shulyak = analysis("shulyak-savenko-2021");

    assertThat(shulyak.contrasts())
        .hasSize(60)
        .filteredOn(it -> it.verdict().orElseThrow() == Verdict.UNDECIDED)
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.quantity().name()).isEqualTo("data_plane/cpu_percent");
              assertThat(it.from().system()).isEqualTo("istio");
              assertThat(it.to().system()).isEqualTo("traefik-mesh");
              assertThat(it.detectable().orElseThrow()).isBetween(0.3, 0.4);
            });
  }

  @Test
  void replicatesWithP99AboveTheirMaximumAreNamedByLine() {
    assertThat(texts(analysis("shulyak-savenko-2021"), State.CONTRADICTED))
        .singleElement()
        .asString()
        .contains(
            "3 of 180 pairs",
            "istio (50 req/s, run 2): p99 238.12, p100 235.82",
            "run 3",
            "run 4",
            "shulyak-savenko-2021.csv:51,55,59,63,67,71");
  }

  @Test
  void summaryStatisticsGiveTestsAndTheRestIsSaid() {
    StudyAnalysis irj = analysis("irj-2025-istio-isolation");

    StudyContrast latency = contrast(irj, "", "latency_mean", "istio");
    assertThat(latency.basis()).isEqualTo(Basis.DEVIATIONS);
    assertThat(latency.ratio()).hasValueCloseTo(1.2864493996569468, within(1e-12));
    assertThat(latency.interval().orElseThrow().low()).isCloseTo(1.271345737860803, within(1e-9));
    assertThat(latency.interval().orElseThrow().high()).isCloseTo(1.3017324938394659, within(1e-9));
    StudyContrast retransmits = contrast(irj, "", "retransmissions_per_run", "istio");
    assertThat(retransmits.basis()).isEqualTo(Basis.MEANS);
    assertThat(retransmits.verdict()).isEmpty();
    assertThat(texts(irj, State.NOT_COMPUTABLE))
        .singleElement()
        .asString()
        .startsWith(
            "Tests of deviation within a run, data per run, retransmits per run, retransmits per"
                + " GB, estimated loss: means without deviations");
  }

  @Test
  void theTableOfTheIsolationStudyHasSevenRows() {
    Study irj = analysis("irj-2025-istio-isolation").study();

    assertThat(irj.quantities())
        .hasSize(7)
        .allMatch(it -> irj.values(it.name()).size() == 2, "of both systems");
    assertThat(irj.value("", "istio", "loss").orElseThrow().mean()).isEqualTo(0.000041);
  }

  @Test
  void amountsPerVolumeAreDividedAgain() {
    StudyAnalysis irj = analysis("irj-2025-istio-isolation");

    assertThat(texts(irj, State.REPRODUCED))
        .anySatisfy(
            it ->
                assertThat(it)
                    .contains("retransmits per GB of istio: 7.9 / 25.94 GB = 0.3026 to 0.3065"))
        .anySatisfy(
            it ->
                assertThat(it)
                    .contains(
                        "loss of istio: 100 × 7.9 × 1460 B / 25.94 = 0.00004417 to 0.00004475 %"
                            + " with GB, 0.00004114 to 0.00004168 % with GiB"));
    assertThat(texts(irj, State.CONTRADICTED))
        .anySatisfy(
            it ->
                assertThat(it)
                    .contains("3245 / 50.74 GB = 63.94 to 63.97; printed 65.9", ".csv:7)"))
        .anySatisfy(it -> assertThat(it).contains("printed 0.00896 %", ".csv:8)"));
  }

  @Test
  void noPrintedTestOfTheThroughputFollows() {
    assertThat(texts(analysis("irj-2025-istio-isolation"), State.CONTRADICTED))
        .filteredOn(it -> it.contains("of TCP throughput of istio against baseline"))
        .hasSize(5)
        .anySatisfy(it -> assertThat(it).contains("30.160 to 30.644", "printed 13.2"))
        .anySatisfy(it -> assertThat(it).contains("-6.637 to -6.610", "printed -5.96"));
  }

  @Test
  void dataPerRunFollowsFromTheThroughputInGibOnly() {
    assertThat(texts(analysis("irj-2025-istio-isolation"), State.REPRODUCED))
        .anySatisfy(
            it ->
                assertThat(it)
                    .contains(
                        "14.53 Gbit/s × 30 s / 8 = 54.49 GB = 50.75 GiB; printed 50.74 GB, which is"
                            + " the number of GiB"))
        .anySatisfy(it -> assertThat(it).contains("158 / 20 = 7.9; printed 7.9"));
  }

  @Test
  void halfWidthsAreAnAssumption() {
    StudyAnalysis tools = analysis("glavchev-2025-tools");

    StudyContrast traefik = contrast(tools, "baseline", "baseline_p95_ms", "traefik");
    assertThat(traefik.basis()).isEqualTo(Basis.HALF_WIDTHS);
    assertThat(traefik.tests()).isEmpty();
    // exp(ln(95/88) ± hypot(2/88, 5/95)): 2 is printed for HAProxy, 5 is the largest of all.
    assertThat(traefik.interval().orElseThrow().low()).isCloseTo(1.01941, within(1e-4));
    assertThat(traefik.verdict()).contains(Verdict.HIGHER);
    // exp(ln(122/108) ± hypot(5/108, 5/122)): under stress none is printed for a system.
    assertThat(contrast(tools, "stress", "stress_p95_ms", "traefik").interval().orElseThrow().low())
        .isCloseTo(1.06185, within(1e-4));
    assertThat(contrast(tools, "baseline", "baseline_p95_ms", "nginx").verdict())
        .contains(Verdict.UNDECIDED);
    assertThat(texts(tools, State.CONTRADICTED))
        .singleElement()
        .asString()
        .contains("5 of 6 systems completed less", "istio-mtls 1300 (87 %)");
  }

  @Test
  void efficiencyIsTheThroughputWithAllFactorsOne() {
    StudyAnalysis tools = analysis("glavchev-2025-tools");

    assertThat(tools.efficiency())
        .filteredOn(it -> it.system().equals("istio-mtls"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.terms().latency()).isCloseTo(1.0 / 185, within(1e-12));
              assertThat(it.terms().throughput()).isEqualTo(1300);
              assertThat(it.terms().overhead()).isCloseTo(1.0 / 16, within(1e-12));
            });
    assertThat(texts(tools, State.NOT_COMPUTABLE))
        .anySatisfy(it -> assertThat(it).contains("α, β and γ are not printed"))
        .anySatisfy(it -> assertThat(it).contains("E ranks by throughput alone"));
  }

  @Test
  void targetsAndBudgetsAreFoundWhereTheyExist() {
    StudyAnalysis sidecar = analysis("glavchev-2026-sidecar");

    assertThat(sidecar.fits())
        .filteredOn(ScoreFit::reproduced)
        .extracting(it -> it.criterion().orElseThrow().formula())
        .containsExactly(
            "clamp((x - 8000) / 2000, 0, 1)",
            "clamp(1 - (x - 10) / 15, 0, 1)",
            "clamp(1 - (x - 200) / 150, 0, 1)");
    // scipy.optimize.linprog of the same bounds.
    assertThat(sidecar.fits().get(0).excess()).isCloseTo(0.06230769, within(1e-8));
    assertThat(sidecar.fits().get(1).excess()).isCloseTo(0.043, within(1e-8));
    assertThat(sidecar.fits().get(0).witness().orElseThrow())
        .extracting(ScoreFit.Row::system)
        .containsExactly("envoy", "linkerd");
  }

  @Test
  void compositeWithWeightsOfAnotherSumFollowsFromNoWeights() {
    StudyAnalysis sidecar = analysis("glavchev-2026-sidecar");
    CompositeFit equal = sidecar.composites().get(0);
    CompositeFit heavy = sidecar.composites().get(1);

    assertThat(equal.reproduced()).isTrue();
    assertThat(heavy.composite().sum()).isCloseTo(1.2, within(1e-12));
    assertThat(heavy.givenMatches()).isEmpty();
    assertThat(heavy.normalisedMatches()).containsExactly("linkerd");
    // scipy.optimize.linprog over all weights with the sum 1.
    assertThat(heavy.deviation()).isCloseTo(0.014675228292084976, within(1e-9));
    assertThat(heavy.impossible()).isTrue();
    assertThat(texts(sidecar, State.CONTRADICTED))
        .anySatisfy(
            it ->
                assertThat(it)
                    .contains(
                        "printed envoy > linkerd > istio-ambient > istio-mtls; the printed points"
                            + " and weights give linkerd > envoy"));
  }

  private static List<String> claims(StudyAnalysis analysis) {
    return analysis.claims().stream()
        .map(
            it ->
                "%s %s %s %s %s"
                    .formatted(
                        it.statement().system(),
                        it.statement().quantity(),
                        it.group(),
                        it.statement().range().text(),
                        it.agreement().map(Enum::name).orElse("NO FIGURES")))
        .toList();
  }

  @Test
  void figuresOfTheTextAreCheckedAgainstThoseOfTheTable() {
    assertThat(claims(analysis("irj-2025-istio-isolation")))
        .containsExactly(
            "istio latency_sd_within  3.88 OUTSIDE",
            "istio latency_sd_within  2.3 OUTSIDE",
            "baseline retransmissions_per_gb  64.0 OUTSIDE",
            "baseline loss  0.0087 OUTSIDE");
    assertThat(claims(analysis("shulyak-savenko-2021")))
        .contains(
            "linkerd client/latency_p50_ms 450 ≤ 11 OUTSIDE",
            "traefik-mesh client/latency_p100_ms 450 ≤ 170 OUTSIDE",
            "istio client/latency_p99_ms 3500 ≥ 1 WITHIN")
        .noneMatch(it -> it.contains("p100_ms 50 "));
  }

  @Test
  void ratiosOfTheTextAreCheckedAgainstIntervals() {
    StudyAnalysis tools = analysis("glavchev-2025-tools");

    // exp(ln(125/110) ± hypot(5/110, 5/125)) crosses both ends of 15 to 20 %.
    assertThat(claims(tools).get(0))
        .isEqualTo("istio-mtls baseline_p95_ms baseline 1.15 to 1.20 UNDECIDED");
    assertThat(tools.claims().get(0).interval().orElseThrow().low())
        .isCloseTo(1.0696, within(1e-4));
    assertThat(claims(analysis("glavchev-2026-sidecar")))
        .contains(
            "istio-mtls latency_p99_ms load 1.5 to 2 WITHIN",
            "istio-abac latency_p95_ms  1.05 to 1.15 NO FIGURES");
    // Means alone: (220 ± 0.5) / (120 ± 0.5)
    assertThat(analysis("glavchev-2026-sidecar").claims())
        .filteredOn(it -> it.statement().range().text().equals("1.5 to 2"))
        .last()
        .satisfies(
            it -> {
              assertThat(it.interval().orElseThrow().low()).isCloseTo(219.5 / 120.5, within(1e-12));
              assertThat(it.interval().orElseThrow().high())
                  .isCloseTo(220.5 / 119.5, within(1e-12));
            });
  }

  @Test
  void aStudyWithoutFiguresHasClaimsAndNothingElse() {
    StudyAnalysis ambient = analysis("istio-2025-ambient");

    assertThat(ambient.study().values()).isEmpty();
    assertThat(ambient.contrasts()).isEmpty();
    assertThat(ambient.recomputations()).isEmpty();
    assertThat(ambient.claims()).hasSize(11).allMatch(it -> it.agreement().isEmpty());
  }

  @Test
  void anIntervalIsInARangeOutsideItOrCrossesAnEnd() {
    ClaimedRange range = range("1.3", "2");

    assertThat(range.of(new Interval(1.3, 2))).isEqualTo(Agreement.WITHIN);
    assertThat(range.of(new Interval(1.29, 1.5))).isEqualTo(Agreement.UNDECIDED);
    assertThat(range.of(new Interval(1.9, 2.01))).isEqualTo(Agreement.UNDECIDED);
    assertThat(range.of(new Interval(1, 3))).isEqualTo(Agreement.UNDECIDED);
    assertThat(range.of(new Interval(1, 1.29))).isEqualTo(Agreement.OUTSIDE);
    assertThat(range.of(new Interval(2.01, 3))).isEqualTo(Agreement.OUTSIDE);
    assertThat(range("", "2").of(new Interval(-5, 2))).isEqualTo(Agreement.WITHIN);
    assertThat(range("1", "").of(new Interval(0.5, 0.9))).isEqualTo(Agreement.OUTSIDE);
    // One number stands for what rounds to it.
    assertThat(range("3.88", "3.88").of(new Interval(3.876, 3.884))).isEqualTo(Agreement.WITHIN);
    assertThat(range("3.88", "3.88").of(new Interval(3.89, 3.9))).isEqualTo(Agreement.OUTSIDE);
  }

  private static ClaimedRange range(String low, String high) {
    return new ClaimedRange(end(low), end(high));
  }

  private static Optional<Figure> end(String text) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(new Figure(Double.parseDouble(text), new BigDecimal(text).scale(), false));
  }
}
