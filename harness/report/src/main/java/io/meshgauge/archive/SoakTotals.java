package io.meshgauge.archive;

import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LabelResult.Outcomes;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.ResourceTotals;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The sum of all windows of a soak: counts and histograms are added, percentiles are computed from
 * the sums. Its size does not grow with the number of windows.
 */
public final class SoakTotals {
  private final Map<String, LabelSum> labels = new LinkedHashMap<>();
  private final ResourceTotals resources = new ResourceTotals();
  private final Histogram sendLag = IntervalHistogram.empty();
  private @Nullable Instant start;
  private @Nullable Instant end;
  private int windows;
  private double seconds;
  private double rates;
  private double cpuSeconds;
  private double allowedCores;
  private double gcSeconds;
  private long connectionsOpened;
  private @Nullable Long blocked = 0L;
  private TcpUse tcp = new TcpUse(0, 0, 0);

  private static final class LabelSum {
    private final String label;
    private final long[] counts = new long[4];
    private final Map<String, Long> status = new TreeMap<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Histogram response = IntervalHistogram.empty();
    private final Histogram service = IntervalHistogram.empty();
    private final Histogram firstByte = IntervalHistogram.empty();

    LabelSum(String label) {
      this.label = label;
    }

    LabelResult result() {
      return new LabelResult(
          label,
          RequestKind.ofEarlier(label),
          counts[0],
          counts[1],
          counts[2],
          counts[3],
          new Outcomes(Map.copyOf(status), Map.copyOf(errors), List.of()),
          LatencyHistogram.ofMicros(List.of(response)),
          LatencyHistogram.ofMicros(List.of(service)),
          LatencyHistogram.ofMicros(List.of(firstByte)));
    }
  }

  /**
   * Adds a window, unless it had an injected fault.
   *
   * @throws IllegalArgumentException if one of its histograms cannot be read
   */
  void add(SoakWindow window, StoredLoad load) {
    if (window.disturbed().isPresent()) {
      return;
    }
    for (StoredLoad.Label label : load.labels()) {
      add(labels.computeIfAbsent(label.label(), LabelSum::new), label);
    }
    sendLag.add(IntervalHistogram.decode(load.sendLag()));
    resources.add(window.resources());
    if (start == null) {
      start = window.window().start();
    }
    end = window.window().end();
    windows++;
    seconds += window.window().seconds();
    rates += load.rate();
    WorkerUse use = load.worker();
    cpuSeconds += use.cpuSeconds();
    allowedCores = use.allowedCores();
    gcSeconds += use.gcSeconds();
    connectionsOpened += use.connectionsOpened();
    Long more = use.blocked();
    blocked = blocked == null || more == null ? null : Long.valueOf(blocked + more);
    tcp = tcp.plus(load.tcp());
  }

  private void add(LabelSum sum, StoredLoad.Label label) {
    long[] counts = {label.scheduled(), label.sent(), label.completed(), label.expected()};
    for (int i = 0; i < counts.length; i++) {
      sum.counts[i] += counts[i];
    }
    label.status().forEach((key, n) -> sum.status.merge(key, n, Long::sum));
    label.errors().forEach((key, n) -> sum.errors.merge(key, n, Long::sum));
    sum.response.add(IntervalHistogram.decode(label.response()));
    sum.service.add(IntervalHistogram.decode(label.service()));
    sum.firstByte.add(IntervalHistogram.decode(label.firstByte()));
  }

  /** The load of all windows; empty before the first. */
  public Optional<LoadResult> load() {
    if (start == null || end == null) {
      return Optional.empty();
    }
    List<LabelResult> results = new ArrayList<>();
    labels.values().forEach(sum -> results.add(sum.result()));
    return Optional.of(
        new LoadResult(
            new Window(start, end),
            seconds,
            rates / windows,
            results,
            LatencyHistogram.ofMicros(List.of(sendLag)),
            List.of(),
            new WorkerUse(cpuSeconds, allowedCores, gcSeconds, connectionsOpened, blocked)));
  }

  /** Total CPU, mean and peak memory, by container. */
  public List<ResourceUse> resources() {
    return resources.uses();
  }

  /** TCP counters of all windows. */
  public TcpUse tcp() {
    return tcp;
  }
}
