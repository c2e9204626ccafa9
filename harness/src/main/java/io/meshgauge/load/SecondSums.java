package io.meshgauge.load;

import io.meshgauge.load.LoadListener.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The seconds of several workers, added up and given on once every worker has reported them. */
final class SecondSums {
  private final List<WorkerClient> members;
  private final NavigableMap<Integer, Second> sums = new TreeMap<>();

  SecondSums(List<WorkerClient> members) {
    this.members = members;
  }

  void add(Second second) {
    sums.merge(second.second(), second, SecondSums::sum);
  }

  /** Removes the seconds that are complete, in their order. */
  List<Second> complete() {
    List<Second> complete = new ArrayList<>();
    while (!sums.isEmpty() && members.stream().allMatch(m -> isPast(m, sums.firstKey()))) {
      complete.add(sums.pollFirstEntry().getValue());
    }
    return complete;
  }

  private static boolean isPast(WorkerClient member, int second) {
    return member.loss() != null || member.end() != null || member.seconds() > second;
  }

  /** Counts add up; of percentiles the worse is kept, which is only for the eye. */
  private static Second sum(Second a, Second b) {
    return new Second(
        a.second(),
        a.scheduled() + b.scheduled(),
        a.sent() + b.sent(),
        a.completed() + b.completed(),
        a.errors() + b.errors(),
        Math.max(a.p50Micros(), b.p50Micros()),
        Math.max(a.p99Micros(), b.p99Micros()));
  }
}
