package io.meshgauge.load.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SilenceWatchTest {

  @Test
  void silenceIsDetectedOnceWithoutRequests() throws Exception {
    CountDownLatch alone = new CountDownLatch(1);
    SilenceWatch watch = new SilenceWatch(Duration.ofMillis(500), alone::countDown);
    for (int i = 0; i < 8; i++) {
      TimeUnit.MILLISECONDS.sleep(100);
      watch.heard();
    }

    assertThat(alone.getCount()).as("requests arrived all the time").isEqualTo(1);
    assertThat(alone.await(5, TimeUnit.SECONDS)).isTrue();
  }
}
