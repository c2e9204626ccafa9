package io.meshgauge.platform;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cleanup steps of a deployment, run in reverse order of registration. Every step runs, and all
 * failures are reported once at the end.
 *
 * <p>Thread-safe; each step runs once.
 */
public final class Teardown implements AutoCloseable {
  private final Deque<Step> steps = new ArrayDeque<>();

  /** A cleanup step. */
  @FunctionalInterface
  public interface Action {
    void run() throws Exception;
  }

  private record Step(String what, Action action) {}

  /**
   * Registers a step.
   *
   * @param what text for the report, for example {@code stop prices}
   */
  public void add(String what, Action action) {
    synchronized (steps) {
      steps.push(new Step(what, action));
    }
  }

  /**
   * Runs all registered steps, the latest first.
   *
   * @throws PlatformException once at the end, listing the steps that failed
   */
  @Override
  public void close() {
    List<String> failed = new ArrayList<>();
    List<Exception> causes = new ArrayList<>();
    boolean interrupted = false;
    for (Step step = next(); step != null; step = next()) {
      try {
        step.action().run();
      } catch (InterruptedException e) {
        interrupted = true;
        failed.add(step.what() + ": interrupted");
        causes.add(e);
      } catch (Exception e) {
        failed.add(step.what() + ": " + e.getMessage());
        causes.add(e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!failed.isEmpty()) {
      PlatformException once =
          new PlatformException("teardown failed in part: " + String.join("; ", failed));
      causes.forEach(once::addSuppressed);
      throw once;
    }
  }

  private @Nullable Step next() {
    synchronized (steps) {
      return steps.poll();
    }
  }
}
