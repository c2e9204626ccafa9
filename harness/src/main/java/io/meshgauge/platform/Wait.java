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
 * A bounded wait by polling.
 *
 * @param limit after which the wait ends
 * @param every delay between two checks
 */
public record Wait(Duration limit, Duration every) {
  /**
   * Waits until a check finds something.
   *
   * @param check an exception of it ends the wait at once
   * @param late message for when the limit has passed
   * @throws PlatformException with that message, or when the wait is interrupted
   */
  public <T> T until(Supplier<Optional<T>> check, Supplier<String> late) {
    return last(check, Optional::isPresent).orElseThrow(() -> new PlatformException(late.get()));
  }

  /**
   * Repeats a check until its result is accepted or the limit has passed; returns the last result.
   *
   * @param check an exception of it ends the wait at once
   * @throws PlatformException when the wait is interrupted
   */
  public <T> T last(Supplier<T> check, Predicate<? super T> accepted) {
    RetryPolicy<T> policy =
        RetryPolicy.<T>builder()
            .handleResultIf(result -> !accepted.test(result))
            .abortOn(error -> true)
            .withMaxAttempts(-1)
            .withMaxDuration(limit)
            .withDelay(every)
            .build();
    try {
      return Failsafe.with(policy).get(check::get);
    } catch (FailsafeException e) {
      throw new PlatformException("interrupted in a wait of %d s".formatted(limit.toSeconds()), e);
    }
  }

  /**
   * Waits until a check is true.
   *
   * @param late message for when the limit has passed
   * @throws PlatformException with that message, or when the wait is interrupted
   */
  public void untilTrue(BooleanSupplier check, Supplier<String> late) {
    until(() -> check.getAsBoolean() ? Optional.of(true) : Optional.empty(), late);
  }

  /**
   * Waits until each of several items was found once.
   *
   * @param done checks one item; not called again once it was found
   * @param late message for when the limit has passed
   * @throws PlatformException with that message, or when the wait is interrupted
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
