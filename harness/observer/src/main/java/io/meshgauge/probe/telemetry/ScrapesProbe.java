package io.meshgauge.probe.telemetry;

import io.meshgauge.measure.TelemetryReading.Scrapes;
import io.meshgauge.measure.TelemetryReading.Target;
import io.meshgauge.measure.Window;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.Backends.Scraping;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A reader of a Prometheus: how often it read each page, by its own series {@code up}, of which it
 * writes one sample for every attempt.
 *
 * <p>Where a service and its proxy have one page together, such an attempt tells nothing of what
 * was on it. Then a gauge is counted that only the one, or only the other, can have put there.
 */
public final class ScrapesProbe {
  private static final String OF_SERVICE = "process_uptime_seconds";
  private static final String OF_PROXY = "envoy_server_uptime";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Scraper scraper;

  /** A probe that reads through a scraper. */
  public ScrapesProbe(Scraper scraper) {
    this.scraper = scraper;
  }

  /**
   * The readings in a window.
   *
   * @param counts its answer about the number of readings, JSON
   * @param states its answer about whether pages were always there, JSON
   */
  public record Answers(String counts, String states) {}

  /** Asks about a window. */
  public Answers ask(Scraping scraping, Window window) {
    String range = "[" + window.length().toMillis() + "ms]";
    String counts = "count_over_time(up" + range + ")";
    String states = "min_over_time(up" + range + ")";
    if (scraping.together()) {
      counts =
          "count_over_time(%s%s) or %s"
              .formatted(OF_SERVICE, range, ofProxy("count_over_time(" + OF_PROXY + range + ")"));
      states = states + " or " + ofProxy(states);
    }
    return new Answers(
        query(scraping.server(), counts, window), query(scraping.server(), states, window));
  }

  /** The series of the proxy of a workload. */
  private static String ofProxy(String expression) {
    return "label_replace(%s,\"workload\",\"$1-proxy\",\"workload\",\"(.+)\")"
        .formatted(expression);
  }

  private String query(Address prometheus, String expression, Window window) {
    return scraper.get(
        prometheus,
        String.format(
            Locale.ROOT,
            "/api/v1/query?time=%.3f&query=%s",
            window.end().toEpochMilli() / 1e3,
            URLEncoder.encode(expression, StandardCharsets.UTF_8)));
  }

  /**
   * The readings by target.
   *
   * @throws ProbeException when the answers are none of a Prometheus
   */
  public static Scrapes parse(Answers answers, Window window) {
    SortedMap<String, Double> counts = values(answers.counts());
    SortedMap<String, Double> states = values(answers.states());
    SortedMap<String, Target> targets = new TreeMap<>();
    counts.forEach(
        (name, count) ->
            targets.put(
                name, new Target(Math.round(count), states.getOrDefault(name, 0.0) == 1.0)));
    return new Scrapes(window.length(), targets);
  }

  private static SortedMap<String, Double> values(String json) {
    try {
      JsonNode answer = MAPPER.readTree(json);
      if (!answer.path("status").asString("").equals("success")) {
        throw new ProbeException("Prometheus answered with an error: " + json);
      }
      SortedMap<String, Double> values = new TreeMap<>();
      for (JsonNode series : answer.path("data").path("result")) {
        values.put(
            series.path("metric").path("workload").asString("?"),
            Double.valueOf(series.path("value").path(1).asString("NaN")));
      }
      return values;
    } catch (JacksonException | NumberFormatException e) {
      throw new ProbeException("this is no answer of a Prometheus: " + json, e);
    }
  }
}
