package io.meshgauge.run.fault;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.Amounts;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.PlatformException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts a workload again and again during a window, on a thread of its own: each time for the
 * length of the fault, with a time without fault after it, so that a window ends undisturbed.
 */
public final class RepeatedFault implements LoadListener, AutoCloseable {
  private static final long END_SECONDS = 30;

  /** Takes a workload out of service, as {@link Deployment#interrupt} does. */
  @FunctionalInterface
  public interface Interrupter {
    Deployment.Outage interrupt(String victim, FailoverSettings.Fault fault);
  }

  private final LoadListener listener;
  private final Interrupter deployment;
  private final String victim;
  private final FailoverSettings settings;
  private final int faults;
  private final Runnable restored;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private @Nullable Future<List<Change>> changes;

  /**
   * @param listener receives the progress as well
   * @param victim the workload
   * @param faults their number
   * @param restored called whenever the workload is ready again
   */
  public RepeatedFault(
      LoadListener listener,
      Interrupter deployment,
      String victim,
      FailoverSettings settings,
      int faults,
      Runnable restored) {
    this.listener = listener;
    this.deployment = deployment;
    this.victim = victim;
    this.settings = settings;
    this.faults = faults;
    this.restored = restored;
  }

  @Override
  public void warming(long done, long of) {
    listener.warming(done, of);
  }

  @Override
  public void measuring(Instant start) {
    changes = thread.submit(() -> interrupt(start));
    listener.measuring(start);
  }

  @Override
  public void second(Second second) {
    listener.second(second);
  }

  @Override
  public void finished(Instant end) {
    listener.finished(end);
  }

  private List<Change> interrupt(Instant start) throws InterruptedException {
    List<Change> done = new ArrayList<>();
    for (int i = 0; i < faults; i++) {
      Instant due = start.plus(settings.period().multipliedBy(i));
      sleepUntil(due);
      long begin = micros();
      Deployment.Outage outage = deployment.interrupt(victim, settings.fault());
      sleepUntil(due.plus(settings.on()));
      Instant ending = Instant.now();
      outage.end();
      restored.run();
      done.add(new Change(settings.fault().key(), victim, begin, micros()));
      Duration took = Duration.between(ending, Instant.now());
      boolean another = i + 1 < faults;
      if (another && took.compareTo(settings.off()) > 0) {
        throw new PlatformException(
            "%s was ready again %s after fault %d of %d; expected it within %s: %s, so that the next one hits a ready process: set %s longer"
                .formatted(
                    victim,
                    seconds(took),
                    i + 1,
                    faults,
                    FailoverSettings.OFF,
                    seconds(settings.off()),
                    FailoverSettings.OFF));
      }
    }
    return done;
  }

  private static String seconds(Duration time) {
    return Amounts.duration(time.toMillis() / 1e3);
  }

  private static void sleepUntil(Instant due) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, Duration.between(Instant.now(), due).toNanos()));
  }

  private static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /**
   * Waits for the end of the last fault.
   *
   * @return all faults, in order of time
   * @throws PlatformException when the workload was not ready again in time
   */
  public List<Change> await() {
    try {
      return Objects.requireNonNull(changes, "the window has not begun").get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while %s was out of service".formatted(victim), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new PlatformException(
              "%s could not be interrupted: %s".formatted(victim, e.getCause()), e);
    }
  }

  /** Begins and ends no more faults, so that nothing is started during teardown. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      if (!thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        throw new PlatformException(
            "the fault of %s did not end within %d s".formatted(victim, END_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
