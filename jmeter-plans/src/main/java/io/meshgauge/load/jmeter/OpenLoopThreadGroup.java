package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.course.Course;
import io.meshgauge.load.course.CoursePlan;
import io.meshgauge.load.course.Stage;
import io.meshgauge.load.schedule.ArrivalProcess;
import io.meshgauge.load.schedule.LoadShape;
import io.meshgauge.load.schedule.RequestMix;
import io.meshgauge.load.schedule.Schedule;
import io.meshgauge.load.schedule.Share;
import java.util.Collection;
import java.util.List;
import org.apache.jmeter.control.Controller;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.testelement.TestStateListener;
import org.apache.jmeter.testelement.ThreadListener;
import org.apache.jmeter.threads.JMeterThread;
import org.apache.jmeter.threads.ListenerNotifier;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.ListedHashTree;
import org.apache.jorphan.collections.SearchByClass;
import org.apache.jorphan.util.JMeterStopTestException;
import org.jspecify.annotations.Nullable;

/**
 * A thread group whose arrivals follow a schedule that is fixed before the first request: an
 * arrival is due at its time regardless of earlier responses. Threads with persistent connections
 * serve arrivals; while all of them wait for responses, threads of a reserve do, which open
 * connections on demand; if those are busy too, an arrival is sent as soon as a thread is free. No
 * arrival is dropped, and its response time counts from its due time. Several workers may share one
 * schedule: with the same settings except {@link #WORKER}, each takes every n-th arrival.
 *
 * <p>One such group per plan. Its settings are {@link #FIELDS}.
 */
@SuppressWarnings("JavaLangClash") // its JMeter parent is called ThreadGroup
public class OpenLoopThreadGroup extends ThreadGroup implements TestStateListener, ThreadListener {

  private static final long serialVersionUID = 1L;

  /** Length of a server stall that the connections can absorb. */
  private static final double STALL_SECONDS = 2;

  /** Default limit of threads; a JMeter thread costs about 50 KiB and 1 ms to start. */
  static final int MAX_THREADS_BY_RATE = 2000;

  /** Highest arrivals per second. */
  public static final Field RATE =
      new Field("OpenLoopThreadGroup.rate", "Rate (arrivals/s, the highest)", "100");

  /** Length of the measured window. */
  public static final Field DURATION_SECONDS =
      new Field("OpenLoopThreadGroup.duration", "Duration (s)", "10");

  /** Form of the load, see {@link LoadShape}. */
  public static final Field SHAPE =
      new Field("OpenLoopThreadGroup.shape", "Shape (fractions of the rate)", "constant");

  /** Uniform or Poisson. */
  public static final Field ARRIVAL =
      new Field("OpenLoopThreadGroup.arrival", "Arrivals (uniform, poisson)", "uniform");

  /** Seed of a random schedule. */
  public static final Field SEED = new Field("OpenLoopThreadGroup.seed", "Seed", "1");

  /** Threads, each with its own connections. */
  public static final Field CONNECTIONS =
      new Field("OpenLoopThreadGroup.connections", "Connections (threads)", "16");

  /**
   * Limit of threads, each with its own connections; 0 for the number of arrivals in two seconds at
   * the highest rate, up to {@link #MAX_THREADS_BY_RATE}.
   */
  public static final Field MOST_CONNECTIONS =
      new Field(
          "OpenLoopThreadGroup.mostConnections", "Maximum connections (0: 2 s at the rate)", "0");

  /** Requests sent before the window opens. */
  public static final Field WARMUP =
      new Field("OpenLoopThreadGroup.warmup", "Warm-up (requests, not recorded)", "0");

  /** Threads that share the warm-up. */
  public static final Field WARMUP_CONCURRENCY =
      new Field("OpenLoopThreadGroup.warmupConcurrency", "Warm-up threads", "8");

  /** Open loop, or capacity: a closed loop of the same length. */
  public static final Field MODE =
      new Field("OpenLoopThreadGroup.mode", "Mode (open, capacity)", "open");

  /** Whether further windows follow on request, over the same connections. */
  public static final Field REPEAT =
      new Field("OpenLoopThreadGroup.repeat", "Window after window (true, false)", "false");

  /** How long before a due time a thread spins instead of sleeping. */
  public static final Field SPIN_MICROS =
      new Field("OpenLoopThreadGroup.spinMicros", "Spin before due time (µs)", "0");

  /** How late the kernel may wake a thread, so that it can wake several at once. */
  public static final Field SLACK_MICROS =
      new Field("OpenLoopThreadGroup.slackMicros", "Timer slack (µs)", "0");

  /** Index of this worker. */
  public static final Field WORKER =
      new Field("OpenLoopThreadGroup.worker", "Worker (index, from 0)", "0");

  /** How many workers share the arrivals. */
  public static final Field WORKERS =
      new Field("OpenLoopThreadGroup.workers", "Workers that share the arrivals", "1");

