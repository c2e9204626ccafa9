package io.meshgauge.cli.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A collector on this machine that decodes what it gets. */
public final class Receiver implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<ExportMetricsServiceRequest> requests = new CopyOnWriteArrayList<>();
  private final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();

  /**
   * A point of a gauge.
   *
   * @param attributes by name, as text
   */
  public record Point(
      String name, String unit, double value, long nanos, Map<String, String> attributes) {}

  private Receiver(int status, String answer) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/v1/metrics", exchange -> answer(exchange, status, answer));
    server.start();
  }

  /** Accepts everything. */
  public static Receiver accepting() throws IOException {
    return new Receiver(200, "");
  }

  /** Answers everything with an error. */
  public static Receiver refusing(int status, String answer) throws IOException {
    return new Receiver(status, answer);
  }

  /** Takes requests, and never answers. */
  public static Receiver silent() throws IOException {
    return new Receiver(0, "");
  }

  private void answer(HttpExchange exchange, int status, String answer) throws IOException {
    try (exchange) {
      requests.add(ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody()));
      headers.add(Map.copyOf(exchange.getRequestHeaders()));
      if (status == 0) {
        closed.await();
        return;
      }
      byte[] body = answer.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Address of the collector, without the path of metrics. */
  public String url() {
    return "http://%s:%d"
        .formatted(server.getAddress().getHostString(), server.getAddress().getPort());
  }

  public List<ExportMetricsServiceRequest> requests() {
    return requests;
  }

  /** Values of a header of the first request. */
  List<String> header(String name) {
    return headers.get(0).getOrDefault(name, List.of());
  }

  /** The points of a gauge of the first request. */
  public List<Point> points(String name) {
    return requests.get(0).getResourceMetricsList().stream()
        .flatMap(of -> of.getScopeMetricsList().stream())
        .flatMap(of -> of.getMetricsList().stream())
        .filter(metric -> metric.getName().equals(name))
        .flatMap(
            metric ->
                metric.getGauge().getDataPointsList().stream().map(point -> point(metric, point)))
        .toList();
  }

  /** Names of all metrics of the first request. */
  List<String> names() {
    return requests.get(0).getResourceMetricsList().stream()
        .flatMap(of -> of.getScopeMetricsList().stream())
        .flatMap(of -> of.getMetricsList().stream())
        .map(Metric::getName)
        .toList();
  }

  Map<String, String> resource() {
    ResourceMetrics first = requests.get(0).getResourceMetrics(0);
    return texts(first.getResource().getAttributesList());
  }

  private static Point point(Metric metric, NumberDataPoint point) {
    return new Point(
        metric.getName(),
        metric.getUnit(),
        point.getAsDouble(),
        point.getTimeUnixNano(),
        texts(point.getAttributesList()));
  }

  private static Map<String, String> texts(List<KeyValue> attributes) {
    Map<String, String> texts = new HashMap<>();
    attributes.forEach(it -> texts.put(it.getKey(), it.getValue().getStringValue()));
    return texts;
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
