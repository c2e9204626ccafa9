package io.meshgauge.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WaitTest {
  private static final Duration SOON = Duration.ofMillis(1);

  private final Wait patient = new Wait(Duration.ofMinutes(5), SOON);

  @Test
  void resultIsReturnedOnceFound() {
    Iterator<Optional<String>> looks =
        List.of(Optional.<String>empty(), Optional.<String>empty(), Optional.of("there"))
            .iterator();

    assertThat(patient.until(looks::next, () -> "late")).isEqualTo("there");
    assertThat(looks.hasNext()).isFalse();
  }

  @Test
  void timeoutHasTheMessageOfTheCaller() {
    Wait hasty = new Wait(Duration.ofMillis(20), SOON);
    AtomicInteger looks = new AtomicInteger();

    assertThatThrownBy(
            () -> hasty.untilTrue(() -> looks.incrementAndGet() < 0, () -> "the pod never came"))
        .isInstanceOf(PlatformException.class)
        .hasMessage("the pod never came");
    assertThat(looks).hasPositiveValue();
  }

  @Test
  void everyItemIsCheckedUntilFound() {
    List<String> looks = new ArrayList<>();

    patient.untilEach(
        List.of("a", "b"),
        it -> {
          looks.add(it);
          return it.equals("a") || looks.size() > 3;
        },
        () -> "late");

    assertThat(looks).containsExactly("a", "b", "b", "b");
  }

  @Test
  void exceptionOfACheckEndsTheWaitAtOnce() {
    AtomicInteger looks = new AtomicInteger();

    assertThatThrownBy(
            () ->
                patient.untilTrue(
                    () -> {
                      looks.incrementAndGet();
                      throw new PlatformException("hopeless");
                    },
                    () -> "late"))
        .isInstanceOf(PlatformException.class)
        .hasMessage("hopeless");
    assertThat(looks).hasValue(1);
  }

  @Test
  void interruptEndsTheWaitAndKeepsTheStatus() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> patient.untilTrue(() -> false, () -> "late"))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}