  /** All settings, in the order of the GUI. */
  public static final List<Field> FIELDS =
      List.of(
          RATE,
          DURATION_SECONDS,
          SHAPE,
          ARRIVAL,
          SEED,
          CONNECTIONS,
          MOST_CONNECTIONS,
          WARMUP,
          WARMUP_CONCURRENCY,
          MODE,
          REPEAT,
          SPIN_MICROS,
          SLACK_MICROS,
          WORKER,
          WORKERS);

  /** Creates a group with its loop controller. */
  public OpenLoopThreadGroup() {
    setSamplerController(new ArrivalController());
  }

  @Override
  public int getNumThreads() {
    int threads = mostConnections();
    return WARMUP.wholeLong(this) > 0 ? Math.max(threads, WARMUP_CONCURRENCY.whole(this)) : threads;
  }

  private int mostConnections() {
    int connections = CONNECTIONS.whole(this);
    int most = MOST_CONNECTIONS.whole(this);
    if (most != 0 || isCapacity()) {
      return isCapacity() ? connections : most;
    }
    double stalled = STALL_SECONDS * RATE.number(this) / WORKERS.whole(this);
    return Math.max(connections, (int) Math.min(MAX_THREADS_BY_RATE, Math.ceil(stalled)));
  }

  private boolean isCapacity() {
    return MODE.text(this).equals("capacity");
  }

  @Override
  public void start(
      int groupNumber,
      ListenerNotifier notifier,
      ListedHashTree tree,
      StandardJMeterEngine engine) {
    Course course;
    try {
      if (Stage.course() != null) {
        throw new IllegalArgumentException(
            "The plan has more than one open-loop thread group. Keep one, and put different requests"
                + " under a request mix controller.");
      }
      course = new Course(plan(), mixOf(tree), Stage.controller());
      checkSamplers(tree);
    } catch (IllegalArgumentException e) {
      Stage.controller().failed(String.valueOf(e.getMessage()));
      throw new JMeterStopTestException(e.getMessage(), e);
    }
    Stage.perform(course);
    super.start(groupNumber, notifier, tree, engine);
    course.begin();
  }

  private CoursePlan plan() {
    String mode = MODE.text(this);
    if (!mode.equals("open") && !mode.equals("capacity")) {
      throw new IllegalArgumentException("Unknown mode '" + mode + "'. Known: open, capacity.");
    }
    Schedule schedule =
        new Schedule(
            LoadShape.parse(SHAPE.text(this)).at(RATE.number(this), DURATION_SECONDS.number(this)),
            ArrivalProcess.named(ARRIVAL.text(this)),
            SEED.wholeLong(this));
    return new CoursePlan(
        schedule,
        new Share(WORKER.whole(this), WORKERS.whole(this)),
        isCapacity(),
        Boolean.parseBoolean(REPEAT.text(this)),
        CONNECTIONS.whole(this),
        mostConnections(),
        WARMUP.wholeLong(this),
        WARMUP_CONCURRENCY.whole(this),
        Math.round(SPIN_MICROS.number(this) * 1000),
        Math.round(SLACK_MICROS.number(this) * 1000));
  }

  private static @Nullable RequestMix mixOf(HashTree tree) {
    SearchByClass<RequestMixController> search = new SearchByClass<>(RequestMixController.class);
    tree.traverse(search);
    Collection<RequestMixController> found = search.getSearchResults();
    for (RequestMixController controller : found) {
      controller.checkChildren(search.getSubTree(controller).getTree(controller).list());
    }
    if (found.size() != 1) {
      return null;
    }
    RequestMixController only = found.iterator().next();
    // Under controllers the requests have labels of their own, so that the mix plans none of them.
    boolean samplers =
        search.getSubTree(only).getTree(only).list().stream()
            .noneMatch(child -> child instanceof Controller);
    return samplers ? only.mix() : null;
  }

  private static void checkSamplers(HashTree tree) {
    SearchByClass<LeanSampler> search = new SearchByClass<>(LeanSampler.class);
    tree.traverse(search);
    search.getSearchResults().forEach(LeanSampler::checkSettings);
  }

  @Override
  public void stop() {
    stopCourse();
    super.stop();
  }

  @Override
  public void tellThreadsToStop() {
    stopCourse();
    super.tellThreadsToStop();
  }

  private static void stopCourse() {
    Course course = Stage.course();
    if (course != null) {
      course.stop();
    }
  }

  @Override
  public void threadFinished(JMeterThread thread) {
    Course course = Stage.course();
    if (course != null) {
      course.leave(thread.getThreadNum());
    }
    super.threadFinished(thread);
  }

  @Override
  public void testStarted() {
    Stage.perform(null);
  }

  @Override
  public void testStarted(String host) {
    testStarted();
  }

  @Override
  public void testEnded() {
    // The run stays in the context: the recorder may still read its counts.
  }

  @Override
  public void testEnded(String host) {
    testEnded();
  }

  @Override
  public void threadStarted() {
    // The loop assigns the arrival when it takes the first one.
  }

  @Override
  public void threadFinished() {
    Arrival.abandon();
  }
}
