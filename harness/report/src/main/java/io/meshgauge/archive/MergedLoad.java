package io.meshgauge.archive;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LabelResult.Mismatch;
import io.meshgauge.measure.LabelResult.Outcomes;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Merges the results of several workers: counts and histograms are added, percentiles are computed
 * from the sums and never averaged. Percentiles per second are computed by {@link ResponseLogs}.
 *
 * <p>Seconds are counted from the start of each worker, which is the same instant for all, so
 * differing clocks do not blur them.
 */
final class MergedLoad {
  private final List<LoadResult> parts;

  private MergedLoad(List<LoadResult> parts) {
    this.parts = parts;
  }

  /** Merges at least one part. */
  static LoadResult of(List<LoadResult> parts) {
    return parts.size() == 1 ? parts.get(0) : new MergedLoad(parts).merged();
  }

  /**
   * Merges windows of the same load with pauses between them: counts and histograms are added, and
   * their seconds follow each other.
   *
   * @param windows in their order, at least one
   */
  static LoadResult inSequence(List<LoadResult> windows) {
    return windows.size() == 1 ? windows.get(0) : new MergedLoad(windows).sequence();
  }

  private LoadResult sequence() {
    double count = parts.size();
    WorkerUse use = use();
    List<SecondSample> timeline = new ArrayList<>();
    for (LoadResult part : parts) {
      int from = timeline.size();
      part.timeline().forEach(second -> timeline.add(second.at(from + second.second())));
    }
    return new LoadResult(
        window(parts),
        parts.stream().mapToDouble(LoadResult::seconds).sum(),
        parts.stream().mapToDouble(LoadResult::rate).sum() / count,
        labels(parts),
        histogram(parts, LoadResult::sendLag),
        timeline,
        use.on(use.allowedCores() / count));
  }

  private LoadResult merged() {
    LoadResult first = parts.get(0);
    // Seconds of a stage are fewer than those of the window.
    boolean whole = first.seconds() == first.window().seconds();
    return new LoadResult(
        window(parts),
        whole ? window(parts).seconds() : first.seconds(),
        parts.stream().mapToDouble(LoadResult::rate).sum(),
        labels(parts),
        histogram(parts, LoadResult::sendLag),
        seconds(),
        use());
  }

  private WorkerUse use() {
    return WorkerUse.sum(parts.stream().map(LoadResult::worker).toList());
  }

  private static Window window(List<LoadResult> all) {
    Comparator<Instant> order = Comparator.naturalOrder();
    return new Window(
        all.stream().map(part -> part.window().start()).min(order).orElseThrow(),
        all.stream().map(part -> part.window().end()).max(order).orElseThrow());
  }

  private static List<LabelResult> labels(List<LoadResult> all) {
    Map<String, List<LabelResult>> byName = new LinkedHashMap<>();
    for (LoadResult part : all) {
      for (LabelResult label : part.labels()) {
        byName.computeIfAbsent(label.label(), unused -> new ArrayList<>()).add(label);
      }
    }
    return byName.values().stream().map(MergedLoad::label).toList();
  }

  private static LabelResult label(List<LabelResult> same) {
    return new LabelResult(
        same.get(0).label(),
        same.get(0).kind(),
        same.stream().mapToLong(LabelResult::scheduled).sum(),
        same.stream().mapToLong(LabelResult::sent).sum(),
        same.stream().mapToLong(LabelResult::completed).sum(),
        same.stream().mapToLong(LabelResult::expected).sum(),
        new Outcomes(
            counts(same, LabelResult::status), counts(same, LabelResult::errors), mismatches(same)),
        histogram(same, LabelResult::response),
        histogram(same, LabelResult::service),
        histogram(same, LabelResult::firstByte));
  }

  /** Parts without a mismatch were sent, too. */
  private static List<Mismatch> mismatches(List<LabelResult> same) {
    long sent = same.stream().mapToLong(LabelResult::sent).sum();
    return Mismatch.sums(
            same.stream().flatMap(part -> part.outcomes().mismatches().stream()).toList())
        .stream()
        .map(it -> it.outOf(sent))
        .toList();
  }

  private static Map<String, Long> counts(
      List<LabelResult> same, Function<LabelResult, Map<String, Long>> which) {
    Map<String, Long> sums = new TreeMap<>();
    same.forEach(part -> which.apply(part).forEach((key, n) -> sums.merge(key, n, Long::sum)));
    return sums;
  }

  private static <T> LatencyHistogram histogram(List<T> all, Function<T, LatencyHistogram> which) {
    return LatencyHistogram.merge(all.stream().map(which).toList());
  }

  private List<SecondSample> seconds() {
    SortedMap<Integer, List<SecondSample>> bySecond = new TreeMap<>();
    for (LoadResult part : parts) {
      for (SecondSample second : part.timeline()) {
        bySecond.computeIfAbsent(second.second(), unused -> new ArrayList<>()).add(second);
      }
    }
    return bySecond.values().stream().map(MergedLoad::second).toList();
  }

  private static SecondSample second(List<SecondSample> same) {
    return new SecondSample(
        same.get(0).second(),
        same.stream().mapToLong(SecondSample::scheduled).sum(),
        same.stream().mapToLong(SecondSample::sent).sum(),
        same.stream().mapToLong(SecondSample::completed).sum(),
        same.stream().mapToLong(SecondSample::errors).sum(),
        0,
        0);
  }
}
