package io.meshgauge.run.trial;

import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.window.WindowObservation;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.Window;
import io.meshgauge.platform.Instruments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * A load result of one label whose every request takes the same time, with what a test changes.
 *
 * @param scheduled requests due
 * @param sent requests sent, all of which are answered
 * @param seconds length of the window
 * @param lagMicros every request's send lag
 * @param responseMicros every request's response time
 * @param cpuSeconds of the worker, which may use two cores
 */
public record SampleLoads(
    long scheduled,
    long sent,
    double seconds,
    long lagMicros,
    long responseMicros,
    double cpuSeconds) {

  /** A valid load: 1,000 requests in ten seconds, 5 ms each. */
  public static final SampleLoads SOUND = new SampleLoads(1000, 1000, 10, 100, 5000, 2);

  public LoadResult result() {
    return without(0);
  }

  /** The result when some of the sent requests got no response. */
  public LoadResult without(long unanswered) {
    long completed = sent - unanswered;
    Instant start = Instant.parse("2026-11-21T10:00:00Z");
    LabelResult browse =
        new LabelResult(
            "browse",
            RequestKind.ALLOWED,
            scheduled,
            sent,
            completed,
            completed,
            new LabelResult.Outcomes(
                Map.of("200", completed),
                unanswered == 0 ? Map.of() : Map.of("closed", unanswered),
                List.of()),
            all(responseMicros),
            all(responseMicros),
            all(responseMicros));
    return new LoadResult(
        new Window(start, start.plus(Duration.ofMillis(Math.round(seconds * 1000)))),
        100,
        List.of(browse),
        all(lagMicros),
        List.of(),
        new WorkerUse(cpuSeconds, 2, 0, 16, 0L));
  }

  private LatencyHistogram all(long micros) {
    Histogram histogram = new Histogram(1, LatencyHistogram.HIGHEST_MICROS, 3);
    histogram.recordValueWithCount(micros, sent);
    return LatencyHistogram.ofMicros(List.of(histogram));
  }

  /** A window with only a load and the readings of the meters. */
  static MeasuredWindow window(
      LoadResult load, Instruments.Reading resources, Map<String, String> files) {
    return new MeasuredWindow(
        load,
        resources,
        List.of(),
        new WindowObservation(WireSightings.none("a test"), Map.of(), Map.of(), load, Map.of()),
        resources.vitals(),
        List.of(),
        List.of(),
        new TreeMap<>(files));
  }
}
