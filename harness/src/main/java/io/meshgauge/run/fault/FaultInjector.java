package io.meshgauge.run.fault;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.SecondSample;
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
 * Injects one fault per window on its own thread, and derives the recovery time from the results
 * per second.
 */
public final class FaultInjector implements LoadListener, AutoCloseable {
  /** The first third of the window is the baseline, the rest shows the recovery. */
  private static final int WINDOW_DIVISOR_BEFORE_FAULT = 3;

  /** Multiple of the baseline p99 that counts as recovered; a second has few requests. */
  private static final double RECOVERED_P99_FACTOR = 3;

  private final LoadListener listener;
  private final SoakAct act;
  private final Fault fault;
  private final int faultSecond;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private @Nullable CompletableFuture<Double> back;

  /**
   * @param listener receives the seconds as well
   * @param act name of the fault
   * @param fault to inject
   * @param seconds length of the window
   */
  public FaultInjector(LoadListener listener, SoakAct act, Fault fault, long seconds) {
    this.listener = listener;
    this.act = act;
    this.fault = fault;
    this.faultSecond = Math.toIntExact(seconds / WINDOW_DIVISOR_BEFORE_FAULT);
  }

  @Override
  public void second(Second second) {
    if (back == null && second.second() + 1 >= faultSecond) {
      back = CompletableFuture.supplyAsync(this::inject, thread);
    }
    listener.second(second);
  }

  /** Returns the seconds until the target has recovered. */
  private double inject() {
    long begun = System.nanoTime();
    fault.carryOut();
    return (System.nanoTime() - begun) / 1e9;
  }

  /**
   * The fault and the recovery from it.
   *
   * @throws PlatformException when the target did not recover
   */
  public Disturbance outcome(LoadResult load) {
    try {
      double seconds =
          Objects.requireNonNull(back, "the window ended before the fault was injected").join();
      OptionalDouble baseline = baseline(load.timeline(), faultSecond);
      Integer recovered = recovered(load.timeline(), faultSecond);
      OptionalDouble worst = worst(load.timeline(), faultSecond, seconds, recovered);
      return new Disturbance(
          act,
          fault.victim(),
          faultSecond,
          seconds,
          recovered,
          load.failed(),
          baseline.isPresent() ? baseline.getAsDouble() : null,
          worst.isPresent() ? worst.getAsDouble() : null);
    } catch (CompletionException e) {
      throw new PlatformException(
          "Fault '%s' was injected, but recovery (%s) was not reached: %s"
              .formatted(
                  act.describe(), act.done(), Objects.requireNonNull(e.getCause()).getMessage()),
          e);
    }
  }

  /** Median of the p99 of the seconds before the fault. */
  static OptionalDouble baseline(List<SecondSample> seconds, int faultSecond) {
    double[] before =
        seconds.stream()
            .filter(it -> it.second() < faultSecond && it.completed() > 0)
            .mapToDouble(SecondSample::p99Seconds)
            .sorted()
            .toArray();
    return before.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(before[before.length / 2]);
  }

  /**
   * The highest p99 of a second from the fault until the target and the requests have recovered,
   * plus one second because both times have fractions.
   *
   * @param back seconds until the target has recovered
   * @param recovered seconds until requests have recovered; null for never
   */
  static OptionalDouble worst(
      List<SecondSample> seconds, int faultSecond, double back, @Nullable Integer recovered) {
    double until =
        recovered == null ? Double.MAX_VALUE : faultSecond + Math.max(Math.ceil(back), recovered);
    return seconds.stream()
        .filter(it -> it.second() >= faultSecond && it.second() <= until && it.completed() > 0)
        .mapToDouble(SecondSample::p99Seconds)
        .max();
  }

  /**
   * Seconds from the fault until all later seconds are like those before it; null for never.
   *
   * <p>A single slow second later does not count: with few requests the slowest is slow now and
   * then. A failed request always counts.
   */
  static @Nullable Integer recovered(List<SecondSample> seconds, int faultSecond) {
    double limit = RECOVERED_P99_FACTOR * baseline(seconds, faultSecond).orElse(Double.MAX_VALUE);
    Integer since = null;
    boolean slowBefore = false;
    for (SecondSample second : seconds) {
      if (second.second() < faultSecond) {
        continue;
      }
      boolean slow = second.p99Seconds() > limit;
      if (second.errors() > 0 || (slow && slowBefore)) {
        since = null;
      } else if (since == null && !slow) {
        since = second.second() - faultSecond;
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
