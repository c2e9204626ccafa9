package io.meshgauge.run.fault;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.SecondSample;
import io.meshgauge.platform.PlatformException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Does something to an arm in the middle of a window, beside whoever hears of its seconds, and
 * finds out how long it took to mend.
 */
public final class FaultInjector implements LoadListener, AutoCloseable {
  /** A third of the window tells how it is before, the rest how it mends. */
  private static final int BEFORE = 3;

  /** So many times the usual p99 is as before: of a second there are few requests. */
  private static final double AS_BEFORE = 3;

  private final LoadListener listener;
  private final SoakAct act;
  private final Fault deed;
  private final int when;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private @Nullable CompletableFuture<Double> back;

  /**
   * A saboteur.
   *
   * @param listener hears of the seconds as well
   * @param act what the deed is called
   * @param deed what is done
   * @param seconds length of the window
   */
  public FaultInjector(LoadListener listener, SoakAct act, Fault deed, long seconds) {
    this.listener = listener;
    this.act = act;
    this.deed = deed;
    this.when = Math.toIntExact(seconds / BEFORE);
  }

  @Override
  public void second(Second second) {
    if (back == null && second.second() + 1 >= when) {
      back = CompletableFuture.supplyAsync(this::strike, thread);
    }
    listener.second(second);
  }

  /** Seconds until it has come about. */
  private double strike() {
    long begun = System.nanoTime();
    deed.carryOut();
    return (System.nanoTime() - begun) / 1e9;
  }

  /**
   * What was done and how it mended.
   *
   * @throws PlatformException when it did not come about
   */
  public Disturbance outcome(LoadResult load) {
    try {
      double seconds = Objects.requireNonNull(back, "the window was shorter than its third").join();
      OptionalDouble usual = usual(load.seconds(), when);
      Integer recovered = recovered(load.seconds(), when);
      OptionalDouble worst = worst(load.seconds(), when, seconds, recovered);
      return new Disturbance(
          act,
          deed.victim(),
          when,
          seconds,
          recovered,
          load.failed(),
          usual.isPresent() ? usual.getAsDouble() : null,
          worst.isPresent() ? worst.getAsDouble() : null);
    } catch (CompletionException e) {
      throw new PlatformException(
          "%s, and what was waited for (%s) did not come about: %s"
              .formatted(act.describe(), act.done(), e.getCause().getMessage()),
          e);
    }
  }

  /** The median of what the 99th percentile of a second was before the act. */
  static OptionalDouble usual(List<SecondSample> seconds, int when) {
    double[] before =
        seconds.stream()
            .filter(it -> it.second() < when && it.completed() > 0)
            .mapToDouble(SecondSample::p99Seconds)
            .sorted()
            .toArray();
    return before.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(before[before.length / 2]);
  }

  /**
   * The worst second from the act on, until it has come about and requests are as before, and one
   * second more: both are told in parts of seconds.
   *
   * @param back seconds until it has come about
   * @param recovered seconds until requests are as before; null for never, which is to the end
   */
  static OptionalDouble worst(
      List<SecondSample> seconds, int when, double back, @Nullable Integer recovered) {
    double until =
        recovered == null ? Double.MAX_VALUE : when + Math.max(Math.ceil(back), recovered);
    return seconds.stream()
        .filter(it -> it.second() >= when && it.second() <= until && it.completed() > 0)
        .mapToDouble(SecondSample::p99Seconds)
        .max();
  }

  /**
   * Seconds from the act to the first from which on all are as those before it; null for never.
   *
   * <p>One slow second by itself, later, is none of the act's: of a few requests the slowest is
   * slow now and then, and a day has many windows to end with such a one. A request that fails
   * always is.
   */
  static @Nullable Integer recovered(List<SecondSample> seconds, int when) {
    double limit = AS_BEFORE * usual(seconds, when).orElse(Double.MAX_VALUE);
    Integer since = null;
    boolean slowBefore = false;
    for (SecondSample second : seconds) {
      if (second.second() < when) {
        continue;
      }
      boolean slow = second.p99Seconds() > limit;
      if (second.errors() > 0 || (slow && slowBefore)) {
        since = null;
      } else if (since == null && !slow) {
        since = second.second() - when;
      }
      slowBefore = slow;
    }
    return since;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
