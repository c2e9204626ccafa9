package io.meshgauge.cli.otlp;

import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.Window;
import io.meshgauge.report.Report;
import io.meshgauge.report.VisibleText;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.common.Clock;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import io.opentelemetry.sdk.resources.Resource;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An OpenTelemetry collector, which accepts OTLP by HTTP with protobuf.
 *
 * @param endpoint of metrics, as it is called
 * @param headers sent with the request, for example for authentication
 * @param patience after which an attempt is given up, with all its repetitions
 */
record Collector(URI endpoint, Map<String, String> headers, Duration patience) {
  /** The exporter logs what is reported here; held, since loggers are collected otherwise. */
  private static final Logger EXPORTER = Logger.getLogger("io.opentelemetry");

  private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
  private static final AttributeKey<String> VERSION = AttributeKey.stringKey("service.version");
  private static final int QUOTED = 200;

  static {
    EXPORTER.setLevel(Level.OFF);
  }

  Collector {
    headers = Map.copyOf(headers);
  }

  /**
   * Sends the results of a session, at the time at which its last window ended.
   *
   * @param session name of its folder
   * @return why they were not accepted; empty if they were
   */
  Optional<String> send(Report report, String session) {
    Results results = new Results();
    Resource resource =
        Resource.getDefault().toBuilder()
            .put(SERVICE, "meshgauge")
            .put(VERSION, report.session().version())
            .build();
    try (SdkMeterProvider provider =
            SdkMeterProvider.builder()
                .setResource(resource)
                .setClock(new At(end(report.session())))
                .registerMetricReader(results)
                .build();
        OtlpHttpMetricExporter exporter = exporter()) {
      ReportGauges.set(provider.get("io.meshgauge"), report, session);
      CompletableResultCode sent = exporter.export(results.collect());
      sent.join(patience.toMillis(), TimeUnit.MILLISECONDS);
      return sent.isSuccess() ? Optional.empty() : Optional.of(problem(sent));
    }
  }

  private OtlpHttpMetricExporter exporter() {
    OtlpHttpMetricExporterBuilder builder =
        OtlpHttpMetricExporter.builder()
            .setEndpoint(endpoint.toString())
            .setTimeout(patience)
            .setConnectTimeout(patience);
    headers.forEach(builder::addHeader);
    return builder.build();
  }

  private String problem(CompletableResultCode sent) {
    @Nullable Throwable failure = sent.getFailureThrowable();
    if (failure instanceof HttpExportException http && http.getResponse() != null) {
      String body = new String(http.getResponse().getResponseBody(), StandardCharsets.UTF_8);
      String quoted = VisibleText.of(body.substring(0, Math.min(QUOTED, body.length()))).strip();
      return "it answered with status %d%s"
          .formatted(
              http.getResponse().getStatusCode(), quoted.isEmpty() ? "" : ": \"" + quoted + "\"");
    }
    @Nullable Throwable cause =
        failure == null || failure.getCause() == null ? failure : failure.getCause();
    if (!sent.isDone() || cause instanceof HttpTimeoutException) {
      return "no answer within " + Amounts.duration(patience.toMillis() / 1e3);
    }
    if (caused(cause, UnresolvedAddressException.class)) {
      return "the host name %s is unknown".formatted(endpoint.getHost());
    }
    if (caused(cause, ConnectException.class)) {
      return "%s accepts no connection".formatted(endpoint.getAuthority());
    }
    return cause == null ? "unknown reason" : VisibleText.of(cause.toString());
  }

  private static boolean caused(@Nullable Throwable failure, Class<? extends Throwable> kind) {
    return Stream.<@Nullable Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(kind::isInstance);
  }

  /** The end of the last window, or the session's start if nothing was measured. */
  private static Instant end(Session session) {
    return session.runs().stream()
        .flatMap(
            run ->
                Stream.concat(
                    run.measuredLoad().map(LoadResult::window).stream(),
                    run.measuredStream().map(StreamResult::window).stream()))
        .map(Window::end)
        .max(Instant::compareTo)
        .orElse(session.started());
  }

  /** A clock that stands still: sent again, results have the same time. */
  private record At(Instant instant) implements Clock {
    @Override
    public long now() {
      return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }

    @Override
    public long nanoTime() {
      return now();
    }
  }

  /** Reads what gauges are set to, once. */
  private static final class Results implements MetricReader {
    private CollectionRegistration registered = CollectionRegistration.noop();

    Collection<MetricData> collect() {
      return registered.collectAllMetrics();
    }

    @Override
    public void register(CollectionRegistration registration) {
      registered = registration;
    }

    @Override
    public CompletableResultCode forceFlush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType type) {
      return AggregationTemporality.CUMULATIVE;
    }
  }
}
