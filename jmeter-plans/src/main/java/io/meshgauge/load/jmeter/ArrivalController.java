package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.course.Course;
import io.meshgauge.load.course.Stage;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.threads.JMeterContextService;
import org.jspecify.annotations.Nullable;

/**
 * The loop of an open-loop thread: once round for every arrival, beginning when it is due. Part of
 * {@link OpenLoopThreadGroup}, never placed by hand.
 */
public class ArrivalController extends LoopController {

  private static final long serialVersionUID = 1L;

  private transient @Nullable Course course;
  private transient @Nullable Arrival arrival;
  private transient Course.@Nullable WarmState warm;
  private transient int thread;

  /** An endless loop: the course says when it is over. */
  public ArrivalController() {
    setLoops(INFINITE_LOOP_COUNT);
    setContinueForever(false);
  }

  @Override
  public void initialize() {
    super.initialize();
    course = Stage.course();
    warm = new Course.WarmState();
    thread = JMeterContextService.getContext().getThreadNum();
  }

  @Override
  public @Nullable Sampler next() {
    if (isFirst() && !isDone() && !takeArrival()) {
      setDone(true);
      return null;
    }
    return super.next();
  }

  private boolean takeArrival() {
    Course running = course;
    Course.WarmState state = warm;
    if (running == null || state == null) {
      return false;
    }
    Arrival own = arrival;
    if (own == null) {
      own = Arrival.adopt();
      arrival = own;
    }
    try {
      return running.take(thread, own, state);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
