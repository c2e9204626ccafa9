package io.meshgauge.load.stock;

import io.meshgauge.load.course.Arrival;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.testelement.AbstractTestElement;
import org.apache.jmeter.timers.Timer;
import org.jspecify.annotations.Nullable;

/**
 * A timer without delay that notes when the timers of a sample begin. Where a plan has timers
 * before the first request of an arrival, that request is meant to be sent so much later: what they
 * wait is no response time.
 */
public final class TimerProbe extends AbstractTestElement implements Timer, NoThreadClone {
  private static final long serialVersionUID = 1L;
  private static final ThreadLocal<@Nullable Long> BEGAN = new ThreadLocal<>();

  /** For JMeter too. */
  public TimerProbe() {
    setName("meshgauge timers");
  }

  @Override
  public long delay() {
    BEGAN.set(System.nanoTime());
    return 0;
  }

  /** The timers of the calling thread's sample are over. */
  static void over() {
    Long began = BEGAN.get();
    Arrival arrival = Arrival.current();
    if (began != null && arrival != null) {
      BEGAN.remove();
      arrival.delay(System.nanoTime() - began);
    }
  }
}
