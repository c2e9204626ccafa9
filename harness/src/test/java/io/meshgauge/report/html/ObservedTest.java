package io.meshgauge.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObservedTest {
  private static final Run RUN = SampleReports.report("four-way").session().runs().get(0);

  @Test
  void runsThatObservedTheSameShareAnEntryAndWhatFailedComesFirst() {
    List<Observed> found =
        observed(
            5,
            i -> i == 3 ? Verdict.DISPROVEN : Verdict.PROVEN,
            i -> i == 3 ? "plaintext" : "TLSv1.3");

    assertThat(found)
        .extracting(Observed::who, Observed::observed, Observed::held)
        .containsExactly(
            tuple("run #4", "plaintext", false), tuple("runs #1, #2, #3, #5", "TLSv1.3", true));
    String variant = RUN.trial().variant().name();
    assertThat(found.get(0).file())
        .isEqualTo("trials/004-%s-steady-r4/run.json".formatted(variant));
    assertThat(found.get(1).file()).isEqualTo("trials/*-%s-steady-r*/run.json".formatted(variant));
  }

  @Test
  void aFewTextsStayExactAlthoughTheyDifferInNumbersOnly() {
    assertThat(observed(3, i -> Verdict.PROVEN, i -> 1460 + i + " requests"))
        .extracting(Observed::observed)
        .containsExactly("1460 requests", "1461 requests", "1462 requests");
  }

  @Test
  void thousandsOfRunsThatDifferInNumbersAreOneEntryWithTheirRange() {
    List<Observed> found =
        observed(
            2_000,
            i -> i == 1_000 ? Verdict.MISSING : Verdict.PROVEN,
            i ->
                "%d requests in %d.5 s over HTTP/1.1 from 10.0.0.7"
                    .formatted(1400 + i % 97, i % 7));

    assertThat(found)
        .extracting(Observed::who, Observed::observed)
        .containsExactly(
            tuple("run #1001", "1430 requests in 6.5 s over HTTP/1.1 from 10.0.0.7"),
            tuple(
                "1999 runs, #1 to #2000",
                "1400…1496 requests in 0.5…6.5 s over HTTP/1.1 from 10.0.0.7"));
  }

  @Test
  void textsThatDifferInWordsAreNotMixedAndAreCounted() {
    List<Observed> found = observed(30, i -> Verdict.PROVEN, i -> "x".repeat(i + 1));

    EvidenceView.LineRow row =
        new EvidenceView.LineRow(line(arm(30, i -> Verdict.PROVEN, i -> "")), found);
    assertThat(found).hasSize(30);
    assertThat(row.listed()).hasSize(20);
    assertThat(row.unlisted()).containsExactly(10);
    assertThat(row.summary()).isEqualTo("Every run: 30 observations, 30 different");
  }

  private static List<Observed> observed(
      int runs, IntFunction<Verdict> verdict, IntFunction<String> observed) {
    Arm arm = arm(runs, verdict, observed);
    return Observed.of(arm, line(arm));
  }

  private static Promises.Line line(Arm arm) {
    return Promises.of(arm).get(0);
  }

  private static Arm arm(int runs, IntFunction<Verdict> verdict, IntFunction<String> observed) {
    Trial trial = RUN.trial();
    return new Arm(
        trial.variant(),
        trial.plan(),
        IntStream.range(0, runs)
            .mapToObj(
                i ->
                    new Run(
                        new Trial(i + 1, i + 1, trial.variant(), trial.plan()),
                        RUN.outcome(),
                        List.of(),
                        RUN.setup(),
                        List.of(
                            new Evidence(
                                Promise.ENCRYPTION,
                                "order → payment",
                                verdict.apply(i),
                                "TLS records",
                                observed.apply(i),
                                "packet capture")),
                        RUN.observations(),
                        RUN.results()))
            .toList());
  }
}
