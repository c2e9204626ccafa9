package io.meshgauge.load;

import io.meshgauge.load.LoadListener.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Adds up the seconds of several workers and releases each once every worker has reported it. */
final class SecondSums {
  private final List<WorkerClient> workers;
  private final NavigableMap<Integer, Second> sums = new TreeMap<>();

  SecondSums(List<WorkerClient> workers) {
    this.workers = workers;
  }

  void add(Second second) {
    sums.merge(second.second(), second, SecondSums::sum);
  }

  /** Removes and returns the seconds that all workers have reported, in order. */
  List<Second> complete() {
    List<Second> complete = new ArrayList<>();
    while (!sums.isEmpty()
        && workers.stream().allMatch(worker -> isPast(worker, sums.firstKey()))) {
      complete.add(sums.pollFirstEntry().getValue());
    }
    return complete;
  }

  private static boolean isPast(WorkerClient worker, int second) {
    return worker.loss() != null || worker.end() != null || worker.seconds() > second;
  }

  /**
   * Adds counts and keeps the larger percentile: an approximation, which is never less than that of
   * all.
   */
  private static Second sum(Second a, Second b) {
    return new Second(
        a.second(),
        a.scheduled() + b.scheduled(),
        a.sent() + b.sent(),
        a.completed() + b.completed(),
        a.errors() + b.errors(),
        a.unanswered() + b.unanswered(),
        Math.max(a.p50Micros(), b.p50Micros()),
        Math.max(a.p99Micros(), b.p99Micros()));
  }
}
