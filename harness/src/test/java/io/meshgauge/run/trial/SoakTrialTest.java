package io.meshgauge.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.archive.SoakLog;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.load.WorkerLostException;
import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakTrialTest {
  private static final Map<String, String> GO_ON = Map.of("on-alarm", "continue");

  @TempDir Path folder;

  @Test
  void everyWindowIsRecordedAndTheRunIsTheirSum() {
    FakeSoak soak = new FakeSoak(12, Map.of());
    RunArchive archive = soak.archive(folder);

    Run run = soak.run(archive);
    archive.store(run);

    assertThat(run.outcome()).isEqualTo(Outcome.VALID);
    Run read = archive.read().runs().get(0);
    SoakRecord record = read.soaked().orElseThrow();
    assertThat(record.windows()).hasSize(12);
    assertThat(record.windows()).extracting(SoakWindow::index).doesNotHaveDuplicates();
    assertThat(read.measuredLoad().orElseThrow().completed()).isEqualTo(12 * 2400);
    assertThat(read.measuredLoad().orElseThrow().allowedResponse().count()).isEqualTo(12 * 1200);
    assertThat(read.resources()).hasSize(5).allMatch(use -> use.cpuSeconds() > 14);
    assertThat(read.evidence())
        .extracting(Evidence::observed)
        .contains("in each of 12 windows; the latest: seen");
    assertThat(read.measurements()).isEqualTo(run.measurements());
  }

  @Test
  void windowNextToOtherWorkIsVoidAndKeepsItsMachineUse() {
    FakeSoak soak = new FakeSoak(3, Map.of());
    soak.otherWork = 0.25;
    RunArchive archive = soak.archive(folder);

    Run run = soak.run(archive);
    archive.store(run);

    assertThat(run.outcome()).isEqualTo(Outcome.VOID);
    assertThat(run.reasons()).extracting(Reason::rule).containsExactly("unsound-windows");
    SoakRecord record = archive.read().runs().get(0).soaked().orElseThrow();
    assertThat(record.windows())
        .hasSize(3)
        .allSatisfy(
            window -> {
              assertThat(window.broken()).extracting(Reason::rule).containsExactly("other-work");
              assertThat(window.machine()).isNotNull();
            });
  }

  @Test
  void leakEndsTheSoakWithAnAlarmAsSoonAsItIsCertain() {
    FakeSoak soak = new FakeSoak(60, Map.of("settling", "PT0S"));
    soak.leakPerWindow = 2;

    Run run = soak.run(soak.archive(folder));

    assertThat(soak.kept).isBetween(20, 40);
    assertThat(soak.sent)
        .singleElement()
        .satisfies(alarm -> assertThat(alarm.text()).contains("working set of payment rises by"));
    assertThat(soak.alarmed).as("the listener gets it as well").isEqualTo(soak.sent);
    assertThat(soak.events).extracting(SoakEvent::kind).contains(SoakEvent.Kind.ALARM);
    assertThat(soak.notes).anyMatch(note -> note.contains("ended by its alarm"));
    assertThat(run.outcome()).as("what was measured is valid").isEqualTo(Outcome.VALID);
  }

  @Test
  void failedDeploymentIsRepeatedAndTheGapIsRecorded() {
    FakeSoak soak = new FakeSoak(10, GO_ON);
    soak.failures.put(5, new PlatformException("order: no process 7; expected it to be up"));
    RunArchive archive = soak.archive(folder);

    Run run = soak.run(archive);

    assertThat(run.outcome()).isEqualTo(Outcome.VALID);
    assertThat(soak.deployments).isEqualTo(2);
    SoakRecord record = record(archive, soak);
    assertThat(record.windows()).hasSize(10);
    assertThat(record.windows()).extracting(SoakWindow::leg).contains(1, 2);
    assertThat(record.events(SoakEvent.Kind.LOST))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).contains("no process 7"));
    assertThat(record.events(SoakEvent.Kind.GAP))
        .singleElement()
        .satisfies(it -> assertThat(it.seconds()).isBetween(20.0, 30.0));
  }

  @Test
  void lostLoadIsRestartedOnTheSameDeployment() {
    FakeSoak soak = new FakeSoak(6, GO_ON);
    soak.failures.put(3, new WorkerLostException("killed", null));

    assertThat(soak.run(soak.archive(folder)).outcome()).isEqualTo(Outcome.VALID);
    assertThat(soak.renewals).isEqualTo(1);
    assertThat(soak.deployments).isEqualTo(1);
    assertThat(soak.kept).isEqualTo(6);
  }

  @Test
  void repeatedLossOfLoadCausesANewDeployment() {
    FakeSoak soak = new FakeSoak(6, GO_ON);
    for (int attempt = 3; attempt <= 5; attempt++) {
      soak.failures.put(attempt, new WorkerLostException("killed", null));
    }

    assertThat(soak.run(soak.archive(folder)).outcome()).isEqualTo(Outcome.VALID);
    assertThat(soak.deployments).isEqualTo(2);
  }

  @Test
  void permanentFailureEndsTheSoakAfterEightAttemptsWithBackoff() {
    FakeSoak soak = new FakeSoak(10, GO_ON);
    for (int attempt = 4; attempt < 40; attempt++) {
      soak.failures.put(attempt, new PlatformException("the API server is away"));
    }

    Run run = soak.run(soak.archive(folder));

    assertThat(soak.deployments).isEqualTo(1 + 8);
    assertThat(soak.rests).isSorted().endsWith(Duration.ofMinutes(5));
    assertThat(soak.kept).isEqualTo(2);
    assertThat(run.outcome()).isEqualTo(Outcome.VOID);
    assertThat(run.reasons())
        .extracting(Reason::text)
        .anyMatch(text -> text.contains("2 of 10 windows") && text.contains("--resume"));
  }

  @Test
  void soakOfAnEndedHarnessResumesAtTheNextWindow() {
    FakeSoak first = new FakeSoak(10, GO_ON);
    first.endingAfter = 4;
    RunArchive archive = first.archive(folder);
    assertThat(first.run(archive).outcome()).isEqualTo(Outcome.VOID);

    FakeSoak second = new FakeSoak(10, GO_ON);
    Run run = second.run(RunArchive.open(archive.folder()));

    assertThat(second.kept).isEqualTo(6);
    assertThat(run.outcome()).isEqualTo(Outcome.VALID);
    SoakRecord record = record(archive, second);
    assertThat(record.windows())
        .extracting(SoakWindow::index)
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(record.events(SoakEvent.Kind.GAP))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).contains("the harness had ended"));
    assertThat(run.evidence())
        .extracting(Evidence::observed)
        .contains("in each of 10 windows; the latest: seen");
  }

  @Test
  void windowWithAFaultIsInNoSumAndIsReported() {
    FakeSoak soak = new FakeSoak(12, Map.of("kill-service", "PT4M"));
    RunArchive archive = soak.archive(folder);

    Run run = soak.run(archive);
    archive.store(run);

    assertThat(run.outcome()).isEqualTo(Outcome.VALID);
    Run read = archive.read().runs().get(0);
    assertThat(read.soaked().orElseThrow().disturbances())
        .hasSize(3)
        .allMatch(it -> it.victim().equals("payment"));
    assertThat(read.measuredLoad().orElseThrow().completed()).isEqualTo(9 * 2400);
    assertThat(soak.events)
        .extracting(SoakEvent::text)
        .contains(
            "a service was killed (payment) in second 20: ready again after 4.50 s, requests as"
                + " before after 6 s, 30 failed; p99 of the worst second 350 ms, usually 20.0 ms");
  }

  @Test
  void workerKilledByAFaultRepeatsItsWindowWithoutTheFault() {
    FakeSoak soak = new FakeSoak(10, Map.of("drop-worker", "PT4M"));
    RunArchive archive = soak.archive(folder);

    assertThat(soak.run(archive).outcome()).isEqualTo(Outcome.VALID);

    assertThat(soak.renewals).isEqualTo(2);
    assertThat(soak.deployments).isEqualTo(1);
    SoakRecord record = record(archive, soak);
    assertThat(record.windows()).hasSize(10).allMatch(SoakWindow::sound);
    assertThat(record.events(SoakEvent.Kind.LOST)).isEmpty();
    assertThat(record.events(SoakEvent.Kind.DONE))
        .extracting(SoakEvent::text)
        .hasSize(2)
        .allMatch(
            it ->
                it.matches("a load worker was dropped in window (4|8): the load was restarted.*"));
    assertThat(record.events(SoakEvent.Kind.GAP))
        .extracting(SoakEvent::text)
        .containsOnly("nothing was measured: a load worker was dropped");
  }

  @Test
  void rawPagesOfTheLatestWindowAreKept() throws IOException {
    FakeSoak soak = new FakeSoak(3, Map.of());
    RunArchive archive = soak.archive(folder);

    soak.run(archive);

    assertThat(archive.folder(soak.trial).resolve("proxy/order-proxy-after.txt"))
        .hasContent("page of window 3");
  }

  @Tag("long")
  @Test
  void dayTakesUnderFiftyMegabytesAndTheHarnessDoesNotGrow() throws IOException {
    FakeSoak soak = new FakeSoak(1440, GO_ON);
    RunArchive archive = soak.archive(folder);
    soak.endingAfter = 240;
    soak.run(archive);
    long early = used();
    soak.endingAfter = Integer.MAX_VALUE;

    Run run = soak.run(archive);
    long late = used();

    assertThat(run.outcome()).isEqualTo(Outcome.VALID);
    assertThat(soak.kept).isEqualTo(1440);
    assertThat(Files.size(archive.folder(soak.trial).resolve(SoakLog.FILE)))
        .isBetween(1_000_000L, 50_000_000L);
    System.out.printf(
        "a day of 1440 windows: %,d bytes on disk; heap after 240 windows %,d, after 1440 %,d bytes%n",
        Files.size(archive.folder(soak.trial).resolve(SoakLog.FILE)), early, late);
    assertThat(late - early).as("bytes that 1,200 windows left").isLessThan(8_000_000);
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static SoakRecord record(RunArchive archive, FakeSoak soak) {
    return SoakLog.read(archive.folder(soak.trial), 10).record();
  }
}
