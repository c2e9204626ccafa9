package io.meshgauge.product.istio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.measure.counter.TrafficCounters;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.product.envoy.EnvoyCounters;
import io.meshgauge.product.istio.ZtunnelCounters.Security;
import io.meshgauge.product.istio.ZtunnelCounters.What;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.connection.TlsDetail;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import org.junit.jupiter.api.Test;

/** Pages of ztunnel and of a waypoint, written after their sources. */
class IstioPagesTest {
  private static final String SHOP = "spiffe://cluster.local/ns/shop/sa/";
  private static final ZtunnelCounters IN =
      new ZtunnelCounters(Side.INBOUND, "shop/gateway", "shop/order");
  private static final ZtunnelCounters OUT =
      new ZtunnelCounters(Side.OUTBOUND, "shop/gateway", "shop/order");

  @Test
  void bytesAreCountedByWorkloadsAndSecurity() {
    Counters counters =
        page(
            line("tcp_received_bytes_total", "destination", "mutual_tls", SHOP + "gateway", 1200),
            line("tcp_sent_bytes_total", "destination", "mutual_tls", SHOP + "gateway", 3400),
            line("tcp_connections_opened_total", "destination", "mutual_tls", SHOP + "gateway", 2),
            line("tcp_received_bytes_total", "source", "mutual_tls", SHOP + "gateway", 1100));

    assertThat(counters.value(IN.of(Security.MUTUAL_TLS, What.UP))).hasValue(1200);
    assertThat(counters.value(IN.of(Security.MUTUAL_TLS, What.DOWN))).hasValue(3400);
    assertThat(counters.value(IN.of(Security.MUTUAL_TLS, What.OPENED))).hasValue(2);
    assertThat(counters.value(OUT.of(Security.MUTUAL_TLS, What.UP))).hasValue(1100);
    assertThat(counters.value(IN.session())).hasValue(2);
    assertThat(IN.session()).startsWith(IN.sources().tlsSessions().get(TlsDetail.PEER).get(0));
  }

  @Test
  void aSidecarCountsByCalledServiceAndNamesItsPeer() {
    String sample =
        "istio_requests_total{reporter=\"%s\",destination_service_name=\"web\",destination_service_namespace=\"shop\",response_code=\"%d\",source_principal=\"%s\",destination_principal=\"%s\"} %d";
    String load = "spiffe://cluster.local/ns/lab/sa/load";
    Counters counters =
        new AttachedSidecarType()
            .counters(
                String.join(
                    "\n",
                    "# TYPE istio_requests_total counter",
                    sample.formatted("source", 200, load, SHOP + "web", 40),
                    sample.formatted("source", 503, "unknown", "unknown", 2),
                    sample.formatted("destination", 200, load, SHOP + "web", 39),
                    "envoy_server_uptime{} 12"),
                1);
    Hop hop = new Hop(Topology.LOAD, "web", Protocol.HTTP1);
    ListenerCounters out = AttachedSidecarType.counters(hop, Side.OUTBOUND, "shop");
    ListenerCounters in = AttachedSidecarType.counters(hop, Side.INBOUND, "shop");

    assertThat(out.read(counters).get(TrafficCounter.REQUESTS)).hasValue(42);
    assertThat(out.read(counters).get(TrafficCounter.FAILURES)).hasValue(2);
    assertThat(out.tlsSessions(counters, TlsDetail.PEER))
        .containsExactly("mutual TLS with " + SHOP + "web");
    assertThat(in.read(counters).get(TrafficCounter.REQUESTS)).hasValue(39);
    assertThat(in.read(counters).get(TrafficCounter.FAILURES)).hasValue(0);
    assertThatThrownBy(() -> new AttachedSidecarType().counters("<html>", 1))
        .isInstanceOf(ProbeException.class);
  }

  @Test
  void connectionsOutsideATunnelArePlaintext() {
    Counters counters = page(line("tcp_received_bytes_total", "source", "unknown", "unknown", 77));

    assertThat(counters.value(OUT.of(Security.PLAINTEXT, What.UP))).hasValue(77);
    assertThat(counters.value(OUT.of(Security.MUTUAL_TLS, What.UP))).isEmpty();
  }

  @Test
  void unexpectedIdentitiesAreCountedSeparately() {
    Counters counters =
        page(
            line("tcp_received_bytes_total", "destination", "mutual_tls", SHOP + "thief", 5),
            line("tcp_received_bytes_total", "destination", "mutual_tls", "unknown", 6));

    assertThat(counters.value(IN.of(Security.OTHER_NAMES, What.UP))).hasValue(11);
    assertThat(counters.value(IN.of(Security.MUTUAL_TLS, What.UP))).isEmpty();
  }

