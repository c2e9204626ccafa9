package io.meshgauge.load.course;

import io.meshgauge.load.schedule.Schedule;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One window of a course, from the waiting for it to its last answer: which arrivals have been
 * taken, and which threads are still at them. Every window of a course has the same arrivals.
 */
final class Round {
  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Set<Integer> threads = ConcurrentHashMap.newKeySet();
  private final Reserve reserve = new Reserve();
  private final Schedule.Times times;
  private final LongAdder sent = new LongAdder();
  private @Nullable Due upcoming;
  private long nextIndex;
  private @Nullable Round following;
  private boolean abandoned;
  private volatile @Nullable Window window;

  /** A round of these arrivals for the threads of those numbers, and for any that help them. */
  Round(CoursePlan plan, Set<Integer> threads) {
    times = plan.schedule().times(plan.share());
    upcoming = drawn();
    this.threads.addAll(threads);
    if (threads.isEmpty()) {
      done.countDown();
    }
  }

  /** An arrival of the schedule. */
  record Due(long index, long offsetNanos) {}

  /** The window; null until it opens, or when there will be none. */
  @Nullable Window window() {
    return window;
  }

  /** The threads that serve what is due while the round's own are busy. */
  Reserve reserve() {
    return reserve;
  }

  /** Lets the threads in. */
  void open(Window opened) {
    window = opened;
    gate.countDown();
  }

  /** Lets the threads go: the course is to end. */
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

  /** The arrival that {@link #next} would give, which stays where it is. */
  synchronized @Nullable Due upcoming() {
    return upcoming;
  }

  /**
   * Gives an arrival to a thread of the reserve, if no other thread has taken it; from then on the
   * round waits for that thread too.
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

  /** The number of the next arrival where none is due. */
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

  /** A thread has ended its last request of this round, or, one of the reserve, its latest. */
  void leave(int thread) {
    if (threads.remove(thread) && threads.isEmpty()) {
      done.countDown();
    }
  }

  /** A thread has ended, which was in this round or on its way to the next. */
  synchronized void leaveForGood(int thread) {
    leave(thread);
    if (following != null) {
      following.leaveForGood(thread);
    }
  }

  /** The round after this one, the same for every thread that asks. */
  synchronized Round following(CoursePlan plan, Set<Integer> all) {
    Round next = following;
    if (next == null) {
      next = new Round(plan, all);
      following = next;
      if (abandoned) {
        next.abandon();
      }
    }
    return next;
  }
}
