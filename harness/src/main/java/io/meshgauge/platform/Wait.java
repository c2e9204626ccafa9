package io.meshgauge.platform;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A bounded wait for something that nobody announces, so that it is looked at again and again.
 *
 * @param limit after which the wait is over
 * @param every how long between two looks
 */
public record Wait(Duration limit, Duration every) {
  /**
   * Waits until a look finds something.
   *
   * @param look an error of it ends the wait at once
   * @param late what to say when the limit has passed
   * @throws PlatformException with those words, or when the wait is interrupted
   */
  public <T> T until(Supplier<Optional<T>> look, Supplier<String> late) {
    RetryPolicy<Optional<T>> again =
        RetryPolicy.<Optional<T>>builder()
            .handleResultIf(Optional::isEmpty)
            .abortOn(error -> true)
            .withMaxAttempts(-1)
            .withMaxDuration(limit)
            .withDelay(every)
            .build();
    try {
      return Failsafe.with(again)
          .get(look::get)
          .orElseThrow(() -> new PlatformException(late.get()));
    } catch (FailsafeException e) {
      throw new PlatformException("interrupted in a wait of %d s".formatted(limit.toSeconds()), e);
    }
  }

  /**
   * Waits until a look says yes.
   *
   * @param late what to say when the limit has passed
   * @throws PlatformException with those words, or when the wait is interrupted
   */
  public void untilTrue(BooleanSupplier look, Supplier<String> late) {
    until(() -> look.getAsBoolean() ? Optional.of(true) : Optional.empty(), late);
  }

  /**
   * Waits until each of several has been found once.
   *
   * @param done looks at one of them; no more once it was found
   * @param late what to say when the limit has passed
   * @throws PlatformException with those words, or when the wait is interrupted
   */
  public <T> void untilEach(
      Collection<T> several, Predicate<? super T> done, Supplier<String> late) {
    List<T> waiting = new ArrayList<>(several);
    untilTrue(
        () -> {
          waiting.removeIf(done);
          return waiting.isEmpty();
        },
        late);
  }
}
