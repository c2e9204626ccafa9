package io.meshgauge.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.probe.micrometer.HopLatencies;
import io.meshgauge.probe.micrometer.Scrape;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.SampleServices;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Damaged pages that once caused defects. */
class HostilePagesTest {

  @Test
  void aBoundThatIsNoNumberNamesTheServiceAndTheMetric() {
    Scrape after =
        Scrape.of(
            Map.of("gateway", "http_client_requests_seconds_bucket{peer=\"order\",le=\"x\"} 1"));

    assertThatThrownBy(() -> HopLatencies.between(Scrape.of(Map.of()), after, SampleServices.ALL))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("metrics of service 'gateway'")
        .hasMessageContaining("http_client_requests_seconds_bucket")
        .hasMessageContaining("the upper bound 'x'; expected a number of seconds");
  }

  @Test
  void aPageWithoutAnEndIsGivenUp() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            for (int i = 0; i < 1_000; i++) {
              out.write(new byte[1_000]);
            }
          }
        });
    server.start();
    try {
      Address address = Address.loopback(server.getAddress().getPort());

      assertThatThrownBy(() -> new Scraper(Duration.ofSeconds(10), 10_000).get(address, "/metrics"))
          .isInstanceOf(ProbeException.class)
          .hasMessageContaining("/metrics is longer than 10000 bytes");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aLineThatIsLongIsNotQuotedWhole() {
    assertThatThrownBy(() -> PrometheusText.parse("a{" + "x".repeat(1_000_000)))
        .isInstanceOf(ProbeException.class)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(3_000));
  }
}
