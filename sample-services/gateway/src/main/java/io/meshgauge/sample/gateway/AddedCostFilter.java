package io.meshgauge.sample.gateway;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Filter that adds a known delay and a known amount of CPU time to each request of the API. The
 * harness is calibrated with it: what it measures is compared with what was added.
 */
final class AddedCostFilter extends OncePerRequestFilter {

  /** Linux wakes a sleeping thread about this late; the thread spins through the rest. */
  private static final long LATE_WAKEUP_NANOS = 120_000;

  private static final String API = "/api/";

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final long delayNanos;
  private final long cpuNanos;

  AddedCostFilter(Duration delay, Duration cpu) {
    delayNanos = delay.toNanos();
    cpuNanos = cpu.toNanos();
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !applies(request.getRequestURI());
  }

  static boolean applies(String path) {
    return path.startsWith(API);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    delay();
    compute();
    chain.doFilter(request, response);
  }

  void delay() {
    if (delayNanos == 0) {
      return;
    }
    long due = System.nanoTime() + delayNanos;
    for (long left = delayNanos; left > 0; left = due - System.nanoTime()) {
      if (left > LATE_WAKEUP_NANOS) {
        LockSupport.parkNanos(left - LATE_WAKEUP_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  /** By the thread's own CPU clock, so preemption does not shorten it. */
  void compute() {
    if (cpuNanos == 0) {
      return;
    }
    long done = threads.getCurrentThreadCpuTime() + cpuNanos;
    while (threads.getCurrentThreadCpuTime() < done) {
      Thread.onSpinWait();
    }
  }
}
