package io.meshgauge.load.course;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * Waits until the JIT compiler has finished the work of the warm-up; otherwise compilation would
 * distort the first seconds of the window.
 */
final class JitQuiescence {

  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long POLL_INTERVAL_MILLIS = 100;
  private static final long MAX_QUIET_COMPILE_MILLIS = 5;

  private JitQuiescence() {}

  /** Returns when the compiler is idle, or after five seconds. */
  static void await() throws InterruptedException {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    if (compiler == null || !compiler.isCompilationTimeMonitoringSupported()) {
      return;
    }
    long begun = System.nanoTime();
    long before = Long.MIN_VALUE;
    long now = compiler.getTotalCompilationTime();
    while (now - MAX_QUIET_COMPILE_MILLIS > before && System.nanoTime() - begun < TIMEOUT_NANOS) {
      TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MILLIS);
      before = now;
      now = compiler.getTotalCompilationTime();
    }
  }
}
