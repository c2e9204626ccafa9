package io.meshgauge.sample.common.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class PeerLatchTest {

  @Test
  void saysWhatItWaitsForUntilItHasPassedOnceAndStaysUpFromThenOn() {
    AtomicBoolean reachable = new AtomicBoolean();
    PeerLatch latch = new PeerLatch(List.of(new ReadyCheck("payment", reachable::get)));
    latch.start();
    try {
      assertThat(latch.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
      assertThat(latch.health().getDetails()).containsEntry("waitingFor", List.of("payment"));

      reachable.set(true);
      await().until(() -> latch.health().getStatus().equals(Status.UP));

      reachable.set(false);
      assertThat(latch.health().getStatus()).isEqualTo(Status.UP);
    } finally {
      latch.stop();
    }
  }

  @Test
  void isUpAtOnceWithoutChecks() {
    assertThat(new PeerLatch(List.of()).health().getStatus()).isEqualTo(Status.UP);
  }
}
