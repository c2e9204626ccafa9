package io.meshgauge.probe.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProxyProbeTest {
  private final CountDownLatch never = new CountDownLatch(1);
  private HttpServer server;
  private Address admin;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    admin = Address.loopback(server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    never.countDown();
    server.stop(0);
  }

  @Test
  void countersAndGaugesAreReadAndEverythingElseIsLeftOut() {
    Counters counters =
        new EnvoyType()
            .counters(
                """
            http.in.downstream_rq_total: 42
            cluster.a::b.upstream_cx_active: 3
            listener.ssl.versions.TLSv1.3: 7
            http.in.downstream_rq_time: P0(nan,0) P50(nan,1.05)
            server.version_text: "1.40.0"
            empty: No recorded values
            """,
                0);

    assertThat(counters.values())
        .containsOnlyKeys(
            "http.in.downstream_rq_total",
            "cluster.a::b.upstream_cx_active",
            "listener.ssl.versions.TLSv1.3");
    assertThat(counters.value("http.in.downstream_rq_total")).hasValue(42);
  }

  @Test
  void allProxiesAreReadByName() {
    answer("/stats", 200, "x: 1\n");

    var readings =
        new ProxyProbe(new Scraper()).read(new EnvoyType(), Map.of("order-proxy", admin));

    assertThat(readings.get("order-proxy").text()).isEqualTo("x: 1\n");
    assertThat(readings.get("order-proxy").counters().value("x")).hasValue(1);
  }

  @Test
  void anotherStatusAndSilenceAreErrorsThatNameThePage() {
    answer("/stats", 503, "");
    assertThatThrownBy(() -> new ProxyProbe(new Scraper()).read(new EnvoyType(), admin))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining(admin + "/stats answered 503");

    server.createContext("/silent", exchange -> awaitForever());
    Scraper hasty = new Scraper(Duration.ofMillis(300));
    assertThatThrownBy(() -> hasty.get(admin, "/silent"))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("gave no answer");
  }

  private void awaitForever() {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(String path, int status, String text) {
    server.createContext(
        path,
        exchange -> {
          byte[] body = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }
}
