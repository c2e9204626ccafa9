package io.meshgauge.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.Progress;
import io.meshgauge.soak.SampleSoak;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final String ERASE = "\r\u001b[2K";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private Instant now = Instant.parse("2026-11-21T12:00:00Z");

  @Test
  void withoutATerminalThereIsALinePerPhaseAndOneEveryFiveSeconds() {
    play(new PlainProgress(out, () -> now));

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(
            """
            00:00 experiment test: 2 trials, about 90 s
            00:00 note: The rate is 200/s.
            00:00 [1/2] envoy, plan steady, replicate 1, 1 min 30 s left
            00:00   deploy
            00:10   warm up
            00:15   warm up 25 %
            00:20   warm up 50 %
            00:25   warm up 75 %
            00:30   measure
            00:35   second 5 of 15: 200 answers, p99 12.3 ms
            00:40   second 10 of 15: 200 answers, p99 12.3 ms
            00:45   second 15 of 15: 200 answers, p99 12.3 ms
            00:45   tear down
            00:46 [1/2] envoy: void
            00:46   achieved-rate: 97.0 % of the scheduled requests completed; at least 99 %
            00:46 [2/3] baseline, plan steady, replicate 1, 1 min 32 s left
            """);
  }

  @Test
  void aWindowOfASoakIsPrintedWithItsInjectedFault() {
    Trial soak = new Trial(1, 1, Variant.plain("istio-mtls"), SampleSoak.plan(5));
    SampleSoak windows = new SampleSoak(3, 0);
    PlainProgress progress = new PlainProgress(out, () -> now);

    progress.kept(
        soak,
        windows.disturbed(
            3, new Disturbance(SoakAct.KILL_PROXY, "order-proxy", 20, 0.4, 2, 7, 0.02, 0.3)));
    progress.kept(soak, windows.window(4, 1, 4, 0, List.of()));

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains("window 4 kept: 600 answers")
                    .endsWith("20 promises observed, disturbed on purpose"),
            line ->
                assertThat(line)
                    .contains("window 5 kept: 600 answers")
                    .endsWith("20 promises observed"));
  }

  @Test
  void aTerminalGetsOneOverwrittenLineAndAPermanentLinePerTrial() {
    play(new LiveProgress(out, new Terminal(true, false, false, 100), () -> now));

    String shown = bytes.toString(StandardCharsets.UTF_8);
    List<String> lasting =
        Arrays.stream(shown.split(System.lineSeparator(), -1))
            .filter(line -> line.contains(ERASE))
            .map(line -> line.substring(line.lastIndexOf(ERASE) + ERASE.length()))
            .toList();
    assertThat(shown)
        .contains(
            "\r\u001b[2K[1/2] envoy, steady #1 measure        [#############-------]"
                + "  67 %  p99 12.3 ms  50 s left");
    assertThat(lasting)
        .containsExactly(
            "test: 2 trials, about 90 s",
            "note: The rate is 200/s.",
            "[1/2] envoy, steady #1 void",
            "  achieved-rate: 97.0 % of the scheduled requests completed; at least 99 %");
  }

  @Test
  void aNarrowTerminalIsNotOverrun() {
    play(new LiveProgress(out, new Terminal(true, false, true, 40), () -> now));

    assertThat(bytes.toString(StandardCharsets.UTF_8).split("\r\u001b\\[2K"))
        .filteredOn(line -> line.startsWith("[") && !line.contains("\n"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(40));
  }

  @Test
  void coloursAreOnlyUsedWhereWanted() {
    play(new LiveProgress(out, new Terminal(true, true, true, 100), () -> now));

    assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("\u001b[33mvoid\u001b[0m");
  }

  private void play(Progress progress) {
    Plan plan = new Plan("steady", Duration.ofSeconds(15), new TreeMap<>());
    Trial first = new Trial(1, 1, Variant.plain("envoy"), plan);
    Trial second = new Trial(2, 1, Variant.plain("baseline"), plan);
    progress.planned(
        experiment(plan), new Schedule(List.of(first, second)), Duration.ofSeconds(90));
    progress.note("The rate is 200/s.");
    progress.trialStarted(first);
    progress.phase(first, Phase.DEPLOY, 0);
    after(10);
    for (int i = 0; i < 20; i++) {
      progress.phase(first, Phase.WARM_UP, i / 20.0);
      after(1);
    }
    progress.phase(first, Phase.MEASURE, 0);
    for (int i = 0; i < 15; i++) {
      after(1);
      progress.second(first, new SecondSample(i, 200, 200, 200, 0, 0.004, 0.0123));
    }
    progress.phase(first, Phase.TEAR_DOWN, 0);
    after(1);
    progress.trialFinished(
        first,
        Outcome.VOID,
        List.of(
            new Reason(
                "achieved-rate", "97.0 % of the scheduled requests completed; at least 99 %")));
    progress.added(1);
    progress.trialStarted(second);
  }

  private void after(int seconds) {
    now = now.plusSeconds(seconds);
  }

  private static Experiment experiment(Plan plan) {
    return new Experiment(
        "test",
        PlatformKind.LOCAL,
        List.of(Variant.plain("baseline"), Variant.plain("envoy")),
        List.of(plan),
        new Protocol(1, OptionalDouble.empty(), "poisson", 6000, 16, 1, false),
        List.of(),
        42);
  }
}
