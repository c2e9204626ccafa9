package io.meshgauge.run.fault;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.Amounts;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.PlatformException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Changes an arm again and again during a window, on a thread of its own. */
public abstract class RepeatedChange implements LoadListener, AutoCloseable {
  private static final long END_SECONDS = 30;

  /** Takes workloads out of service, as {@link Deployment#interrupt} does. */
  @FunctionalInterface
  public interface Interrupter {
    Deployment.Outage interrupt(List<String> victims, FailoverSettings.Fault fault);
  }

  private final LoadListener listener;
  private final String changed;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private @Nullable Future<List<Change>> changes;

  /**
   * @param listener receives the progress as well
   * @param changed what is changed, for messages
   */
  RepeatedChange(LoadListener listener, String changed) {
    this.listener = listener;
    this.changed = changed;
  }

  /**
   * Carries out all changes.
   *
   * @param start of the window
   * @return in order of time
   */
  abstract List<Change> carryOut(Instant start) throws InterruptedException;

  @Override
  public void warming(long done, long of) {
    listener.warming(done, of);
  }

  @Override
  public void measuring(Instant start) {
    changes = thread.submit(() -> carryOut(start));
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

  /** One or several changes, one after the other. */
  @FunctionalInterface
  interface Round {
    List<Change> carryOut() throws InterruptedException;
  }

  /**
   * Changes again and again. The next one begins only if the window has time for the longest so
   * far, so that a window ends undisturbed.
   *
   * @param pause after each
   * @param what it is, for messages
   * @throws PlatformException when the first takes longer than the window
   */
  static List<Change> whileTheyFit(
      Instant start, Duration window, Duration pause, String what, Round round)
      throws InterruptedException {
    Instant end = start.plus(window);
    Duration longest = Duration.ZERO;
    List<Change> done = new ArrayList<>();
    sleepUntil(start);
    while (true) {
      Instant begin = Instant.now();
      done.addAll(round.carryOut());
      Instant ready = Instant.now();
      Duration took = Duration.between(begin, ready);
      if (longest.isZero() && ready.isAfter(end)) {
        throw new PlatformException(
            "%s took %s; expected at most the window of %s: set a longer duration"
                .formatted(what, seconds(took), seconds(window)));
      }
      longest = took.compareTo(longest) > 0 ? took : longest;
      Instant next = ready.plus(pause);
      if (next.plus(longest).plus(pause).isAfter(end)) {
        return done;
      }
      sleepUntil(next);
    }
  }

  private static String seconds(Duration time) {
    return Amounts.duration(time.toMillis() / 1e3);
  }

  static void sleepUntil(Instant due) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, Duration.between(Instant.now(), due).toNanos()));
  }

  /**
   * Waits for the end of the last change.
   *
   * @return all changes, in order of time
   * @throws PlatformException when one could not be carried out, or did not end in time
   */
  public List<Change> await() {
    try {
      return Objects.requireNonNull(changes, "the window has not begun").get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while %s was changed".formatted(changed), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new PlatformException(
              "%s could not be changed: %s".formatted(changed, e.getCause()), e);
    }
  }

  /** Begins and ends no more changes, so that nothing is started during teardown. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      if (!thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        throw new PlatformException(
            "the change of %s did not end within %d s".formatted(changed, END_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
