package io.meshgauge.run.trial;

import io.meshgauge.measure.TelemetryReading;
import io.meshgauge.measure.TelemetryReading.Lines;
import io.meshgauge.measure.TelemetryReading.Scrapes;
import io.meshgauge.measure.TelemetryReading.Spans;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.platform.Wait;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.probe.telemetry.AccessLogProbe;
import io.meshgauge.probe.telemetry.ScrapesProbe;
import io.meshgauge.probe.telemetry.TracesProbe;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.Backends;
import io.meshgauge.topology.plane.Backends.AccessLogs;
import io.meshgauge.topology.plane.Backends.Scraping;
import io.meshgauge.topology.plane.Backends.Tracing;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.ProxyTotal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the telemetry backends of an arm receive in one window. Starts after the proxies'
 * counters were read before the load, and finishes after they were read again.
 *
 * <p>Proxies buffer spans for up to 5 s and log lines for up to 10 s. After the load the watch
 * waits for those known to be missing.
 */
public final class TelemetryWatch {
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(250);
  private static final Wait SPANS_TIMEOUT = new Wait(Duration.ofSeconds(8), CHECK_INTERVAL);
  private static final Wait LINES_TIMEOUT = new Wait(Duration.ofSeconds(13), CHECK_INTERVAL);
  private static final int MAX_TRACES = 100;
  private static final int LOG_HEAD_LINES = 5;

  private final DataPlane plane;
  private final Backends backends;
  private final LogCopier copies;
  private final TracesProbe traces;
  private final ScrapesProbe scrapes;
  private final Instant start = Instant.now();
  private final List<String> errors = new ArrayList<>();
  private final Optional<TracesProbe.Counted> spansBefore;

  private TelemetryWatch(DataPlane plane, Scraper scraper, LogCopier copies) {
    this.plane = plane;
    this.copies = copies;
    this.backends = plane.backends();
    this.traces = new TracesProbe(scraper);
    this.scrapes = new ScrapesProbe(scraper);
    this.spansBefore = backends.tracing().flatMap(it -> read(() -> traces.count(it.collector())));
  }

  /** Copies access logs of proxies to the files in which they are read. */
  @FunctionalInterface
  interface LogCopier {
    /**
     * Updates the copies.
     *
     * @param since start of the lines that are needed
     * @throws ProbeException when some of these lines are no longer available
     */
    void refresh(AccessLogs logs, Instant since);
  }

  /** Starts right after the proxies' counters were read. */
  public static TelemetryWatch start(DataPlane plane, Scraper scraper, LogCopier copies) {
    return new TelemetryWatch(plane, scraper, copies);
  }

  /**
   * Reads the backends.
   *
   * @param load the time in which load was sent
   * @param before the proxies' counters before the load
   * @param after the proxies' counters after the load
   * @param files receives the raw texts for the archive by name
   */
  public TelemetryReading finish(
      Window load,
      Map<String, Counters> before,
      Map<String, Counters> after,
      Map<String, String> files) {
    // Prometheus first: the others wait, and its answer covers the window at any time.
    Optional<Scrapes> pages =
        backends.scraping().flatMap(it -> read(() -> scrapes(it, load, files)));
    Optional<Spans> spans =
        backends.tracing().flatMap(it -> read(() -> spans(it, load, after, files)));
    Optional<Lines> lines =
        backends.accessLogs().flatMap(it -> read(() -> lines(it, before, after, files)));
    if (!errors.isEmpty()) {
      files.put("telemetry/errors.txt", String.join("\n", errors) + "\n");
    }
    return new TelemetryReading(spans, pages, lines);
  }

  /** A failed read makes evidence missing; the measurements stay valid. */
  private <T> Optional<T> read(Supplier<T> look) {
    try {
      return Optional.of(look.get());
    } catch (ProbeException e) {
      errors.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private Scrapes scrapes(Scraping scraping, Window load, Map<String, String> files) {
    ScrapesProbe.Answers answers = scrapes.ask(scraping, load);
    files.put("telemetry/scrapes.json", answers.counts());
    files.put("telemetry/targets.json", answers.states());
    return ScrapesProbe.parse(answers, load);
  }

  private Spans spans(
      Tracing tracing, Window load, Map<String, Counters> after, Map<String, String> files) {
    Address collector = tracing.collector();
    CounterSource source =
        plane
            .type()
            .map(type -> type.totals().getOrDefault(ProxyTotal.SPANS, CounterSource.NOT_COUNTED))
            .orElse(CounterSource.NOT_COUNTED);
    long made = after.values().stream().mapToLong(it -> source.read(it).orElse(0)).sum();
    TracesProbe.Counted counted =
        SPANS_TIMEOUT.last(() -> traces.count(collector), it -> it.spans() >= made);
    String look = traces.look(collector, tracing.named(Topology.LOAD), load, MAX_TRACES);
    TracesProbe.Counted first =
        spansBefore.orElseThrow(
            () -> new ProbeException("Zipkin was not read when the window began"));
    files.put("telemetry/zipkin-before.txt", first.text());
    files.put("telemetry/zipkin-after.txt", counted.text());
    files.put("telemetry/traces.json", look);
    return new Spans(
        first.spans(),
        counted.spans(),
        counted.dropped(),
        TracesProbe.parse(look, tracing.realm()));
  }

  private Lines lines(
      AccessLogs logs,
      Map<String, Counters> before,
      Map<String, Counters> after,
      Map<String, String> files) {
    Lines lines =
        LINES_TIMEOUT.last(() -> new Lines(counted(logs)), it -> complete(it, logs, before, after));
    logs.files().forEach((proxy, file) -> files.put("telemetry/" + proxy + "-log.txt", head(file)));
    return lines;
  }

  private SortedMap<String, Map<String, Long>> counted(AccessLogs logs) {
    copies.refresh(logs, start);
    SortedMap<String, Map<String, Long>> counted = new TreeMap<>();
    logs.files()
        .forEach(
            (proxy, file) -> counted.put(proxy, AccessLogProbe.lines(file, start, logs.form())));
    return counted;
  }

  private boolean complete(
      Lines written, AccessLogs logs, Map<String, Counters> before, Map<String, Counters> after) {
    return plane.listeners().stream()
        .filter(it -> logs.files().containsKey(it.proxy()))
        .allMatch(
            it -> {
              long requests =
                  received(it, after.get(it.proxy())) - received(it, before.get(it.proxy()));
              return written.of(it.proxy(), it.counters().name()) >= requests;
            });
  }

  private static long received(Listener listener, @Nullable Counters page) {
    return page == null
        ? 0
        : listener.counters().source(TrafficCounter.REQUESTS).read(page).orElse(0);
  }

  /** The first lines; a whole log would dominate the archive. */
  private static String head(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.limit(LOG_HEAD_LINES).collect(Collectors.joining("\n", "", "\n"));
    } catch (IOException e) {
      return "could not be read: " + e.getMessage() + "\n";
    }
  }
}
