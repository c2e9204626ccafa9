package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.course.Course;
import io.meshgauge.load.course.Stage;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.threads.JMeterContextService;
import org.jspecify.annotations.Nullable;

/**
 * The loop of an open-loop thread: one iteration per arrival, which starts at its due time. Part of
 * {@link OpenLoopThreadGroup}; not for use in plans.
 */
public class ArrivalController extends LoopController {

  private static final long serialVersionUID = 1L;

  private transient @Nullable Course course;
  private transient @Nullable Arrival arrival;
  private transient Course.@Nullable WarmState warm;
  private transient int thread;

  /** Creates an endless loop; the run ends it. */
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
