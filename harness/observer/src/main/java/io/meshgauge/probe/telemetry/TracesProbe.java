package io.meshgauge.probe.telemetry;

import io.meshgauge.measure.TelemetryReading.Span;
import io.meshgauge.measure.TelemetryReading.Trace;
import io.meshgauge.measure.Window;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.PrometheusText;
import io.meshgauge.probe.Sample;
import io.meshgauge.probe.Scraper;
import io.meshgauge.topology.Address;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A reader of Zipkin: its own counters ({@code /prometheus}), and its traces ({@code /api/v2}). */
public final class TracesProbe {
  private static final String SPANS = "zipkin_collector_spans_total";
  private static final String DROPPED = "zipkin_collector_spans_dropped_total";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Scraper scraper;

  /** A probe that reads through a scraper. */
  public TracesProbe(Scraper scraper) {
    this.scraper = scraper;
  }

  /**
   * Zipkin's counters at one instant.
   *
   * @param text the page as it came
   * @param spans how many spans it took so far
   * @param dropped how many of them it threw away
   */
  public record Counted(String text, long spans, long dropped) {}

  /**
   * Reads the counters.
   *
   * @throws ProbeException when there is no answer, or no counter of spans in it
   */
  public Counted count(Address zipkin) {
    String text = scraper.get(zipkin, "/prometheus");
    List<Sample> samples = PrometheusText.parse(text);
    if (samples.stream().noneMatch(sample -> sample.name().equals(SPANS))) {
      throw new ProbeException(
          "http://%s/prometheus has no %s; expected the page of a Zipkin server"
              .formatted(zipkin, SPANS));
    }
    return new Counted(text, sum(samples, SPANS), sum(samples, DROPPED));
  }

  /**
   * The latest traces that began in a window, as JSON.
   *
   * @param service a name of a workload in spans, which they touch
   * @param limit how many at most
   */
  public String look(Address zipkin, String service, Window window, int limit) {
    return scraper.get(
        zipkin,
        "/api/v2/traces?serviceName=%s&endTs=%d&lookback=%d&limit=%d"
            .formatted(service, window.end().toEpochMilli(), window.length().toMillis(), limit));
  }

  /**
   * The traces of Zipkin's answer.
   *
   * @param realm what stands behind a workload's name in its spans
   * @throws ProbeException when it is no such answer
   */
  public static List<Trace> parse(String json, String realm) {
    try {
      List<Trace> traces = new ArrayList<>();
      for (JsonNode trace : MAPPER.readTree(json)) {
        List<Span> spans = new ArrayList<>();
        for (JsonNode span : trace) {
          spans.add(
              new Span(
                  span.path("id").asString(""),
                  span.path("parentId").asString(""),
                  span.path("kind").asString("").equals("CLIENT"),
                  workload(span.path("localEndpoint").path("serviceName").asString(""), realm)));
        }
        traces.add(new Trace(spans));
      }
      return traces;
    } catch (JacksonException e) {
      throw new ProbeException(
          "Zipkin's answer is no list of traces: " + e.getOriginalMessage(), e);
    }
  }

  /** A name that does not end as it should is left as it is, and then is that of no workload. */
  private static String workload(String name, String realm) {
    return name.endsWith(realm) ? name.substring(0, name.length() - realm.length()) : name;
  }

  private static long sum(List<Sample> samples, String name) {
    return Math.round(
        samples.stream()
            .filter(sample -> sample.name().equals(name))
            .mapToDouble(Sample::value)
            .sum());
  }
}
