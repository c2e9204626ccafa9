package io.meshgauge.load.course;

import io.meshgauge.load.schedule.RequestMix;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One run of a plan's arrivals: gate, warm-up (closed loop, uncounted), barrier, measured window;
 * where it is {@linkplain CoursePlan#repeated() repeated}, window after window until it is stopped.
 * Worker threads call {@link #take} in a loop; nothing else passes between threads, so an arrival
 * costs no hand-over. A free thread takes the next arrival and sleeps until it is due. An arrival
 * that is due while all {@link CoursePlan#connections()} wait for answers is served by a {@link
 * Reserve}; when that is busy too, by the first thread that is free. None is dropped.
 */
public final class Course {

  /** Time between opening the window and its start: files are opened, every thread falls asleep. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** A start further away than this is a clock that is wrong, not a plan. */
  private static final long LONGEST_LEAD_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long LONGEST_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long PROGRESS_MILLIS = 250;

  private final CoursePlan plan;
  private final @Nullable RequestMix mix;
  private final Conductor conductor;

  private final CountDownLatch warmGate = new CountDownLatch(1);
  private final CountDownLatch warmedUp = new CountDownLatch(1);
  private final Set<Integer> warmingThreads = ConcurrentHashMap.newKeySet();
  private final AtomicLong warmTaken = new AtomicLong();
  private final LongAdder warmDone = new LongAdder();

  private final Set<Integer> measuringThreads = ConcurrentHashMap.newKeySet();
  private volatile Round round;
  private volatile boolean measuring;
  private final Object stopLock = new Object();
  private volatile long stoppedNanos;
  private volatile boolean stopped;

  /** A course of that plan; the mix, where there is one, tells how many of each kind are due. */
  public Course(CoursePlan plan, @Nullable RequestMix mix, Conductor conductor) {
    this.plan = plan;
    this.mix = mix;
    this.conductor = conductor;
    warmTaken.set(plan.warmingThreads());
    for (int i = 0; i < plan.warmingThreads(); i++) {
      warmingThreads.add(i);
    }
    for (int i = 0; i < plan.connections(); i++) {
      measuringThreads.add(i);
    }
    round = new Round(plan, measuringThreads);
  }

  /** What this course does. */
  public CoursePlan plan() {
    return plan;
  }

  /** The mix of its requests; null when the plan has no mix controller. */
  public @Nullable RequestMix mix() {
    return mix;
  }

  /** The measured window, or the latest of several; null until one opens. */
  public @Nullable Window window() {
    return round.window();
  }

  /** Whether a window was opened whose end has not been reported. */
  public boolean measuring() {
    return measuring;
  }

  /** Requests whose sending has begun in that window. */
  public long sent() {
    return round.sentSoFar();
  }

  /** Starts asking the conductor. Worker threads may call {@link #take} before and after. */
  public void begin() {
    Thread thread = new Thread(this::conduct, "meshgauge-course");
    thread.setDaemon(true);
    thread.start();
  }

  private void conduct() {
    try {
      if (!conductor.awaitWarm()) {
        stop();
        return;
      }
      long begun = System.nanoTime();
      warmGate.countDown();
      while (!warmedUp.await(PROGRESS_MILLIS, TimeUnit.MILLISECONDS)) {
        conductor.warming(warmDone.sum(), plan.warmupRequests());
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      settle();
      conductor.warmed(warmDone.sum(), seconds);
      while (measured(opening(conductor.awaitMeasure()))) {
        Stage.windowCloses();
        Round over = round;
        if (plan.repeated()) {
          measuring = false;
          conductor.measured(Objects.requireNonNull(over.window()), Window.nowEpochMicros());
          round = over.following(plan, measuringThreads);
        }
        // Only now, since waking and ending hundreds of threads is no part of the window.
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

  /** Opens a window; returns when it is over, and whether it came to its end. */
  private boolean measured(@Nullable Window opening) throws InterruptedException {
    if (opening == null) {
      stop();
      return false;
    }
    Stage.windowOpens(opening);
    conductor.measuring(opening);
    measuring = true;
    round.open(opening);
    round.awaitDone();
    return !stopped;
  }

  /** The window as it was asked for; null when there will be none. */
  private @Nullable Window opening(Opening asked) {
    if (!asked.allowed()) {
      return null;
    }
    if (asked.startEpochMicros().isEmpty()) {
      return Window.in(LEAD_NANOS);
    }
    Window at = Window.at(asked.startEpochMicros().getAsLong());
    long lead = at.startNanos() - System.nanoTime();
    if (lead >= LEAD_NANOS && lead <= LONGEST_LEAD_NANOS) {
      return at;
    }
    conductor.failed(
        String.format(
            Locale.ROOT,
            "The window was to start %.3f s from now by this worker's clock; expected a start %.2f to"
                + " %.0f s ahead. Compare the clocks, or give the word 'measure' earlier.",
            lead / 1e9,
            LEAD_NANOS / 1e9,
            LONGEST_LEAD_NANOS / 1e9));
    return null;
  }

  /** The warm-up's garbage and its compiler queue are not the window's. */
  private void settle() throws InterruptedException {
    if (plan.warmup() > 0 && !stopped) {
      CompilerRest.await();
      System.gc();
    }
  }

  /**
   * Fills in the thread's next arrival and returns at its due time.
   *
   * @param thread the number of the calling worker thread, from 0 to {@link CoursePlan#threads()}-1
   * @return false when there is nothing left to do for this thread
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

  /** Where one worker thread stands. */
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
      index = thread < plan.warmupConcurrency() ? warmTaken.getAndIncrement() : Long.MAX_VALUE;
    } else {
      warmGate.await();
      warm.begun = true;
      // One request is every thread's own, to open its connection, even where fewer share the rest.
      index = thread;
    }
    if (stopped || index >= plan.warmupRequests()) {
      return false;
    }
    long now = System.nanoTime();
    arrival.fill(index, now, now, false);
    return true;
  }

  /** Notes that a thread has ended: nothing waits for it any more. */
  public void leave(int thread) {
    leaveWarmUp(thread);
    measuringThreads.remove(thread);
    round.leaveForGood(thread);
  }

  /** Notes that a thread needs no more warm-up, or has ended; the last one opens the barrier. */
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

  /** Takes an arrival that is due and that no other thread has taken: all others are busy. */
  private boolean takeStranded(int thread, Arrival arrival, Round own) throws InterruptedException {
    own.leave(thread);
    // Only the thread on watch waits for the window: to wake all of them would disturb its start.
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
      // Naps are short so that a stop is noticed; a nap's end costs a few microseconds.
      LockSupport.parkNanos(Math.min(left - plan.spinNanos(), LONGEST_NAP_NANOS));
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

  /** Whether the course was ended before its time. */
  public boolean stopped() {
    return stopped;
  }

  /** A count of the arrivals due, which grows with time; independent of what was sent. */
  public DueCount dueCount() {
    return new DueCount(this);
  }

  /** The last instant of which arrivals are due: the stop, where there was one. */
  long dueHorizon(long nowNanos) {
    return stopped ? Math.min(stoppedNanos, nowNanos) : nowNanos;
  }
}
