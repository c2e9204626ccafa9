package io.meshgauge.probe.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.measure.TelemetryReading.Scrapes;
import io.meshgauge.measure.TelemetryReading.Span;
import io.meshgauge.measure.TelemetryReading.Target;
import io.meshgauge.measure.Window;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.Backends.Form;
import io.meshgauge.topology.plane.Backends.Scraping;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers of Zipkin 3.5.1, Prometheus 2.42 and Envoy 1.40, shortened. */
class TelemetryProbesTest {
  private static final Instant START = Instant.parse("2026-11-22T03:44:13.500Z");
  private static final Window WINDOW = new Window(START, START.plusMillis(15_040));

  @TempDir Path folder;

  private final List<String> asked = new ArrayList<>();
  private String answer = "";
  private HttpServer server;

  @BeforeEach
  void aServerThatGivesTheAnswer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  @Test
  void zipkinsCountersAreSummedOverItsTransports() {
    answer =
        """
        # TYPE zipkin_collector_spans_total counter
        zipkin_collector_spans_total{transport="http",} 45318.0
        zipkin_collector_spans_total{transport="grpc",} 2.0
        zipkin_collector_spans_dropped_total{transport="http",} 3.0
        zipkin_collector_spans_dropped_total{transport="grpc",} 0.0
        """;
    TracesProbe.Counted counted = new TracesProbe(new Scraper()).count(address());
    assertThat(counted.spans()).isEqualTo(45_320);
    assertThat(counted.dropped()).isEqualTo(3);
    assertThat(asked).containsExactly("/prometheus");
  }

  @Test
  void aPageWithoutThatCounterIsNoneOfZipkin() {
    answer = "process_cpu_usage 0.1\n";
    assertThatThrownBy(() -> new TracesProbe(new Scraper()).count(address()))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("has no zipkin_collector_spans_total");
  }

  @Test
  void aLookAsksForTheTracesOfTheWindow() {
    answer = "[]";
    new TracesProbe(new Scraper()).look(address(), "load", WINDOW, 100);
    assertThat(asked)
        .containsExactly(
            "/api/v2/traces?serviceName=load&endTs=%d&lookback=15040&limit=100"
                .formatted(WINDOW.end().toEpochMilli()));
  }

  @Test
  void spansKnowTheirSideTheirParentAndWhoMadeThem() {
    assertThat(
            TracesProbe.parse(
                """
                [[{"traceId":"8b","parentId":"c9","id":"b6","kind":"SERVER","name":"auth",
                   "localEndpoint":{"serviceName":"auth","ipv4":"192.0.2.2"},"tags":{}},
                  {"traceId":"8b","id":"c9","kind":"CLIENT",
                   "localEndpoint":{"serviceName":"gateway"}}]]
                """,
                ""))
        .singleElement()
        .satisfies(
            trace ->
                assertThat(trace.spans())
                    .containsExactly(
                        new Span("b6", "c9", false, "auth"), new Span("c9", "", true, "gateway")));
    assertThatThrownBy(() -> TracesProbe.parse("<html>", "")).isInstanceOf(ProbeException.class);
  }

  @Test
  void whatStandsBehindAWorkloadsNameInItsSpansIsTakenAway() {
    assertThat(
            TracesProbe.parse(
                """
                [[{"id":"b6","parentId":"c9","kind":"SERVER","localEndpoint":{"serviceName":"auth.lab"}},
                  {"id":"c9","kind":"CLIENT","localEndpoint":{"serviceName":"gateway.other"}}]]
                """,
                ".lab"))
        .singleElement()
        .satisfies(
            trace ->
                assertThat(trace.spans())
                    .extracting(Span::workload)
                    .containsExactly("auth", "gateway.other"));
  }

  @Test
  void prometheusIsAskedAboutTheWindowAndNothingElse() {
    answer = "{}";
    new ScrapesProbe(new Scraper())
        .ask(new Scraping(address(), Duration.ofSeconds(1), false), WINDOW);
    assertThat(asked)
        .hasSize(2)
        .allMatch(it -> it.startsWith("/api/v1/query?time=1795319068.540&query="))
        .anyMatch(it -> it.contains("count_over_time%28up%5B15040ms%5D%29"));
  }

