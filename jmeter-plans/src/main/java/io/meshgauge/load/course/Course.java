package io.meshgauge.load.course;

import io.meshgauge.load.schedule.RequestMix;
import io.meshgauge.load.schedule.Schedule;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One run of a plan's arrivals: gate, warm-up (closed loop, not recorded), barrier, measured
 * window; if {@linkplain CoursePlan#repeated() repeated}, window after window until it is stopped.
 * Worker threads call {@link #take} in a loop; no other data passes between threads, so an arrival
 * needs no hand-over. A free thread takes the next arrival and sleeps until it is due. An arrival
 * that is due while all {@link CoursePlan#connections()} wait for responses is served by a {@link
 * Reserve}; if that is busy too, by the first free thread. None is dropped.
 */
public final class Course {

  /** Time from opening the window to its start, for opening files and putting threads to sleep. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** The same for a window after the first, whose threads and files are there. */
  private static final long REPEATED_LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A start further ahead than this indicates a wrong clock. */
  private static final long MAX_LEAD_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long MAX_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long PROGRESS_MILLIS = 250;

  private final CoursePlan plan;
  private final @Nullable RequestMix mix;
  private final RunController controller;

  private final CountDownLatch warmGate = new CountDownLatch(1);
  private final CountDownLatch warmedUp = new CountDownLatch(1);
  private final Set<Integer> warmingThreads = ConcurrentHashMap.newKeySet();
  private final AtomicLong warmTaken = new AtomicLong();
  private final LongAdder warmDone = new LongAdder();
  private final LongAdder warmEnded = new LongAdder();
  private final LongAdder warmFailed = new LongAdder();
  private volatile boolean settled;

  private final Set<Integer> measuringThreads = ConcurrentHashMap.newKeySet();
  private volatile Round round;
  private volatile boolean measuring;
  private boolean measuredBefore;
  private final Object stopLock = new Object();
  private volatile long stoppedNanos;
  private volatile boolean stopped;

  /**
   * Creates a run of that plan; an optional mix determines how many requests of each kind are due.
   */
  public Course(CoursePlan plan, @Nullable RequestMix mix, RunController controller) {
    this.plan = plan;
    this.mix = mix;
    this.controller = controller;
    warmTaken.set(plan.warmingThreads());
    for (int i = 0; i < plan.warmingThreads(); i++) {
      warmingThreads.add(i);
    }
    for (int i = 0; i < plan.connections(); i++) {
      measuringThreads.add(i);
    }
    round = new Round(plan, measuringThreads);
  }

  /** The plan of this run. */
  public CoursePlan plan() {
    return plan;
  }

  /** The mix of its requests; null if the plan has no mix controller. */
  public @Nullable RequestMix mix() {
    return mix;
  }

  /** The measured window, or the latest of several; null until one opens. */
  public @Nullable Window window() {
    return round.window();
  }

  /** The arrivals of that window, of all workers. */
  public Schedule schedule() {
    return round.schedule();
  }

  /** Whether a window was opened and its end not reported yet. */
  public boolean measuring() {
    return measuring;
  }

  /** Requests whose sending has begun in that window. */
  public long sent() {
    return round.sentSoFar();
  }

  /** Starts the thread that asks the controller. Worker threads may call {@link #take} earlier. */
  public void begin() {
    Thread thread = new Thread(this::conduct, "meshgauge-course");
    thread.setDaemon(true);
    thread.start();
  }

  private void conduct() {
    try {
      if (!controller.awaitWarm()) {
        stop();
        return;
      }
      long begun = System.nanoTime();
      warmGate.countDown();
      while (!warmedUp.await(PROGRESS_MILLIS, TimeUnit.MILLISECONDS)) {
        controller.warming(
            warmDone.sum(), plan.warmupRequests(), warmEnded.sum(), warmFailed.sum());
        settled = controller.settled();
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      settle();
      controller.warmed(warmDone.sum(), seconds);
      while (measured(opening(controller.awaitMeasure()))) {
        Stage.windowCloses();
        Round over = round;
        if (plan.repeated()) {
          measuring = false;
          controller.measured(Objects.requireNonNull(over.window()), Window.nowEpochMicros());
          round = over.following(plan, measuringThreads);
        }
        // Only now, because waking and ending hundreds of threads is not part of the window.
        over.reserve().dismiss();
        if (!plan.repeated()) {
          return;
        }
      }
    } catch (InterruptedException e) {
      stop();
      Thread.currentThread().interrupt();
    }
  }

  /** Opens a window; returns, when it is over, whether it was completed. */
  private boolean measured(@Nullable Window opening) throws InterruptedException {
    if (opening == null) {
      stop();
      return false;
    }
    Stage.windowOpens(opening);
    controller.measuring(opening);
    measuring = true;
    round.open(opening);
    round.awaitDone();
    measuredBefore = true;
    return !stopped;
  }

  /** The requested window; null if there will be none. */
  private @Nullable Window opening(Opening requested) {
    if (!requested.allowed()) {
      return null;
    }
    requested.turn().ifPresent(this::give);
    if (requested.startEpochMicros().isEmpty()) {
      return Window.in(measuredBefore ? REPEATED_LEAD_NANOS : LEAD_NANOS);
    }
    Window at = Window.at(requested.startEpochMicros().getAsLong());
    long lead = at.startNanos() - System.nanoTime();
    if (lead >= LEAD_NANOS && lead <= MAX_LEAD_NANOS) {
      return at;
    }
    controller.failed(
        String.format(
            Locale.ROOT,
            "The window was to start %.3f s from now by this worker's clock; expected a start %.2f to"
                + " %.0f s ahead. Compare the clocks, or send the command 'measure' earlier.",
            lead / 1e9,
            LEAD_NANOS / 1e9,
            MAX_LEAD_NANOS / 1e9));
    return null;
  }

  private void give(Opening.Turn turn) {
    Stage.turnTo(OptionalInt.of(turn.arm()));
    round.renumber(plan, turn.round());
  }

  /** Keeps garbage and pending compilation of the warm-up out of the window. */
  private void settle() throws InterruptedException {
    if (plan.warmup() > 0 && !stopped) {
      JitQuiescence.await();
      System.gc();
    }
  }

  /**
   * Fills in the thread's next arrival and returns at its due time.
   *
   * @param thread the number of the calling worker thread, from 0 to {@link CoursePlan#threads()}-1
   * @return false if there is nothing left to do for this thread
   */
  public boolean take(int thread, Arrival arrival, WarmState warm) throws InterruptedException {
    if (!warm.over) {
      if (thread < plan.warmingThreads() && takeWarm(thread, arrival, warm)) {
        return true;
      }
      warm.over = true;
      leaveWarmUp(thread);
      if (thread >= plan.connections() && !plan.isReserve(thread)) {
        return false;
      }
      warm.round = round;
      TimerSlack.of(plan.slackNanos());
    }
    return takeMeasured(thread, arrival, warm);
  }

  private boolean takeMeasured(int thread, Arrival arrival, WarmState state)
      throws InterruptedException {
    Round own = Objects.requireNonNull(state.round);
    while (!stopped) {
      if (plan.isReserve(thread) ? takeStranded(thread, arrival, own) : takeInTurn(arrival, own)) {
        return true;
      }
      if (!plan.repeated()) {
        own.leave(thread);
        return false;
      }
      Round next = own.following(plan, measuringThreads);
      own.leave(thread);
      state.round = next;
      own = next;
    }
    return false;
  }

  private boolean takeInTurn(Arrival arrival, Round own) throws InterruptedException {
    own.awaitOpen();
    Window open = own.window();
    if (open == null) {
      return false;
    }
    return plan.closedLoop() ? takeAtOnce(arrival, own, open) : takeDue(arrival, own, open);
  }

  /** Warm-up state of one worker thread. */
  public static final class WarmState {
    private boolean begun;
    private boolean over;
    private @Nullable Round round;
  }

  private boolean takeWarm(int thread, Arrival arrival, WarmState warm)
      throws InterruptedException {
    long index;
    if (warm.begun) {
      warmDone.increment();
      boolean further = thread < plan.warmupConcurrency() && !settled;
      index = further ? warmTaken.getAndIncrement() : Long.MAX_VALUE;
    } else {
      warmGate.await();
      warm.begun = true;
      // Every thread sends at least one request, to open its connection.
      index = thread;
    }
    if (stopped || index >= plan.warmupRequests()) {
      return false;
    }
    long now = System.nanoTime();
    arrival.fill(index, now, now, false);
    return true;
  }

  /** Counts a sample of the warm-up. */
  public void warmed(boolean successful) {
    warmEnded.increment();
    if (!successful) {
      warmFailed.increment();
    }
  }

  /** Removes a thread that has ended, so that nothing waits for it. */
  public void leave(int thread) {
    leaveWarmUp(thread);
    measuringThreads.remove(thread);
    round.leaveForGood(thread);
  }

  /** Removes a thread from the warm-up; the last one opens the barrier. */
  public void leaveWarmUp(int thread) {
    warmingThreads.remove(thread);
    if (warmingThreads.isEmpty()) {
      warmedUp.countDown();
    }
  }

  private boolean takeAtOnce(Arrival arrival, Round own, Window open) {
    if (!sleepUntil(open.startNanos())) {
      return false;
    }
    long now = System.nanoTime();
    if (now - open.startNanos() >= plan.windowNanos()) {
      return false;
    }
    arrival.fill(own.nextAtOnce(), now, now, true);
    own.sent();
    return true;
  }

  private boolean takeDue(Arrival arrival, Round own, Window open) {
    Round.Due next = own.next();
    if (next == null) {
      return false;
    }
    long due = open.startNanos() + next.offsetNanos();
    long free = Math.min(own.reserve().freeSinceNanos(), arrival.servedNanos());
    if (!sleepUntil(due)) {
      return false;
    }
    arrival.fill(next.index(), due, Math.max(due, free), true);
    own.sent();
    return true;
  }

  /** Takes an arrival that is due and not taken, because all other threads are busy. */
  private boolean takeStranded(int thread, Arrival arrival, Round own) throws InterruptedException {
    own.leave(thread);
    // Only the thread on watch waits for the window: waking all of them would disturb its start.
    while (own.reserve().awaitWatch(arrival.servedNanos())) {
      own.awaitOpen();
      Window open = own.window();
      Round.Due next = own.upcoming();
      if (open == null || next == null) {
        own.reserve().awaitDismissal();
        return false;
      }
      long due = open.startNanos() + next.offsetNanos();
      if (sleepUntil(due) && own.takeOver(next, thread)) {
        long free = own.reserve().freeSinceNanos();
        own.reserve().handOver();
        arrival.fill(next.index(), due, Math.max(due, free), true);
        own.sent();
        return true;
      }
    }
    return false;
  }

  private boolean sleepUntil(long due) {
    long left = due - System.nanoTime();
    while (left > plan.spinNanos() && !stopped) {
      // Sleeps are short so that a stop is noticed; each wake-up costs a few microseconds.
      LockSupport.parkNanos(Math.min(left - plan.spinNanos(), MAX_SLEEP_NANOS));
      left = due - System.nanoTime();
    }
    while (left > 0 && !stopped) {
      Thread.onSpinWait();
      left = due - System.nanoTime();
    }
    return !stopped;
  }

  /** Ends the course early: no further arrival is taken, requests under way are finished. */
  public void stop() {
    synchronized (stopLock) {
      if (!stopped) {
        stoppedNanos = System.nanoTime();
        stopped = true;
      }
    }
    warmGate.countDown();
    round.abandon();
  }

  /** Whether the run was stopped early. */
  public boolean stopped() {
    return stopped;
  }

  /** A count of the arrivals due, which grows with time; independent of what was sent. */
  public DueCount dueCount() {
    return new DueCount(this);
  }

  /** The last instant at which arrivals are due: the stop, if there was one. */
  long dueHorizon(long nowNanos) {
    return stopped ? Math.min(stoppedNanos, nowNanos) : nowNanos;
  }
}
