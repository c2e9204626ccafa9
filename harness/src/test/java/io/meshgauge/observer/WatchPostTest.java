package io.meshgauge.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WatchPostTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final WatchPost post = new WatchPost(now::get);

  @Test
  void watchWithoutRenewalExpiresAndKeepsItsSightings() {
    FakeWatch watch = new FakeWatch();
    post.start(() -> watch);
    after(Duration.ofMinutes(14));
    assertThat(watch.finished).isZero();
    after(Duration.ofMinutes(1));
    assertThat(watch.finished).isEqualTo(1);
    assertThat(post.finish().how()).isEqualTo("a test; expired after 15 minutes without a renewal");
  }

  @Test
  void renewedWatchContinues() {
    FakeWatch watch = new FakeWatch();
    post.start(() -> watch);
    for (int i = 0; i < 5; i++) {
      after(Duration.ofMinutes(10));
      post.renew();
    }
    assertThat(watch.finished).isZero();
    assertThat(post.finish().how()).isEqualTo("a test");
  }

  @Test
  void secondStartReplacesTheFirst() {
    FakeWatch first = new FakeWatch();
    FakeWatch second = new FakeWatch();
    post.start(() -> first);
    post.start(() -> second);
    assertThat(first.finished).isEqualTo(1);
    assertThat(second.finished).isZero();
    post.close();
    assertThat(second.finished).isEqualTo(1);
  }

  private void after(Duration time) {
    now.addAndGet(time.toNanos());
    post.expire();
  }

  private static final class FakeWatch implements WireWatch {
    private int finished;

    @Override
    public WireSightings finish() {
      finished++;
      return new WireSightings(List.of("a test"), Map.of());
    }
  }
}
