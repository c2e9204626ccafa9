package io.meshgauge.load.course;

import io.meshgauge.load.schedule.Schedule;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One window of a run, from the wait for it to its last response: the arrivals taken, and the
 * threads that still serve them. Every window of a course has arrivals of its own.
 */
final class Round {
  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Set<Integer> threads = ConcurrentHashMap.newKeySet();
  private final Reserve reserve = new Reserve();
  private long number;
  private Schedule schedule;
  private Schedule.Times times;
  private final LongAdder sent = new LongAdder();
  private @Nullable Due upcoming;
  private long nextIndex;
  private @Nullable Round following;
  private boolean abandoned;
  private volatile @Nullable Window window;

  /** The first round of a plan, for the threads with those numbers and for helpers. */
  Round(CoursePlan plan, Set<Integer> threads) {
    this(plan, 0, threads);
  }

  private Round(CoursePlan plan, long number, Set<Integer> threads) {
    this.number = number;
    schedule = plan.schedule().ofWindow(number);
    times = schedule.times(plan.share());
    upcoming = drawn();
    this.threads.addAll(threads);
    if (threads.isEmpty()) {
      done.countDown();
    }
  }

  /** An arrival of the schedule. */
  record Due(long index, long offsetNanos) {}

  /** Takes the arrivals of another number, before it opens. */
  synchronized void renumber(CoursePlan plan, long other) {
    if (other != number) {
      number = other;
      schedule = plan.schedule().ofWindow(number);
      times = schedule.times(plan.share());
      upcoming = drawn();
    }
  }

  /** Its arrivals, of all workers. */
  synchronized Schedule schedule() {
    return schedule;
  }

  /** The window; null until it opens, or when there will be none. */
  @Nullable Window window() {
    return window;
  }

  /** The threads that serve due arrivals while the round's own threads are busy. */
  Reserve reserve() {
    return reserve;
  }

  /** Lets the threads in. */
  void open(Window opened) {
    window = opened;
    gate.countDown();
  }

  /** Releases the threads because the run ends. */
  synchronized void abandon() {
    abandoned = true;
    gate.countDown();
    done.countDown();
    reserve.dismiss();
    if (following != null) {
      following.abandon();
    }
  }

  void awaitOpen() throws InterruptedException {
    gate.await();
  }

  void awaitDone() throws InterruptedException {
    done.await();
  }

  /** The next arrival of the schedule; null after the last one. */
  synchronized @Nullable Due next() {
    Due taken = upcoming;
    if (taken != null) {
      upcoming = drawn();
    }
    return taken;
  }

  private @Nullable Due drawn() {
    long offset = times.next();
    return offset < 0 ? null : new Due(times.index(), offset);
  }

  /** The arrival that {@link #next} would return, without taking it. */
  synchronized @Nullable Due upcoming() {
    return upcoming;
  }

  /**
   * Assigns an arrival to a thread of the reserve, unless another thread has taken it; the round
   * then waits for that thread too.
   */
  @SuppressWarnings("ReferenceEquality") // the same arrival, not one that is due at the same time
  synchronized boolean takeOver(Due due, int thread) {
    if (upcoming != due) {
      return false;
    }
    threads.add(thread);
    upcoming = drawn();
    return true;
  }

  /** The number of the next arrival in a closed loop. */
  synchronized long nextAtOnce() {
    return nextIndex++;
  }

  void sent() {
    sent.increment();
  }

  /** Requests whose sending has begun. */
  long sentSoFar() {
    return sent.sum();
  }

  /** A thread has completed its last request of this round, or a reserve thread its latest. */
  void leave(int thread) {
    if (threads.remove(thread) && threads.isEmpty()) {
      done.countDown();
    }
  }

  /** A thread of this round, or on its way to the next, has ended. */
  synchronized void leaveForGood(int thread) {
    leave(thread);
    if (following != null) {
      following.leaveForGood(thread);
    }
  }

  /** The round after this one, the same for every thread. */
  synchronized Round following(CoursePlan plan, Set<Integer> all) {
    Round next = following;
    if (next == null) {
      next = new Round(plan, number + 1, all);
      following = next;
      if (abandoned) {
        next.abandon();
      }
    }
    return next;
  }
}
