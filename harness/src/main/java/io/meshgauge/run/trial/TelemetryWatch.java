package io.meshgauge.run.trial;

import io.meshgauge.measure.CounterSource;
import io.meshgauge.measure.Counters;
import io.meshgauge.measure.TelemetryReading;
import io.meshgauge.measure.TelemetryReading.Lines;
import io.meshgauge.measure.TelemetryReading.Scrapes;
import io.meshgauge.measure.TelemetryReading.Spans;
import io.meshgauge.measure.TrafficCounter;
import io.meshgauge.measure.Window;
import io.meshgauge.platform.Wait;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.probe.telemetry.AccessLogProbe;
import io.meshgauge.probe.telemetry.ScrapesProbe;
import io.meshgauge.probe.telemetry.TracesProbe;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Backends;
import io.meshgauge.topology.Backends.AccessLogs;
import io.meshgauge.topology.Backends.Scraping;
import io.meshgauge.topology.Backends.Tracing;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.ProxyTotal;
import io.meshgauge.topology.Topology;
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
 * The look at what the backends of an arm's telemetry get in one window: begun at its outer edge
 * before the load, finished after the proxies' counters were read behind it.
 *
 * <p>Proxies hold spans for up to 5 s and log lines for up to 10 s before they send or write them.
 * That is waited for once the load is over, as long as something is known to be on its way.
 */
public final class TelemetryWatch {
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(250);
  private static final Wait SPANS_HELD = new Wait(Duration.ofSeconds(8), CHECK_INTERVAL);
  private static final Wait LINES_HELD = new Wait(Duration.ofSeconds(13), CHECK_INTERVAL);
  private static final int TRACES = 100;
  private static final int LINES = 5;

  private final DataPlane plane;
  private final Backends backends;
  private final LogCopies copies;
  private final TracesProbe traces;
  private final ScrapesProbe scrapes;
  private final Instant start = Instant.now();
  private final List<String> errors = new ArrayList<>();
  private final Optional<TracesProbe.Counted> spansBefore;

  private TelemetryWatch(DataPlane plane, Scraper scraper, LogCopies copies) {
    this.plane = plane;
    this.copies = copies;
    this.backends = plane.backends();
    this.traces = new TracesProbe(scraper);
    this.scrapes = new ScrapesProbe(scraper);
    this.spansBefore = backends.tracing().flatMap(it -> read(() -> traces.count(it.collector())));
  }

  /** How the access logs of proxies get to the files in which they are read. */
  @FunctionalInterface
  interface LogCopies {
    /**
     * Brings the copies up to date.
     *
     * @param since when the lines began that are wanted
     * @throws ProbeException when some of them cannot be had any more
     */
    void refresh(AccessLogs logs, Instant since);
  }

  /** Begins, right after the proxies' counters were read. */
  public static TelemetryWatch start(DataPlane plane, Scraper scraper, LogCopies copies) {
    return new TelemetryWatch(plane, scraper, copies);
  }

  /**
   * What came in.
   *
   * @param load the stretch in which load was sent
   * @param before the proxies' counters when it began
   * @param after the proxies' counters in the end
   * @param files gets the raw texts for the archive by name
   */
  public TelemetryReading finish(
      Window load,
      Map<String, Counters> before,
      Map<String, Counters> after,
      Map<String, String> files) {
    // Prometheus first: the others wait, and its answer is about the window whenever it is asked.
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

  /** What cannot be read is evidence that is missing; the measurements are as good as before. */
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
        SPANS_HELD.last(() -> traces.count(collector), it -> it.spans() >= made);
    String look = traces.look(collector, tracing.named(Topology.LOAD), load, TRACES);
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
        LINES_HELD.last(() -> new Lines(counted(logs)), it -> complete(it, logs, before, after));
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

  /** What a log looks like; the whole of it would be most of an archive. */
  private static String head(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.limit(LINES).collect(Collectors.joining("\n", "", "\n"));
    } catch (IOException e) {
      return "could not be read: " + e.getMessage() + "\n";
    }
  }
}
