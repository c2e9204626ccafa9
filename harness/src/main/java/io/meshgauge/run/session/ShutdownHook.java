package io.meshgauge.run.session;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Knows whether the harness is being ended, by ctrl-C or a signal, while an experiment runs, and
 * holds up the end until the experiment was left in order.
 */
public final class ShutdownHook implements AutoCloseable {
  private static final long LONGEST_SECONDS = 20;

  private final AtomicBoolean begun = new AtomicBoolean();
  private final CountDownLatch left = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "experiment-ending");

  private ShutdownHook() {}

  public static ShutdownHook watch() {
    ShutdownHook ending = new ShutdownHook();
    Runtime.getRuntime().addShutdownHook(ending.hook);
    return ending;
  }

  private void end() {
    begun.set(true);
    try {
      left.await(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether it is being ended. */
  public boolean begun() {
    return begun.get();
  }

  /** Leaves the experiment when the harness is being ended. */
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
      // The end has begun: nothing holds it up any more.
    }
  }
}
