package io.meshgauge.load.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The events so far, in order, for readers who may come late or again. Safe for threads.
 *
 * <p>Of a worker that measures for days only the latest are kept: a client that asks from an index
 * on has all before it.
 */
final class EventLog implements Conversation.Listener {

  /** More than are said in an hour. */
  private static final int KEPT = 10_000;

  private final List<String> lines = new ArrayList<>();
  private int dropped;
  private boolean over;

  @Override
  public synchronized void event(String event, String line) {
    lines.add(line);
    if (lines.size() > KEPT) {
      lines.remove(0);
      dropped++;
    }
    over |= event.equals(Conversation.FINISHED) || event.equals(Conversation.FAILED);
    notifyAll();
  }

  /**
   * The events from that index on; when there is none yet, waits for one.
   *
   * @param index of the first, from 0
   * @param waitMillis how long to wait at most; 0 for not at all
   * @return one line each, perhaps none
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

  /** Another window was asked for. */
  synchronized void goOn() {
    over = false;
  }
}
