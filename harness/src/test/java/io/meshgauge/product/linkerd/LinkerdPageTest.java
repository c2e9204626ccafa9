package io.meshgauge.product.linkerd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.SharedFiles;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.probe.ProbeException;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Pages of Linkerd's proxies, shortened; and recorded ones where available. */
class LinkerdPageTest {
  private static final String LOAD =
      "tls=\"true\",client_id=\"load.ns.serviceaccount.identity.linkerd.cluster.local\"";
  private static final String KUBELET =
      "tls=\"no_identity\",no_tls_reason=\"no_tls_from_remote\",route_name=\"probe\"";
  private static final String STRANGER =
      "tls=\"no_identity\",no_tls_reason=\"no_tls_from_remote\",route_name=\"default\"";
  private static final String PAGE =
      """
      # HELP request_total Total count of HTTP requests.
      # TYPE request_total counter
      request_total{direction="inbound",target_port="8080",%1$s,route_name="default"} 92
      request_total{direction="inbound",target_port="8080",%2$s} 15
      inbound_http_authz_allow_total{target_port="8080",%1$s,route_name="default"} 92
      inbound_http_authz_allow_total{target_port="8080",%2$s} 15
      inbound_http_authz_deny_total{target_port="8080",%1$s,route_name="default"} 8
      inbound_http_authz_deny_total{target_port="8080",%3$s} 2
      request_total{direction="inbound",target_port="4191",%3$s} 7
      request_total{direction="outbound",target_addr="10.244.0.9:9090",target_port="9090",tls="true",server_id="auth.ns.serviceaccount.identity.linkerd.cluster.local",dst_service="auth",dst_namespace="ns"} 60
      request_total{direction="outbound",target_addr="10.244.0.8:8080",target_port="8080",tls="no_identity",no_tls_reason="not_provided_by_service_discovery",dst_service="order",dst_namespace="ns"} 30
      tcp_open_total{direction="outbound",peer="dst",target_port="9090",tls="true",server_id="auth.ns.serviceaccount.identity.linkerd.cluster.local",dst_service="auth",dst_namespace="ns"} 2
      tcp_open_total{direction="outbound",peer="dst",target_port="8080",tls="no_identity",dst_service="order",dst_namespace="ns"} 1
      rustls_info{tls_suites="TLS13_AES_128_GCM_SHA256,TLS13_CHACHA20_POLY1305_SHA256,"} 1
      proxy_build_info{version="1.2.3"} 1
      """
          .formatted(LOAD, KUBELET, STRANGER);

  @Test
  void requestsIncludeAllowedAndDeniedOnes() {
    Counters counters = read(PAGE);

    assertThat(counters.value("inbound.8080.requests")).hasValue(100);
    assertThat(counters.value("inbound.8080.allowed")).hasValue(92);
    assertThat(counters.value("inbound.8080.denied")).hasValue(8);
    assertThat(counters.value("inbound.8080.denied_strangers")).hasValue(2);
  }

  @Test
  void probesAreNotCountedAndUnidentifiedCallersAreSeparate() {
    assertThat(read(PAGE).values())
        .containsEntry(
            "inbound.8080.from.load.ns.serviceaccount.identity.linkerd.cluster.local", 92.0)
        .doesNotContainKey("inbound.8080.from.unidentified");

    String open =
        PAGE + "request_total{direction=\"inbound\",target_port=\"8080\"," + STRANGER + "} 3\n";
    assertThat(read(open).value("inbound.8080.from.unidentified")).hasValue(3);
    assertThat(read(open).value("inbound.8080.requests"))
        .as("not traffic of the mesh")
        .hasValue(100);
  }

  @Test
  void harnessProbeRouteIsRecognized() {
    String probed =
        PAGE
            + "request_total{direction=\"inbound\",target_port=\"8080\",tls=\"no_identity\",route_kind=\"HTTPRoute\",route_name=\"gateway-probes\"} 5\n";

    assertThat(read(probed).values()).doesNotContainKey("inbound.8080.from.unidentified");
  }

  @Test
  void outboundRequestsAreCountedByServiceAndServerIdentity() {
    assertThat(read(PAGE).values())
        .containsEntry("outbound.auth.ns.9090.requests", 60.0)
        .containsEntry(
            "outbound.auth.ns.9090.to.auth.ns.serviceaccount.identity.linkerd.cluster.local", 60.0)
        .containsEntry("outbound.order.ns.8080.requests", 30.0)
        .containsEntry("outbound.order.ns.8080.to.unidentified", 30.0);
  }

  @Test
  void versionAndCiphersAreThoseOfConnectionsInMutualTls() {
    assertThat(read(PAGE).values())
        .containsEntry("outbound.auth.ns.9090.tls.versions.TLSv1.3", 2.0)
        .containsEntry(
            "outbound.auth.ns.9090.tls.ciphers.one of TLS13_AES_128_GCM_SHA256,TLS13_CHACHA20_POLY1305_SHA256",
            2.0)
        .doesNotContainKey("outbound.order.ns.8080.tls.versions.TLSv1.3");
  }

