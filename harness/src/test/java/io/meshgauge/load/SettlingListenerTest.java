package io.meshgauge.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Run.WarmUp;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-5")
class SettlingListenerTest {
  private final AtomicInteger settled = new AtomicInteger();
  private double cpu;

  @Test
  void aWarmUpEndsOnceTheCpuTimeOfARequestNoLongerFalls() {
    WarmUp warmUp = warm(20, 8, 4, 3.9, 4.1, 3.8, 4);

    assertThat(settled).hasValue(1);
    assertThat(warmUp.settled()).isTrue();
    assertThat(warmUp.cpuMillis()).as("more batches are not sent").hasSize(6);
  }

  @Test
  void aFallOfATenthFromBatchToBatchNeverSettles() {
    WarmUp warmUp = warm(10, 9, 8.1, 7.29, 6.56, 5.9, 5.3);

    assertThat(settled).hasValue(0);
    assertThat(warmUp.settled()).isFalse();
  }

  @Test
  void batchesCountWholeProgressReportsHoweverFarApart() {
    SettlingListener listener = listener();
    cpu = 2;
    listener.warming(499, 6000);
    listener.warming(1000, 6000);

    assertThat(listener.warmUp(1000).cpuMillis()).containsExactly(2.0);
  }

  @Test
  void aDeploymentWhoseCpuTimeIsUnknownGetsAllRequests() {
    SettlingListener listener =
        new SettlingListener(LoadListener.SILENT, OptionalDouble::empty, settled::incrementAndGet);
    for (int done = 500; done <= 6000; done += 500) {
      listener.warming(done, 6000);
    }

    assertThat(settled).hasValue(0);
    assertThat(listener.warmUp(6000).cpuMillis()).isEmpty();
  }

  private SettlingListener listener() {
    return new SettlingListener(
        LoadListener.SILENT, () -> OptionalDouble.of(cpu), settled::incrementAndGet);
  }

  /** Batches of that many CPU-milliseconds a request. */
  private WarmUp warm(double... millis) {
    SettlingListener listener = listener();
    long done = 0;
    for (double each : millis) {
      done += SettlingListener.BATCH;
      cpu += each * SettlingListener.BATCH / 1e3;
      listener.warming(done, 6000);
    }
    return listener.warmUp(done);
  }
}
