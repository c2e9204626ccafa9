package io.meshgauge.product.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.experiment.Variant;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to Envoy's administration, received by a fake server. */
class EnvoyControlTest {
  @TempDir Path folder;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void lift(String mesh, String... settings) throws IOException {
    limits(true, mesh, settings);
  }

  private void limits(boolean lifted, String mesh, String... settings) throws IOException {
    Variant variant = Variant.plain(mesh);
    for (int i = 0; i < settings.length; i += 2) {
      variant = variant.with(settings[i], settings[i + 1]);
    }
    Topology topology = Products.named(mesh).design(variant).topology(SampleServices.ALL);
    DataPlane plane = Products.named(mesh).design(variant).local(SampleSite.in(folder, topology));
    new ProxyProbe(new Scraper())
        .limits(plane, Map.of("a", Address.loopback(server.getAddress().getPort())), lifted);
  }

  @Test
  void theReleaseIsReadFromWhatEnvoySaysOfItself() {
    assertThat(
            EnvoyControl.version(
                """
                {"version": "9083523d/1.39.3/Clean/RELEASE/BoringSSL", "state": "LIVE"}"""))
        .isEqualTo("1.39.3");
    assertThat(EnvoyControl.version("{\"version\": \"unknown\"}")).isEmpty();
    assertThatThrownBy(() -> EnvoyControl.version("<html>"))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("/server_info");
  }

  @Test
  void aRateIsLiftedAndLetBeAgain() throws IOException {
    lift("envoy", "rate-limit", "30");
    limits(false, "envoy", "rate-limit", "30");
    assertThat(asked)
        .containsExactly(
            "POST /runtime_modify?local_rate_limit_enabled=0",
            "POST /runtime_modify?local_rate_limit_enabled=");
  }

  @Test
  void aBreakerIsLiftedForEveryDestination() throws IOException {
    lift("envoy", "circuit-breaker", "3");
    assertThat(asked).singleElement().asString().startsWith("POST /runtime_modify?");
    for (String service : List.of("auth", "gateway", "logging", "order", "payment")) {
      String key = "circuit_breakers.outbound_" + service + ".default.";
      assertThat(asked.get(0))
          .contains(key + "max_requests=1000000", key + "max_pending_requests=1000000");
    }
  }

  @Test
  void aBalancersBreakerIsThatOfItsReplicas() throws IOException {
    lift("envoy-front", "circuit-breaker", "3");
    assertThat(asked)
        .singleElement()
        .asString()
        .contains("circuit_breakers.order.default.max_requests=1000000");
  }

  @Test
  void nothingIsSentWhereThereIsNoLimit() throws IOException {
    lift("envoy", "retries", "2", "request-timeout", "1s");
    assertThat(asked).isEmpty();
  }

  @Test
  void onlyTheLeafOfEachChainIsRead() {
    String page =
        """
        {"certificates": [
          {"ca_cert": [{"serial_number": "7f"}], "cert_chain": [{"serial_number": "0a10"}, {"serial_number": "7f"}]},
          {"ca_cert": [{"serial_number": "7f"}], "cert_chain": [{"serial_number": "a10"}]},
          {"ca_cert": [{"serial_number": "7f"}], "cert_chain": []}
        ]}
        """;

    assertThat(EnvoyControl.serialNumbers(page)).containsExactly(BigInteger.valueOf(0xa10));
  }

  @Test
  void twoSerialNumbersWhileAReplacementIsIncomplete() {
    String page =
        """
        {"certificates": [
          {"cert_chain": [{"serial_number": "1"}]}, {"cert_chain": [{"serial_number": "2"}]}
        ]}
        """;

    assertThat(EnvoyControl.serialNumbers(page)).containsExactly(BigInteger.ONE, BigInteger.TWO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>",
        "{\"certificates\": [{\"cert_chain\": [{}]}]}",
        "{\"certificates\": [{\"cert_chain\": [{\"serial_number\": \"x\"}]}]}"
      })
  void invalidPageOfCertificatesIsRefused(String page) {
    assertThatThrownBy(() -> EnvoyControl.serialNumbers(page))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("not Envoy's page of certificates");
  }

  @Test
  void theVersionIsTheOneThatTakesNewConnections() {
    String page =
        """
        {"configs": [
          {"name": "settled", "active_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "changed"}]}}},
          {"name": "draining", "active_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "changed"}]}},
           "draining_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "usual"}]}}},
          {"name": "warming", "active_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "usual"}]}},
           "warming_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "changed"}]}}},
          {"name": "refused", "active_state": {"version_info": "usual", "listener": {"filter_chains": [{"name": "usual"}]}},
           "error_state": {"details": "no such filter"}}
        ]}
        """;

    assertThat(EnvoyControl.versions(page))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "settled", "changed",
                "draining", "changed",
                "warming", "not ready yet",
                "refused", "refused: no such filter"));
  }

  @Test
  void proxyWithoutPushHasNoVersion() {
    assertThat(EnvoyControl.versions("{}")).isEmpty();
  }

  @Test
  void invalidPageOfListenersIsRefused() {
    assertThatThrownBy(() -> EnvoyControl.versions("<html>"))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("not Envoy's page of listeners");
  }
}
