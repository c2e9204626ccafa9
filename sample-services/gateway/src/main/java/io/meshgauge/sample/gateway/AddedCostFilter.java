package io.meshgauge.sample.gateway;

import io.meshgauge.sample.common.http.PropagatedHeaders;
import io.meshgauge.sample.common.peer.PerArm;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
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
  private final PerArm<Duration> delay;
  private final PerArm<Duration> cpu;

  /**
   * @param delay of a request, by its arm
   * @param cpu time of a request, by its arm
   */
  AddedCostFilter(List<Duration> delay, List<Duration> cpu) {
    this.delay = new PerArm<>("the gateway's added delay", delay);
    this.cpu = new PerArm<>("the gateway's added CPU time", cpu);
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
    int arm = PropagatedHeaders.current().arm();
    delay(delay.of(arm));
    compute(cpu.of(arm));
    chain.doFilter(request, response);
  }

  static void delay(Duration delay) {
    long delayNanos = delay.toNanos();
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
  void compute(Duration cpu) {
    if (cpu.isZero()) {
      return;
    }
    long done = threads.getCurrentThreadCpuTime() + cpu.toNanos();
    while (threads.getCurrentThreadCpuTime() < done) {
      Thread.onSpinWait();
    }
  }
}
