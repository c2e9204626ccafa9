package io.meshgauge.load.course;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * The moment at which the JVM's compiler has worked off what the warm-up gave it. Opening the
 * window earlier would charge its first seconds with seconds of compiling.
 */
final class CompilerRest {

  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long LOOK_MILLIS = 100;
  private static final long QUIET_MILLIS = 5;

  private CompilerRest() {}

  /** Returns when the compiler has been quiet for a moment, or after five seconds. */
  static void await() throws InterruptedException {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    if (compiler == null || !compiler.isCompilationTimeMonitoringSupported()) {
      return;
    }
    long begun = System.nanoTime();
    long before = Long.MIN_VALUE;
    long now = compiler.getTotalCompilationTime();
    while (now - QUIET_MILLIS > before && System.nanoTime() - begun < LONGEST_NANOS) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      before = now;
      now = compiler.getTotalCompilationTime();
    }
  }
}