  @Test
  void theTimeOfAQueryHasAPointInEveryCountry() {
    answer = "{}";
    Locale here = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      new ScrapesProbe(new Scraper())
          .ask(new Scraping(address(), Duration.ofSeconds(1), false), WINDOW);
    } finally {
      Locale.setDefault(here);
    }
    assertThat(asked).hasSize(2).allMatch(it -> it.contains("time=1795319068.540&"));
  }

  @Test
  void whereAServiceAndItsProxyHaveOnePageAGaugeOfEachIsCounted() {
    answer = "{}";
    new ScrapesProbe(new Scraper())
        .ask(new Scraping(address(), Duration.ofSeconds(1), true), WINDOW);
    assertThat(asked)
        .extracting(
            it -> URLDecoder.decode(it.replaceFirst(".*query=", ""), StandardCharsets.UTF_8))
        .containsExactly(
            "count_over_time(process_uptime_seconds[15040ms]) or"
                + " label_replace(count_over_time(envoy_server_uptime[15040ms]),"
                + "\"workload\",\"$1-proxy\",\"workload\",\"(.+)\")",
            "min_over_time(up[15040ms]) or label_replace(min_over_time(up[15040ms]),"
                + "\"workload\",\"$1-proxy\",\"workload\",\"(.+)\")");
  }

  @Test
  void readingsAreReportedByWorkload() {
    Scrapes scrapes =
        ScrapesProbe.parse(
            new ScrapesProbe.Answers(
                vector("order", "15", "order-proxy", "15"),
                vector("order", "1", "order-proxy", "0")),
            WINDOW);
    assertThat(scrapes.targets())
        .containsEntry("order", new Target(15, true))
        .containsEntry("order-proxy", new Target(15, false))
        .hasSize(2);
  }

  @Test
  void anErrorOfPrometheusIsNoReading() {
    String error = "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"parse error\"}";
    assertThatThrownBy(() -> ScrapesProbe.parse(new ScrapesProbe.Answers(error, error), WINDOW))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("parse error");
  }

  @Test
  void onlyRequestsThatBeginWithinAreCountedByListener() throws IOException {
    Path log =
        log(
            line("inbound_order", "2026-11-22T03:44:13.499Z")
                + line("inbound_order", "2026-11-22T03:44:13.500Z")
                + line("inbound_order", "2026-11-22T03:44:14.000Z")
                + line("outbound_payment", "2026-11-22T03:44:14.001Z"));
    assertThat(AccessLogProbe.lines(log, START, Form.LISTENERS))
        .isEqualTo(Map.of("inbound_order", 2L, "outbound_payment", 1L));
  }

  @Test
  void aLineThatIsHalfWrittenIsNotYetThere() throws IOException {
    String whole = line("inbound_order", "2026-11-22T03:44:14.000Z");
    assertThat(AccessLogProbe.lines(log(whole + whole.substring(0, 30)), START, Form.LISTENERS))
        .isEqualTo(Map.of("inbound_order", 1L));
    Path broken = log(whole.substring(0, 30) + "\n" + whole);
    assertThatThrownBy(() -> AccessLogProbe.lines(broken, START, Form.LISTENERS))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("none of an access log");
  }

  /** As the sidecars of Istio 1.31-dev wrote them; the last was refused by a policy. */
  @Test
  void requestsAreFoundAmidWhatAnIstioSidecarSays() throws IOException {
    String log =
        """
        2026-11-22T03:44:14.000000Z\tinfo\txdsproxy\tconnected to upstream XDS server: istiod.istio-system.svc:15012
        [2026-11-22T03:44:13.400Z] "GET /api/products HTTP/1.1" 200 - via_upstream - "-" 0 31 3 2 "-" "-" "0a" "order:8080" "10.0.0.4:8080" outbound|8080||order.lab.svc.cluster.local 10.0.0.3:52 10.1.0.1:8080 10.0.0.3:51 - default
        [2026-11-22T03:44:14.002Z] "GET /api/products HTTP/1.1" 200 - via_upstream - "-" 0 31 3 2 "-" "-" "0b" "order:8080" "10.0.0.4:8080" outbound|8080||order.lab.svc.cluster.local 10.0.0.3:52 10.1.0.1:8080 10.0.0.3:51 - default
        [2026-11-22T03:44:14.003Z] "POST /meshgauge.Auth/Verify HTTP/2" 200 - via_upstream - "-" 40 20 1 1 "-" "grpc-java-netty/1.80.0" "0c" "auth:9090" "10.0.0.5:9090" outbound|9090||auth.lab.svc.cluster.local 10.0.0.3:62 10.1.0.2:9090 10.0.0.3:61 - default
        [2026-11-22T03:44:14.004Z] "GET /api/admin HTTP/1.1" 403 - rbac_access_denied_matched_policy[none] - "-" 0 19 0 - "-" "-" "0d" "gateway:8080" "-" inbound|8080|| - 10.0.0.3:8080 10.0.0.2:44 outbound_.8080_._.gateway.lab.svc.cluster.local default
        {"upstream_cluster":"inbound|8080||","start_time":"2026-11-22T03:44:14.005Z","response_code":200}
        {"level":"info","msg":"not a request"}
        """;
    assertThat(AccessLogProbe.lines(log(log), START, Form.ISTIO))
        .isEqualTo(
            Map.of(
                "outbound_0.0.0.0_8080;", 1L,
                "outbound_0.0.0.0_9090;", 1L,
                "inbound_0.0.0.0_8080;", 2L));
  }

  /** A line of the format that istiod 1.31-dev gives a waypoint: one request, and its tunnel. */
  @Test
  void aWaypointsLineIsOfTheServiceThatItWasFor() throws IOException {
    String log =
        """
        [2026-11-22T03:44:14.002Z] "GET /api/products HTTP/1.1" 200 - via_upstream - "-" 0 31 3 2 "-" "-" "0b" "order:8080" "10.0.0.4:8080" inbound-vip|8080|http|order.lab.svc.cluster.local 10.0.0.3:52 10.1.0.1:8080 10.0.0.3:51 - default
        [2026-11-22T03:44:14.003Z] "CONNECT - HTTP/2" 200 - via_upstream - "-" 0 0 9 - "-" "-" "0c" "10.1.0.1:8080" "envoy://main_internal/" main_internal envoy://internal_client_address/ 10.0.0.9:15008 10.0.0.3:51 - default
        """;
    assertThat(AccessLogProbe.lines(log(log), START, Form.ISTIO))
        .containsEntry("lab/order", 1L)
        .hasSize(2);
  }

  private Address address() {
    return Address.loopback(server.getAddress().getPort());
  }

  private Path log(String text) throws IOException {
    return Files.writeString(folder.resolve("order-proxy.log"), text);
  }

  private static String line(String listener, String start) {
    return "{\"bytes_sent\":7,\"listener\":\"%s\",\"start_time\":\"%s\"}\n"
        .formatted(listener, start);
  }

  private static String vector(String one, String value, String other, String otherValue) {
    String series =
        "{\"metric\":{\"job\":\"x\",\"workload\":\"%s\"},\"value\":[1795319107.8,\"%s\"]}";
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[%s,%s]}}"
        .formatted(series.formatted(one, value), series.formatted(other, otherValue));
  }
}
