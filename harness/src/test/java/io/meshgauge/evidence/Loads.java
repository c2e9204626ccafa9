package io.meshgauge.evidence;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.Window;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Load results as the load worker would have reported them. */
public final class Loads {
  private static final LatencyHistogram EMPTY = LatencyHistogram.merge(List.of());
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Loads() {}

  public static LoadResult of(LabelResult... labels) {
    return new LoadResult(
        new Window(START, START.plusSeconds(10)),
        100,
        List.of(labels),
        EMPTY,
        List.of(),
        new WorkerUse(1, 1, 0, 8, 0L));
  }

  /** A label all of whose requests got the expected status. */
  public static LabelResult fine(String label, long count, int status) {
    return label(label, count, count, Map.of(String.valueOf(status), count));
  }

  public static LabelResult label(
      String label, long sent, long expected, Map<String, Long> status) {
    long completed = status.values().stream().mapToLong(Long::longValue).sum();
    return new LabelResult(
        label,
        RequestKind.ofEarlier(label),
        sent,
        sent,
        completed,
        expected,
        new LabelResult.Outcomes(status, Map.of(), List.of()),
        EMPTY,
        EMPTY,
        EMPTY);
  }
}
