package io.meshgauge.load.stock;

import io.meshgauge.load.course.Course;
import io.meshgauge.load.course.Stage;
import io.meshgauge.load.record.SampleClock;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.samplers.SampleMonitor;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.testelement.AbstractTestElement;
import org.apache.jmeter.testelement.ThreadListener;
import org.apache.jorphan.util.JMeterStopThreadException;
import org.jspecify.annotations.Nullable;

/**
 * The element that the worker adds to a user's plan: it times the samplers, and connects the
 * threads of a closed loop to it.
 */
public final class LoopProbe extends AbstractTestElement
    implements SampleMonitor, SampleListener, ThreadListener, NoThreadClone {

  private static final long serialVersionUID = 1L;

  private final transient @Nullable ClosedLoop loop;
  private final transient @Nullable Destination destination;

  /** For JMeter; times samplers only. */
  public LoopProbe() {
    this(null, null);
  }

  LoopProbe(@Nullable ClosedLoop loop, @Nullable Destination destination) {
    this.loop = loop;
    this.destination = destination;
    setName("meshgauge");
  }

  @Override
  public void sampleStarting(Sampler sampler) {
    if (loop != null) {
      loop.starting(sampler);
    } else if (destination != null) {
      TimerProbe.over();
      destination.redirect(sampler);
      refuse(destination.objection(sampler));
    }
    SampleClock.begin();
  }

  @Override
  public void sampleEnded(Sampler sampler) {
    SampleClock.end();
    if (loop != null) {
      loop.ended();
    }
  }

  @Override
  public void sampleOccurred(SampleEvent event) {
    if (loop != null) {
      loop.occurred(event);
    } else if (destination != null) {
      refuse(destination.objection(event.getResult()));
    }
  }

  /** In an open loop: ends the run because of an address. */
  private static void refuse(@Nullable String objection) {
    if (objection == null) {
      return;
    }
    Stage.controller().failed(objection);
    Course course = Stage.course();
    if (course != null) {
      course.stop();
    }
    throw new JMeterStopThreadException(objection);
  }

  @Override
  public void threadFinished() {
    if (loop != null) {
      loop.left();
    }
  }

  @Override
  public void threadStarted() {
    // A thread counts once it sends.
  }

  @Override
  public void sampleStarted(SampleEvent event) {
    // The result contains its times.
  }

  @Override
  public void sampleStopped(SampleEvent event) {
    // The result contains its times.
  }
}
