package io.meshgauge.probe.proxy;

import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.JsonCases;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.product.envoy.DecisionPointType;
import io.meshgauge.product.envoy.EnvoyRules;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.product.haproxy.HaproxyType;
import io.meshgauge.product.istio.WaypointType;
import io.meshgauge.product.istio.ZtunnelType;
import io.meshgauge.product.linkerd.LinkerdType;
import io.meshgauge.product.nginx.NginxType;
import io.meshgauge.product.traefik.TraefikType;
import io.meshgauge.topology.ProxyType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The administration pages of every proxy there is. */
class ProxyPagesFuzzTest {

  private static final List<ProxyType> TYPES =
      List.of(
          new EnvoyType(),
          new DecisionPointType(),
          new HaproxyType(),
          new NginxType(),
          new TraefikType(),
          new LinkerdType(),
          new ZtunnelType(),
          new WaypointType());

  @TestFactory
  Stream<DynamicTest> pages() {
    return TYPES.stream().map(type -> DynamicTest.dynamicTest(type.toString(), () -> page(type)));
  }

  private static void page(ProxyType type) {
    Fuzz.of("page of " + type, example(type))
        .words(
            "{", "}", "\"", ": ", ",", "\n", "# ", "  ", "FRONTEND", "Inf", "requests\n", "99e99")
        .refuses(ProbeException.class, "")
        .reads(type instanceof EnvoyType || type instanceof DecisionPointType)
        .run(text -> type.counters(new String(text, StandardCharsets.UTF_8), 1));
  }

  @Test
  void rulesOfEnvoy() {
    String page =
        """
        {"configs": [{"route": {"cluster": "order", "timeout": "15s",
            "retry_policy": {"retry_on": "5xx", "num_retries": 2}}},
          {"name": "order", "circuit_breakers": {"thresholds": [
            {"max_requests": 10, "max_pending_requests": 5, "max_retries": 3}]},
            "outlier_detection": {"consecutive_5xx": 5}},
          {"@type": "type/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit",
            "token_bucket": {"max_tokens": 30, "tokens_per_fill": 30, "fill_interval": "1s"}}]}
        """;

    Fuzz.of("config_dump of Envoy", page)
        .words("null", "\"\"", "\"1e9s\"", "\"-s\"", "{}", "[]", "\"99999999999999999999s\"")
        .structured(2, new JsonCases(page))
        .refuses(ProbeException.class, "/config_dump")
        .run(text -> EnvoyRules.parse(new String(text, StandardCharsets.UTF_8)));
  }

  private static String example(ProxyType type) {
    return switch (type.getClass().getSimpleName()) {
      case "EnvoyType", "DecisionPointType" ->
          """
          cluster.order.upstream_rq_total: 92
          listener.0.0.0.0_8080.ssl.versions.TLSv1.3: 4
          cluster.order.upstream_rq_time: P0(nan,1) P50(1.05,2.1)
          """;
      case "HaproxyType" ->
          """
          # pxname,svname,scur,stot,bin,status,req_tot,wretr,last_chk,
          order,FRONTEND,1,3,5400,OPEN,54,,,
          order,order-2,0,18,1800,UP,,0,"OK, all of it",
          """;
      case "NginxType" ->
          """
          Active connections: 3
          server accepts handled requests
           12 12 40
          Reading: 0 Writing: 1 Waiting: 2
          """;
      case "TraefikType" ->
          """
          # TYPE traefik_entrypoint_requests_total counter
          traefik_entrypoint_requests_total{code="200",entrypoint="front",method="GET"} 40
          traefik_service_retries_total{service="order@file"} 1
          """;
      case "LinkerdType" ->
          """
          request_total{direction="inbound",target_port="8080",tls="true",client_id="load.ns"} 92
          inbound_http_authz_deny_total{target_port="8080",tls="no_identity"} 2
          tcp_open_total{direction="outbound",peer="dst",target_addr="10.0.0.9:9090",tls="true",dst_service="auth",dst_namespace="ns"} 2
          rustls_info{tls_suites="TLS13_AES_128_GCM_SHA256,"} 1
          proxy_build_info{version="1.2.3"} 1
          """;
      case "ZtunnelType" ->
          """
          istio_build{component="ztunnel"} 1
          istio_tcp_received_bytes_total{reporter="source",source_workload_namespace="shop",source_canonical_service="gateway",destination_workload_namespace="shop",destination_canonical_service="order",connection_security_policy="mutual_tls"} 77
          """;
      case "WaypointType" ->
          """
          envoy_server_live 1
          istio_requests_total{destination_service_namespace="shop",destination_service_name="order"} 12
          """;
      default -> throw new IllegalArgumentException("no example for " + type);
    };
  }
}
