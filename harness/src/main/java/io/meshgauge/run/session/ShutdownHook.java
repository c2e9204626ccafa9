package io.meshgauge.run.session;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Shutdown hook: detects ctrl-C or a signal while an experiment runs, and delays the exit of the
 * JVM until the experiment was torn down, for at most {@value #MAX_EXIT_DELAY_SECONDS} s.
 */
public final class ShutdownHook implements AutoCloseable {
  private static final long MAX_EXIT_DELAY_SECONDS = 20;

  private final AtomicBoolean begun = new AtomicBoolean();
  private final CountDownLatch left = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "experiment-ending");

  private ShutdownHook() {}

  public static ShutdownHook watch() {
    ShutdownHook shutdown = new ShutdownHook();
    Runtime.getRuntime().addShutdownHook(shutdown.hook);
    return shutdown;
  }

  private void end() {
    begun.set(true);
    try {
      left.await(MAX_EXIT_DELAY_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the harness is shutting down. */
  public boolean begun() {
    return begun.get();
  }

  /** Aborts the experiment when the harness is shutting down. */
  public void refuse(Path archive) {
    if (begun.get()) {
      throw new RunException("interrupted; what was finished is kept: meshgauge report " + archive);
    }
  }

  @Override
  public void close() {
    left.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ignored) {
      // Shutdown has begun; the hook has run or is no longer needed.
    }
  }
}
