package io.meshgauge.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.TelemetryReading;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.probe.Scraper;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelemetryWatchTest {
  private static final String LISTENER = "outbound_gateway";
  private static final Map<String, Counters> BEFORE = counted(7);

  @TempDir Path folder;

  private final Map<String, String> files = new TreeMap<>();

  @Test
  void bufferedLinesAreAwaited() throws Exception {
    DataPlane plane = plane("access-log-async");
    writeLogs(plane, line(Instant.now().minusSeconds(60)));
    TelemetryWatch watch = TelemetryWatch.start(plane, new Scraper(), (logs, since) -> {});
    CompletableFuture<Void> late =
        CompletableFuture.runAsync(
            () -> writeLogs(plane, line(Instant.now().plusSeconds(1))),
            CompletableFuture.delayedExecutor(600, TimeUnit.MILLISECONDS));

    TelemetryReading reading = watch.finish(window(), BEFORE, counted(8), files);

    late.get();
    assertThat(reading.lines().orElseThrow().of("load-proxy", LISTENER)).isEqualTo(1);
    assertThat(files)
        .containsKey("telemetry/load-proxy-log.txt")
        .doesNotContainKey("telemetry/errors.txt");
  }

  @Test
  void unreadableBackendIsMissingWithItsReason() throws IOException {
    TelemetryReading reading =
        TelemetryWatch.start(plane("full"), new Scraper(), (logs, since) -> {})
            .finish(window(), BEFORE, BEFORE, files);

    assertThat(reading).isEqualTo(TelemetryReading.NONE);
    assertThat(files).containsOnlyKeys("telemetry/errors.txt");
    assertThat(files.get("telemetry/errors.txt"))
        .contains("/prometheus gave no answer", "/api/v1/query", "-proxy.log");
  }

  @Test
  void remoteLogsAreCopiedUntilTheLinesAreThere() throws Exception {
    DataPlane plane = plane("access-log-async");
    AtomicInteger copies = new AtomicInteger();
    TelemetryWatch watch =
        TelemetryWatch.start(
            plane,
            new Scraper(),
            (logs, since) ->
                writeLogs(plane, copies.incrementAndGet() < 3 ? "" : line(since.plusMillis(1))));

    TelemetryReading reading = watch.finish(window(), BEFORE, counted(8), files);

    assertThat(copies.get()).isGreaterThanOrEqualTo(3);
    assertThat(reading.lines().orElseThrow().of("load-proxy", LISTENER)).isEqualTo(1);
  }

  @Test
  void defaultTelemetryReadsNothing() throws IOException {
    TelemetryReading reading =
        TelemetryWatch.start(plane("default"), new Scraper(), (logs, since) -> {})
            .finish(window(), BEFORE, BEFORE, files);

    assertThat(reading).isEqualTo(TelemetryReading.NONE);
    assertThat(files).isEmpty();
  }

  private DataPlane plane(String telemetry) throws IOException {
    return Products.named("envoy")
        .design(new Variant("x", "envoy", "none", telemetry, new TreeMap<>()))
        .local(SampleSite.in(folder));
  }

  private static void writeLogs(DataPlane plane, String text) {
    plane
        .backends()
        .accessLogs()
        .orElseThrow()
        .files()
        .values()
        .forEach(
            file -> {
              try {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  private static String line(Instant start) {
    return "{\"listener\":\"%s\",\"start_time\":\"%s\"}\n".formatted(LISTENER, start);
  }

  private static Map<String, Counters> counted(double requests) {
    return Map.of(
        "load-proxy", Counters.of(Map.of("http." + LISTENER + ".downstream_rq_total", requests)));
  }

  private static Window window() {
    Instant now = Instant.now();
    return new Window(now.minusSeconds(10), now);
  }
}
