package io.meshgauge.probe.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.product.haproxy.HaproxyType;
import io.meshgauge.product.nginx.NginxType;
import io.meshgauge.product.traefik.TraefikType;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.ProxyType;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages as the products write them, shortened. */
class ProxyPagesTest {
  private static final String STUB_STATUS =
      """
      Active connections: 3
      server accepts handled requests
       %1$d %1$d %1$d
      Reading: 0 Writing: 1 Waiting: 2
      """;

  @Test
  void haproxysTableIsReadByFrontendAndColumn() {
    Counters counters =
        new HaproxyType()
            .counters(
                """
            # pxname,svname,scur,stot,bin,status,req_tot,wretr,last_chk,
            order,FRONTEND,1,3,5400,OPEN,54,,,
            order,order-2,0,18,1800,UP,,0,"OK, all of it",
            order,BACKEND,0,54,5400,UP,54,2,,

            """,
                0);

    assertThat(counters.value("order.FRONTEND.req_tot")).hasValue(54);
    assertThat(counters.value("order.FRONTEND.bin")).hasValue(5400);
    assertThat(counters.value("order.BACKEND.wretr")).hasValue(2);
    assertThat(counters.value("order.order-2.stot")).hasValue(18);
    assertThat(counters.values()).doesNotContainKeys("order.FRONTEND.status", "order.FRONTEND.");
  }

  @Test
  void traefiksSamplesAreSummedByEntryPointAndService() {
    Counters counters =
        new TraefikType()
            .counters(
                """
            # TYPE traefik_entrypoint_requests_total counter
            traefik_entrypoint_requests_total{code="200",entrypoint="front",method="GET",protocol="http"} 40
            traefik_entrypoint_requests_total{code="201",entrypoint="front",method="POST",protocol="http"} 14
            traefik_entrypoint_requests_total{code="200",entrypoint="traefik",method="GET",protocol="http"} 9
            traefik_service_retries_total{service="order@file"} 1
            go_goroutines 12
            """,
                0);

    assertThat(counters.value("traefik_entrypoint_requests_total.front")).hasValue(54);
    assertThat(counters.value("traefik_service_retries_total.order@file")).hasValue(1);
    assertThat(counters.values()).doesNotContainKey("go_goroutines");
  }

  @Test
  void nginxCountsOurReadingsWhichAreLeftOut() throws IOException {
    AtomicInteger requests = new AtomicInteger();
    HttpServer nginx = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    nginx.createContext(
        "/stub_status",
        exchange -> {
          byte[] page =
              STUB_STATUS.formatted(requests.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    nginx.start();
    try {
      ProxyProbe probe = new ProxyProbe(new Scraper());
      Address admin = Address.loopback(nginx.getAddress().getPort());
      double before = requests(probe, admin);
      requests(probe, admin);
      requests.addAndGet(54);

      assertThat(requests(probe, admin) - before).isEqualTo(54);
      assertThat(probe.read(new NginxType(), admin).counters().value("accepts"))
          .as("each reading is a connection, too")
          .hasValue(54);
    } finally {
      nginx.stop(0);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void anotherPageIsAnErrorAndNotZero(ProxyType kind) {
    assertThatThrownBy(() -> kind.counters("<html>not found</html>", 0))
        .isInstanceOf(ProbeException.class);
  }

  static Stream<ProxyType> types() {
    return Stream.of(new HaproxyType(), new NginxType(), new TraefikType());
  }

  private static double requests(ProxyProbe probe, Address admin) {
    return probe.read(new NginxType(), admin).counters().value("requests").orElseThrow();
  }
}
