package io.meshgauge.load.course;

import io.meshgauge.load.schedule.RequestMix;
import io.meshgauge.load.schedule.Schedule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts this worker's due arrivals, in total and per kind. It iterates over the schedule again
 * instead of asking the worker threads, so a generator that falls behind cannot hide it. In a
 * closed loop the count is the number of sent requests. Not thread-safe.
 */
public final class DueCount {

  private final Course course;
  private final Schedule.Times times;
  private final RequestMix.@Nullable Dealer dealer;
  private final long[] byKind;
  private long total;
  private long nextOffset;

  DueCount(Course course) {
    this.course = course;
    times = course.schedule().times(course.plan().share());
    nextOffset = times.next();
    RequestMix mix = course.mix();
    dealer = mix == null ? null : mix.dealer();
    byKind = new long[mix == null ? 0 : mix.labels().size()];
  }

  /** Counts everything due by that instant ({@link System#nanoTime()}); returns the total. */
  public long advanceTo(long nowNanos) {
    Window window = course.window();
    if (window == null) {
      return 0;
    }
    if (course.plan().closedLoop()) {
      long sent = course.sent();
      while (total < sent) {
        count(total);
      }
      return total;
    }
    long elapsed = course.dueHorizon(nowNanos) - window.startNanos();
    while (nextOffset >= 0 && nextOffset <= elapsed) {
      count(times.index());
      nextOffset = times.next();
    }
    return total;
  }

  private void count(long index) {
    if (dealer != null) {
      byKind[dealer.kindOf(index)]++;
    }
    total++;
  }

  /** The count per kind so far; empty without a mix. */
  public Map<String, Long> byLabel() {
    Map<String, Long> counts = new LinkedHashMap<>();
    RequestMix mix = course.mix();
    List<String> labels = mix == null ? List.of() : mix.labels();
    for (int i = 0; i < labels.size(); i++) {
      counts.put(labels.get(i), byKind[i]);
    }
    return counts;
  }
}
