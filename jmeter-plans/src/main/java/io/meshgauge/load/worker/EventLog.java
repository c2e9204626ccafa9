package io.meshgauge.load.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The events so far, in order, for readers that come late or repeat a request. Thread-safe.
 *
 * <p>Keeps only the latest events of a long run: a reader that asks from an index has all earlier
 * ones.
 */
final class EventLog implements Conversation.Listener {

  /** More than the events of one hour. */
  private static final int MAX_EVENTS = 10_000;

  private final List<String> lines = new ArrayList<>();
  private int dropped;
  private boolean over;

  @Override
  public synchronized void event(String event, String line) {
    lines.add(line);
    if (lines.size() > MAX_EVENTS) {
      lines.remove(0);
      dropped++;
    }
    over |= event.equals(Conversation.FINISHED) || event.equals(Conversation.FAILED);
    notifyAll();
  }

  /**
   * The events from that index on; waits for one if there is none yet.
   *
   * @param index of the first, from 0
   * @param waitMillis limit of the wait; 0 for none
   * @return one line each; may be empty
   */
  synchronized List<String> from(int index, long waitMillis) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    while (dropped + lines.size() <= index) {
      long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      if (left <= 0) {
        return List.of();
      }
      wait(left);
    }
    return List.copyOf(lines.subList(Math.max(0, index - dropped), lines.size()));
  }

  /** Whether the run, or the latest window of one that repeats them, has finished or failed. */
  synchronized boolean over() {
    return over;
  }

  /** Another window was requested. */
  synchronized void reopen() {
    over = false;
  }
}
