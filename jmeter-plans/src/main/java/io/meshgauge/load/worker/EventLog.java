package io.meshgauge.load.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Every event so far, in order, for readers who may come late or again. Safe for threads. */
final class EventLog implements Conversation.Listener {

  private final List<String> lines = new ArrayList<>();
  private boolean over;

  @Override
  public synchronized void told(String event, String line) {
    lines.add(line);
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
    while (lines.size() <= index) {
      long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      if (left <= 0) {
        return List.of();
      }
      wait(left);
    }
    return List.copyOf(lines.subList(index, lines.size()));
  }

  /** Whether the run has finished or failed. */
  synchronized boolean over() {
    return over;
  }
}
