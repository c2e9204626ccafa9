package io.meshgauge.load.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The gate between phases. */
@Timeout(30)
class GateTest {
  private final Gate gate = new Gate();

  private CompletableFuture<Boolean> thread() {
    CompletableFuture<Boolean> passed = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                passed.complete(gate.pass(true));
              } catch (InterruptedException e) {
                passed.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return passed;
  }

  @Test
  void closedGateHoldsThreadsUntilItOpens() throws Exception {
    CompletableFuture<Boolean> passed = thread();
    TimeUnit.MILLISECONDS.sleep(50);
    assertThat(passed).isNotDone();
    gate.open();
    assertThat(passed.get()).isTrue();
    assertThat(gate.sending()).isEqualTo(1);
    assertThat(gate.pending()).isEqualTo(1);
  }

  @Test
  void nothingPassesBeforeTheStartOfAWindowOrAfterItsEnd() throws Exception {
    long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
    gate.open(start, start + TimeUnit.HOURS.toNanos(1));
    assertThat(thread().get()).isTrue();
    assertThat(System.nanoTime() - start).isNotNegative();

    gate.open(System.nanoTime() - 2, System.nanoTime() - 1);
    CompletableFuture<Boolean> late = thread();
    TimeUnit.MILLISECONDS.sleep(50);
    assertThat(late).isNotDone();
    gate.end();
    assertThat(late.get()).isFalse();
  }

  @Test
  void sampleIsPendingUntilItIsRecorded() throws Exception {
    gate.open();
    assertThat(gate.pass(true)).isTrue();
    gate.sampled();
    assertThat(gate.sending()).isZero();
    assertThat(gate.pending()).isEqualTo(1);
    gate.recorded();
    assertThat(gate.pending()).isZero();
  }
}