  @Test
  void clientMayBeUnnamedAtItsOwnEnd() {
    Counters counters =
        page(line("tcp_received_bytes_total", "source", "mutual_tls", "unknown", 9));

    assertThat(counters.value(OUT.of(Security.MUTUAL_TLS, What.UP))).hasValue(9);
  }

  @Test
  void linesOfOneResponseFlagAndOfAnotherAddUp() {
    String one = line("tcp_connections_opened_total", "source", "mutual_tls", SHOP + "gateway", 3);

    assertThat(
            page(one, one.replace("\"-\"", "\"DENY\""))
                .value(OUT.of(Security.MUTUAL_TLS, What.OPENED)))
        .hasValue(6);
  }

  @Test
  void aWaypointCountsRequestsByTheServiceTheyWereFor() {
    String text =
        """
        # TYPE istio_requests_total counter
        istio_requests_total{reporter="waypoint",destination_service_namespace="shop",destination_service_name="order",response_code="200"} 90
        istio_requests_total{reporter="waypoint",destination_service_namespace="shop",destination_service_name="order",response_code="403"} 10
        istio_requests_total{reporter="waypoint",destination_service_namespace="other",destination_service_name="order",response_code="200"} 5
        envoy_server_live{} 1
        """;

    assertThat(new WaypointType().counters(text, 0).value(WaypointCounters.requests("shop/order")))
        .hasValue(100);
  }

  /**
   * Written by an Envoy 1.40 with the tags of Istio's bootstrap; its service responded 500 three
   * times, and to two retries each.
   */
  @Test
  void waypointUpstreamCountersHaveEnvoysNames() {
    String behind = "inbound-vip|8080|http|order.shop.svc.cluster.local";
    Counters counters =
        new WaypointType()
            .counters(
                """
            envoy_cluster_external_upstream_rq{cluster_name="%1$s",response_code_class="5xx"} 3
            envoy_cluster_retry_upstream_rq{cluster_name="%1$s",response_code_class="5xx"} 6
            envoy_cluster_upstream_rq{cluster_name="%1$s",response_code_class="5xx"} 3
            envoy_cluster_upstream_rq_pending_overflow{cluster_name="%1$s"} 0
            envoy_cluster_upstream_rq_retry{cluster_name="%1$s"} 6
            envoy_cluster_upstream_rq_retry_limit_exceeded{cluster_name="%1$s"} 3
            envoy_cluster_upstream_rq_retry{cluster_name="encap"} 9
            envoy_filesystem_write_buffered{} 3
            envoy_filesystem_write_completed{} 1
            """
                    .formatted(behind),
                0);
    TrafficCounters sent =
        TrafficCounters.of(EnvoyCounters.upstream("cluster." + behind + "."), counters);

    assertThat(sent.get(TrafficCounter.RETRIES)).hasValue(6);
    assertThat(sent.get(TrafficCounter.RETRIES_EXHAUSTED)).hasValue(3);
    assertThat(sent.get(TrafficCounter.UPSTREAM_FAILURES)).hasValue(3);
    assertThat(sent.get(TrafficCounter.UPSTREAM_RETRY_FAILURES)).hasValue(6);
    assertThat(sent.get(TrafficCounter.RETRIES_SUCCEEDED)).as("not on the page").isEmpty();
    assertThat(counters.value("filesystem.write_buffered")).hasValue(3);
    assertThat(counters.value("filesystem.write_completed")).hasValue(1);
    assertThat(counters.values().keySet())
        .as("no other callers")
        .noneMatch(it -> it.contains("encap"));
  }

  @Test
  void anotherPageIsRefused() {
    assertThatThrownBy(() -> new ZtunnelType().counters("Not found", 0))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("ztunnel's metrics")
        .hasMessageContaining("Not found");
    assertThatThrownBy(() -> new WaypointType().counters("Not found", 0))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("Not found");
  }

  private static Counters page(String... lines) {
    return new ZtunnelType()
        .counters(
            "# HELP istio_build Istio component build info.\nistio_build{component=\"ztunnel\",tag=\"1.28\"} 1\n"
                + String.join("\n", lines)
                + "\n# EOF\n",
            0);
  }

  private static String line(
      String metric, String reporter, String security, String source, int value) {
    return ("istio_%s{reporter=\"%s\",source_workload=\"gateway\",source_canonical_service=\"gateway\","
            + "source_workload_namespace=\"shop\",source_principal=\"%s\","
            + "destination_service=\"order.shop.svc.cluster.local\",destination_workload=\"order\","
            + "destination_canonical_service=\"order\",destination_workload_namespace=\"shop\","
            + "destination_principal=\"%sorder\",request_protocol=\"tcp\",response_flags=\"-\","
            + "connection_security_policy=\"%s\"} %d")
        .formatted(metric, reporter, source, SHOP, security, value);
  }
}
