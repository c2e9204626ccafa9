package io.meshgauge.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.Metric;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SoakWatchTest {
  private static final List<Slo> NONE = List.of();

  @Test
  void aLeakIsFoundInTheServiceThatHasItWithItsSlopeAndTheTimeFromWhichItWasCertain() {
    SoakAnalysis analysis = analysis(new SampleSoak(1, 1).windows(30), 30);

    assertThat(analysis.alarms())
        .isNotEmpty()
        .allMatch(alarm -> alarm.kind() == Alarm.Kind.DRIFT)
        .allMatch(alarm -> alarm.drift().orElseThrow().subject().of().equals("payment"));
    Alarm memory = alarm(analysis, Quantity.MEMORY);
    // A MiB a minute are 60 an hour.
    assertThat(memory.drift().orElseThrow().drift().slopePerHour() / 1024 / 1024)
        .isBetween(55.0, 65.0);
    assertThat(memory.minutes()).isBetween(20.0, 30.0);
    assertThat(memory.text())
        .contains("working set of payment rises by", "MiB an hour", "certain after");
    assertThat(analysis.drifted(new Subject(Quantity.MEMORY, "payment"))).isTrue();
    assertThat(analysis.drifted(new Subject(Quantity.MEMORY, "order"))).isFalse();
  }

  @Test
  void whileItGoesOnTheSameSeriesAreDrawnAndTheSameOnesDrift() {
    List<SoakWindow> windows = new SampleSoak(1, 1).windows(30);
    SoakAnalysis whole = analysis(windows, 30);

    SoakAnalysis soFar = SoakAnalysis.soFar(whole.alarms(), windows);

    assertThat(soFar.series().keySet()).isEqualTo(whole.series().keySet());
    assertThat(soFar.drifted(new Subject(Quantity.MEMORY, "payment"))).isTrue();
    assertThat(soFar.drifted(new Subject(Quantity.MEMORY, "order"))).isFalse();
  }

  @Test
  void aSoakWithoutALeakRaisesNoAlarm() {
    for (int seed = 0; seed < 20; seed++) {
      assertThat(analysis(new SampleSoak(seed, 0).windows(60), 60).alarms()).isEmpty();
    }
  }

  @Test
  void aGrowthThatIsOfNoConsequenceOverTheSoakIsNoAlarmHoweverCertain() {
    // 1.2 MiB in an hour, of 130: below a tenth and below the smallest growth that counts.
    assertThat(analysis(new SampleSoak(2, 0.02).windows(60), 60).alarms()).isEmpty();
  }

  @Test
  void restartedProcessesStartNewSeries() {
    SampleSoak soak = new SampleSoak(3, 1);
    List<SoakWindow> windows = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      int leg = i / 10 + 1;
      windows.add(soak.window(i, leg, i % 10, 0, List.of()));
    }

    SoakAnalysis analysis = analysis(windows, 30);

    assertThat(analysis.alarms()).as("ten windows are too few").isEmpty();
    assertThat(analysis.drifts()).extracting(SeriesDrift::leg).contains(1, 2, 3);
  }

  @Test
  void anErrorBudgetIsExhaustedWhenLaterWindowsCannotRestoreIt() {
    SampleSoak soak = new SampleSoak(4, 0);
    SoakWatch watch = new SoakWatch(SampleSoak.settings(30), List.of(slo()));
    List<Alarm> alarms = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      alarms.addAll(watch.add(soak.window(i, 1, i, i == 5 || i == 7 ? 10 : 0, List.of())));
    }

    // 600 requests in each of 30 windows, one in a thousand may fail: 18.
    assertThat(alarms).hasSize(1);
    assertThat(alarms.get(0).kind()).isEqualTo(Alarm.Kind.ERROR_BUDGET);
    assertThat(alarms.get(0).window()).isEqualTo(7);
    assertThat(alarms.get(0).text()).contains("20 requests have failed", "permits 18");
  }

  @Test
  void aLatencyBudgetIsExhaustedWhenFastAnswersCannotRestoreIt() {
    SampleSoak soak = new SampleSoak(4, 0);
    soak.slow(Metric.RESPONSE_P99, 5);
    SoakWatch watch =
        new SoakWatch(SampleSoak.settings(30), List.of(new Slo(Metric.RESPONSE_P99, 0.05)));
    List<Alarm> alarms = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      if (i == 10) {
        soak.slow(Metric.RESPONSE_P99, 50);
      }
      alarms.addAll(watch.add(soak.window(i, 1, i, 0, List.of())));
    }

    // Of 600 answers in each of 30 windows 180 may be slow: 50 were by window 10, 50 more in each
    // from then on.
    assertThat(alarms)
        .singleElement()
        .satisfies(
            alarm -> {
              assertThat(alarm.kind()).isEqualTo(Alarm.Kind.LATENCY_BUDGET);
              assertThat(alarm.window()).isEqualTo(12);
              assertThat(alarm.text())
                  .isEqualTo(
                      "200 answers were slower than the objective for Response time p99; it permits"
                          + " 180 to all 30 windows together");
            });
  }

  @Test
  void aPromiseThatDoesNotHoldInAWindowIsAnAlarmOnce() {
    Evidence broken =
        new Evidence(
            Promise.ENCRYPTION, "order", Verdict.DISPROVEN, "TLS 1.3", "plaintext", "a test");
    SampleSoak soak = new SampleSoak(5, 0);
    SoakWatch watch = new SoakWatch(SampleSoak.settings(30), NONE);

    assertThat(watch.add(soak.window(0, 1, 0, 0, List.of()))).isEmpty();
    assertThat(watch.add(soak.window(1, 1, 1, 0, List.of(broken))))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).contains("encryption of order", "in window 2"));
    assertThat(watch.add(soak.window(2, 1, 2, 0, List.of(broken)))).isEmpty();
  }

  @Test
  void aSeriesHasOneNameForProgramsAndOneForPeople() {
    Subject memory = new Subject(Quantity.MEMORY, "order");
    Subject times = new Subject(Quantity.RESPONSE_P99, Subject.ALL);
    Subject cpu = new Subject(Quantity.CPU, "the data plane");
    assertThat(List.of(memory.title(), times.title(), cpu.title()))
        .containsExactly("working set of order", "response time p99", "CPU of the data plane");
    assertThat(List.of(memory.key(), times.key(), cpu.key()))
        .containsExactly("memory of order", times.title(), cpu.title());

    Messages.use(Language.UKRAINIAN);
    try {
      assertThat(List.of(memory.title(), times.title(), cpu.title()))
          .containsExactly("робочий набір (order)", "час відповіді p99", "ЦП (площина даних)");
      assertThat(List.of(memory.key(), times.key(), cpu.key()))
          .containsExactly("memory of order", "response time p99", "CPU of the data plane");
    } finally {
      Messages.use(Language.ENGLISH);
    }
  }

  @Test
  void aClockThatIsSetBackEndsNoTrendInAnErrorAndMakesNone() {
    SampleSoak soak = new SampleSoak(7, 0);
    List<SoakWindow> windows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      SoakWindow window = soak.window(i < 25 ? i : i - 6, 1, i, 0, List.of());
      windows.add(window);
    }

    SoakAnalysis analysis = analysis(windows, 40);

    assertThat(analysis.alarms()).isEmpty();
    // 25 windows and 15, without the first six of each, which settle.
    assertThat(analysis.drifts()).extracting(it -> it.drift().windows()).containsOnly(19, 9);
  }

  @Test
  void aBurstOfErrorsIsReported() {
    SampleSoak soak = new SampleSoak(6, 0);
    List<SoakWindow> windows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      windows.add(soak.window(i, 1, i, i == 20 || i == 21 ? 30 : 0, List.of()));
    }

    assertThat(analysis(windows, 40).bursts())
        .singleElement()
        .satisfies(
            burst -> {
              assertThat(burst.from()).isEqualTo(20);
              assertThat(burst.to()).isEqualTo(21);
            });
  }

  private static Slo slo() {
    return new Slo(Metric.ERROR_RATIO, 0.001);
  }

  private static Alarm alarm(SoakAnalysis analysis, Quantity quantity) {
    return analysis.alarms().stream()
        .filter(it -> it.drift().orElseThrow().subject().quantity() == quantity)
        .findFirst()
        .orElseThrow();
  }

  private static SoakAnalysis analysis(List<SoakWindow> windows, int planned) {
    return SoakAnalysis.of(
        new SoakRecord(planned, windows, List.of(), List.of()), SampleSoak.settings(planned), NONE);
  }
}
