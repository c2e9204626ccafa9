package io.meshgauge.attribution;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.ResourceUse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Valid runs in which every request took the same time. */
final class AttributedRun {
  static final int REQUESTS = 2_000;
  static final int CORES = 4;
  static final int SECONDS = 20;
  private static final Plan PLAN = new Plan("steady", Duration.ofSeconds(SECONDS), new TreeMap<>());

  private AttributedRun() {}

  /**
   * A run of a block.
   *
   * @param responseMicros of every request
   * @param serviceMicros of every request
   */
  static Run of(
      int block,
      double responseMicros,
      double serviceMicros,
      List<HopLatency> hops,
      List<ResourceUse> uses,
      MachineUse machine) {
    Instant start = Instant.parse("2026-11-21T10:00:00Z");
    LabelResult label =
        new LabelResult(
            "browse",
            RequestKind.ALLOWED,
            REQUESTS,
            REQUESTS,
            REQUESTS,
            REQUESTS,
            new LabelResult.Outcomes(Map.of("200", (long) REQUESTS), Map.of(), List.of()),
            histogram(responseMicros),
            histogram(serviceMicros),
            histogram(serviceMicros));
    LoadResult load =
        new LoadResult(
            new Window(start, start.plusSeconds(SECONDS)),
            (double) REQUESTS / SECONDS,
            List.of(label),
            histogram(1),
            List.of(),
            new WorkerUse(1, 1, 0.02, 16, 0L));
    Environment environment =
        new Environment(new TreeMap<>(Map.of("cpu.cores", Integer.toString(CORES))));
    return new Run(
        new Trial(1, block, Variant.plain("envoy"), PLAN),
        Outcome.VALID,
        List.of(),
        new Run.Setup(Fidelity.REAL, environment, new TreeMap<>()),
        List.of(),
        new Run.Observations(uses, null, hops, null, machine),
        new Run.Results(load, null, null, List.of()));
  }

  private static LatencyHistogram histogram(double micros) {
    Histogram histogram = new Histogram(1, LatencyHistogram.HIGHEST_MICROS, 3);
    histogram.recordValueWithCount(Math.max(1, Math.round(micros)), REQUESTS);
    return LatencyHistogram.ofMicros(List.of(histogram));
  }
}