  @Test
  void ofAStreamConnectionsAndBytesAreCounted() {
    Counters counters =
        read(
            """
            tcp_open_total{direction="inbound",peer="src",target_port="5201",%1$s} 2
            tcp_open_total{direction="inbound",peer="src",target_port="5201",%2$s} 1
            tcp_open_total{direction="inbound",peer="dst",tls="no_identity",no_tls_reason="loopback"} 3
            tcp_read_bytes_total{direction="inbound",peer="src",target_port="5201",%1$s} 1000
            tcp_read_bytes_total{direction="outbound",peer="src",target_port="5201",tls="no_identity"} 990
            tcp_open_total{direction="outbound",peer="src",target_addr="10.96.1.2:5201",tls="no_identity"} 2
            proxy_build_info{version="1.2.3"} 1
            """
                .formatted(LOAD, STRANGER));

    assertThat(counters.values())
        .containsEntry("inbound.5201.connections", 2.0)
        .containsEntry(
            "inbound.5201.connections_from.load.ns.serviceaccount.identity.linkerd.cluster.local",
            2.0)
        .containsEntry("inbound.5201.bytes", 1000.0)
        .containsEntry("outbound.5201.bytes", 990.0)
        .containsEntry("outbound.5201.connections", 2.0);
  }

  @Test
  void retriesAreNotCountedAsRequests() {
    String route =
        "parent_kind=\"Service\",parent_namespace=\"ns\",parent_name=\"%s\",parent_port=\"%s\",route_name=\"%s\"";
    String auth = route.formatted("auth", "9090", "auth-calls");
    String order = route.formatted("order", "8080", "order-calls");
    Counters counters =
        read(
            PAGE
                + """
                outbound_grpc_route_retry_requests_total{%1$s} 11
                outbound_grpc_route_retry_successes_total{%1$s} 6
                outbound_grpc_route_retry_limit_exceeded_total{%1$s} 3
                outbound_grpc_route_retry_overflow_total{%1$s} 1
                outbound_http_route_retry_requests_total{%2$s} 0
                outbound_http_route_request_statuses_total{%2$s,http_status="200",error=""} 26
                outbound_http_route_request_statuses_total{%2$s,http_status="",error="REQUEST_TIMEOUT"} 4
                outbound_http_route_request_statuses_total{%2$s,http_status="",error="FAIL_FAST"} 1
                """
                    .formatted(auth, order));

    assertThat(counters.values())
        .containsEntry("outbound.auth.ns.9090.requests", 49.0)
        .containsEntry("outbound.auth.ns.9090.retries", 11.0)
        .containsEntry("outbound.auth.ns.9090.retries_succeeded", 6.0)
        .containsEntry("outbound.auth.ns.9090.retries_exhausted", 3.0)
        .containsEntry("outbound.auth.ns.9090.retries_overflowed", 1.0)
        .containsEntry("outbound.order.ns.8080.retries", 0.0)
        .containsEntry("outbound.order.ns.8080.timeouts", 4.0)
        .containsEntry("outbound.order.ns.8080.requests", 30.0);
  }

  @Test
  void rateLimitedRequestsCountAsAllowedByThePolicy() {
    Counters counters =
        read(
            PAGE.replaceFirst("(inbound_http_authz_allow_total.*client_id.*) 92", "$1 112")
                + """
                inbound_http_local_ratelimit_total{target_port="8080",%1$s,ratelimit_name="gateway",ratelimit_scope="total"} 20
                inbound_http_local_ratelimit_total{target_port="8080",%2$s,ratelimit_name="gateway",ratelimit_scope="total"} 1
                response_total{direction="inbound",target_port="8080",%1$s,status_code="503",classification="failure"} 5
                response_total{direction="inbound",target_port="8080",%1$s,status_code="200",classification="success"} 87
                """
                    .formatted(LOAD, KUBELET));

    assertThat(counters.value("inbound.8080.requests")).as("all that came").hasValue(120);
    assertThat(counters.value("inbound.8080.rate_limited")).hasValue(20);
    assertThat(counters.value("inbound.8080.rate_admitted"))
        .as("allowed, and not refused by the limit")
        .hasValue(92);
    assertThat(counters.value("inbound.8080.failures")).hasValue(5);
  }

  @Test
  void anotherPageIsRefusedAndNotTakenForOneWithoutTraffic() {
    assertThatThrownBy(() -> read("process_start_time_seconds 1\n"))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("proxy_build_info");
  }

  @Test
  void bothSidesOfARealConversationAgree() throws IOException {
    Counters server = recorded("server-proxy-metrics.txt");
    Counters client = recorded("client-proxy-metrics.txt");
    String identity = "default.lmesh.serviceaccount.identity.linkerd.cluster.local";

    assertThat(server.value("inbound.8080.requests")).hasValue(21);
    assertThat(server.value("inbound.8080.allowed")).hasValue(21);
    assertThat(server.value("inbound.8080.from." + identity)).hasValue(21);
    assertThat(server.values()).doesNotContainKeys("inbound.8080.from.unidentified");
    // The other half went to the other pod of the service.
    assertThat(client.value("outbound.hello.lmesh.8080.requests")).hasValue(43);
    assertThat(client.value("outbound.hello.lmesh.8080.to." + identity)).hasValue(43);
    assertThat(client.value("outbound.hello.lmesh.8080.tls.versions.TLSv1.3")).hasValue(4);
  }

  private static Counters recorded(String file) throws IOException {
    return read(Files.readString(SharedFiles.at("samples/linkerd/" + file)));
  }

  private static Counters read(String page) {
    return new LinkerdType().counters(page, 0);
  }
}
