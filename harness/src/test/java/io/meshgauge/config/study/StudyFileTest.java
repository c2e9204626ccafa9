package io.meshgauge.config.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshgauge.study.PublishedStudies;
import io.meshgauge.study.Recomputation;
import io.meshgauge.study.Recomputation.State;
import io.meshgauge.study.Study;
import io.meshgauge.study.StudyAnalysis;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFileTest {
  private static final String REPLICATES =
      """
      title: A study
      citation: Someone (2026)
      data: own.csv
      layout: replicates
      systems:
        baseline: {mesh: baseline}
        istio: {mesh: istio-mtls}
      quantities:
        p99: {unit: ms, metric: response_p99}
        max: {unit: ms}
      quantiles: [[p99, max]]
      """;

  private static final String SUMMARIES =
      """
      title: A study
      citation: Someone (2026)
      data: own.csv
      layout: quantities
      systems: {baseline: , mesh: }
      quantities:
        latency: {unit: ms}
        errors: {kind: count}
        rate: {unit: Mbit/s}
        volume: {unit: GB}
      products:
        - {rate: rate, seconds: 10, volume: volume}
      statistics:
        - {quantity: latency, system: mesh, t: 4.04, degrees-of-freedom: 18, p: < 0.001, cohens-d: 1.81}
        - {quantity: latency, system: mesh, t: 9.99, degrees-of-freedom: 25, p: 0.5, cohens-d: 3}
        - {quantity: errors, system: mesh, t: 2}
      """;

  @TempDir Path folder;

  private Study read(String yaml, String csv) throws IOException {
    Files.writeString(folder.resolve("own.csv"), csv);
    Path file = folder.resolve("own.yaml");
    Files.writeString(file, yaml);
    return StudyFile.read(Path.of(".."), file.toString());
  }

  private List<String> problems(String yaml, String csv) {
    InvalidInputException refused =
        catchThrowableOfType(InvalidInputException.class, () -> read(yaml, csv));
    return refused.problems().stream().map(it -> it.line().replace(folder + "/", "")).toList();
  }

  @Test
  void theStudiesOfTheProjectHaveNoProblem() {
    PublishedStudies studies = StudyFile.all(Path.of(".."));

    assertThat(studies.unread()).isEmpty();
    assertThat(studies.studies())
        .extracting(Study::name)
        .containsExactly(
            "glavchev-2025-tools",
            "glavchev-2026-sidecar",
            "irj-2025-istio-isolation",
            "istio-2025-ambient",
            "shulyak-savenko-2021");
  }

  @Test
  void everyBrokenRowIsReportedWithItsLine() {
    assertThat(
            problems(
                REPLICATES,
                """
                run,system,metric,value
                1,baseline,p99,10
                1,istoi,p99,20
                2,istio,p98,20
                x,istio,p99,20
                0,istio,p99,20
                3,istio,p99,"20,5"
                4,istio,p99
                1,baseline,p99,11
                5,istio,p99,
                6,istio,p99,1e5\
                """))
        .containsExactly(
            "own.csv:3:1: an unknown system \"istoi\"; expected one of baseline, istio",
            "own.csv:4:1: an unknown quantity \"p98\"; expected one of p99, max",
            "own.csv:5:1: run is \"x\"; expected a number with a decimal point, such as 12.5, or"
                + " nothing",
            "own.csv:6:1: run is \"0\"; expected a whole number from 1 to 1000000",
            "own.csv:7:1: value is \"20,5\"; expected a number with a decimal point, such as 12.5,"
                + " or nothing",
            "own.csv:8:1: the row has 3 fields; expected 4, as the header",
            "own.csv:9:1: run 1 of baseline has a second value of p99; expected each run once; the"
                + " first is at line 2",
            "own.csv:10:1: value is empty; expected a number such as 12.5",
            "own.csv:11:1: value is \"1e5\"; expected a number with a decimal point, such as 12.5,"
                + " or nothing");
  }

  @Test
  void readingStopsAfterTwentyProblems() {
    String csv = "run,system,metric,value\n" + "1,istoi,p99,20\n".repeat(50);

    assertThat(problems(REPLICATES, csv))
        .hasSize(21)
        .last()
        .asString()
        .startsWith("own.csv:22:1: reading stopped after 20 problems");
  }

  @Test
  void rowsOfSummariesAreCheckedToo() {
    assertThat(
            problems(
                SUMMARIES,
                """
                metric,baseline_mean,baseline_sd,baseline_n,mesh_mean,mesh_sd,mesh_n
                latency,10,-1,20,12,1,2.5
                errors,,1,,many,1,
                rate,800,,,400,,
                rate,800,,,400,,
                """))
        .containsExactly(
            "own.csv:2:1: baseline_sd is negative; expected a deviation of 0 or more",
            "own.csv:2:1: mesh_n is \"2.5\"; expected a whole number from 1 to 1000000",
            "own.csv:3:1: baseline_sd without baseline_mean; expected both, or neither",
            "own.csv:3:1: mesh_mean is \"many\"; expected a number with a decimal point, such as"
                + " 12.5, or nothing",
            "own.csv:5:1: a second figure of rate for baseline; expected each once; the first is at"
                + " line 4",
            "own.csv:5:1: a second figure of rate for mesh; expected each once; the first is at"
                + " line 4");
  }

  @Test
  void bothFilesAreCheckedAtOnce() {
    assertThat(
            problems(
                """
                title: A study
                data: own.csv
                systems: {istio: {mesh: istio-mlts}}
                quantities: {p99: {metric: respones_p99}}
                scores: {points: p99}
                half-widths: {p99: [5, 2]}
                weights: {}
                """,
                "system,p99\nistio,many\n"))
        .extracting(it -> it.replaceFirst("; expected one of .+, .+", ""))
        .containsExactly(
            "own.csv:2:1: p99 is \"many\"; expected a number with a decimal point, such as 12.5, or"
                + " nothing",
            "own.yaml:1:1: a study without citation:; expected authors, year, title and where it"
                + " was published",
            "own.yaml:3:25: mesh is \"istio-mlts\"",
            "own.yaml:4:28: metric is \"respones_p99\"",
            "own.yaml:5:10: an unknown quantity \"points\"; expected one of p99",
            "own.yaml:6:20: p99 is the list [\"5\", \"2\"]; expected a value or a list, each a"
                + " number of 0 or more, or the smallest and the largest, such as [2, 5]",
            "own.yaml:7:1: unknown key \"weights\"");
  }

  @Test
  void halfWidthsAreThoseOfASystemOrOfAllOthers() throws IOException {
    Study study =
        read(
            REPLICATES.replace("quantiles: [[p99, max]]", "half-widths:")
                + "  p99: {istio: 3, others: [2, 5]}\n  max: 7\n",
            "run,system,metric,value\n1,istio,p99,20\n");

    assertThat(study.claims().halfWidth("p99", "istio").orElseThrow().high()).isEqualTo(3);
    assertThat(study.claims().halfWidth("p99", "baseline").orElseThrow().high()).isEqualTo(5);
    assertThat(study.claims().halfWidth("max", "istio").orElseThrow().high()).isEqualTo(7);
  }

  @Test
  void halfWidthsOfAnUnknownSystemAndQuotientsOfNoVolumeAreRefused() {
    assertThat(
            problems(
                REPLICATES.replace("quantiles: [[p99, max]]", "half-widths:")
                    + "  p99: {istoi: 3}\nquotients:\n  - {quantity: max, of: p99, per: p99, segment: 0}\n",
                "run,system,metric,value\n1,istio,p99,20\n"))
        .extracting(it -> it.replaceFirst("; expected .+", ""))
        .containsExactly(
            "own.yaml:12:9: an unknown system \"istoi\"",
            "own.yaml:14:5: the unit of p99 is \"ms\"",
            "own.yaml:14:49: segment is \"0\"");
  }

  @Test
  void claimsNeedWordsNamesAndOneRange() {
    assertThat(
            problems(
                REPLICATES
                    + """
                    claims:
                      - {words: fast, quantity: [p99, p98], system: istio, against: istoi, low: 1}
                      - {quantity: p99, system: istio, low: 2, high: 1}
                      - {words: fast, quantity: p99, system: istio, low: 1, value: 2}
                      - {words: fast, quantity: p99, system: istio, group: peak, high: < 2}
                      - {words: fast, quantity: p99, system: istio}
                    """,
                "run,system,metric,value\n1,istio,p99,20\n"))
        .extracting(it -> it.replaceFirst("; expected .+", ""))
        .containsExactly(
            "own.yaml:13:29: an unknown quantity \"p98\"",
            "own.yaml:13:65: an unknown system \"istoi\"",
            "own.yaml:14:5: a claim without words:",
            "own.yaml:14:5: a claim of no range",
            "own.yaml:15:5: a claim of no range",
            "own.yaml:16:56: an unknown group \"peak\"",
            "own.yaml:16:68: high is \"< 2\"",
            "own.yaml:17:5: a claim of no range");
  }

  @Test
  void aStudyMayHaveClaimsAndNoFigures() throws IOException {
    String claims =
        """
        title: A study
        citation: Someone (2026)
        systems: {istio: {mesh: istio-mtls, with: {policy: abac}}, linkerd: }
        quantities: {speed: {metric: tcp_throughput}}
        claims: [{words: faster, quantity: speed, system: istio, against: linkerd, low: 1}]
        """;
    Study study = read(claims, "");

    assertThat(study.values()).isEmpty();
    assertThat(study.about().source()).endsWith("own.yaml");
    assertThat(study.system("istio").choices()).containsExactly(Map.entry("policy", "abac"));
    assertThat(problems(claims.replaceFirst("claims:.+", ""), ""))
        .singleElement()
        .asString()
        .startsWith("own.yaml:1:1: a study without data:");
  }

  @Test
  void aHeaderWithoutAColumnIsRefused() {
    assertThat(problems(REPLICATES, "run,system,value\n"))
        .containsExactly(
            "own.csv:1:1: the header lacks metric; expected columns system, run, value, metric");
  }

  @Test
  void anUnknownStudyNamesThoseThatExist() {
    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class, () -> StudyFile.read(Path.of(".."), "glavchev-2026"));

    assertThat(refused).hasMessageContaining("one of glavchev-2025-tools, glavchev-2026-sidecar");
  }

  /** The statistics are scipy.stats.ttest_ind_from_stats(12, 1, 10, 10.2, 0.99, 10). */
  @Test
  void figuresThatDoNotFollowAreFoundWithTheirLine() throws IOException {
    Study study =
        read(
            SUMMARIES,
            """
            metric,baseline_mean,baseline_sd,baseline_n,mesh_mean,mesh_sd,mesh_n
            latency,10.2,0.99,10,12.0,1.00,10
            errors,3.33,,10,3.30,,10
            rate,800,,,400,,
            volume,1.00,,,0.55,,
            """);

    List<Recomputation> found = StudyAnalysis.of(study).recomputations();
    assertThat(subjects(found, State.REPRODUCED))
        .containsExactly(
            "volume of baseline own.csv:5",
            "errors of mesh own.csv:3",
            "t of latency of mesh against baseline own.yaml:14",
            "degrees of freedom of latency of mesh against baseline own.yaml:14",
            "p of latency of mesh against baseline own.yaml:14",
            "Cohen's d of latency of mesh against baseline own.yaml:14");
    assertThat(subjects(found, State.CONTRADICTED))
        .containsExactly(
            "volume of mesh own.csv:5",
            "errors of baseline own.csv:3",
            "t of latency of mesh against baseline own.yaml:15",
            "degrees of freedom of latency of mesh against baseline own.yaml:15",
            "p of latency of mesh against baseline own.yaml:15",
            "Cohen's d of latency of mesh against baseline own.yaml:15");
    assertThat(subjects(found, State.NOT_COMPUTABLE))
        .containsExactly(
            "Tests of errors, rate, volume own.csv",
            "Test of errors of mesh against baseline own.yaml:16");
    assertThat(found)
        .extracting(Recomputation::text)
        .anySatisfy(
            it ->
                assertThat(it)
                    .contains("the nearest are 33 / 10 = 3.3 and 34 / 10 = 3.4; printed 3.33"));
  }

  private List<String> subjects(List<Recomputation> found, State state) {
    return found.stream()
        .filter(it -> it.state() == state)
        .map(it -> it.subject() + " " + it.place().replace(folder + "/", ""))
        .toList();
  }
}
