package io.meshgauge.product.istio;

import io.meshgauge.product.ServiceObject;
import io.meshgauge.product.TrafficSettings;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.Traffic;
import io.meshgauge.topology.Traffic.Retries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Traffic rules as Istio objects, one set for each service: retries and timeouts are a {@code
 * VirtualService}; limits of concurrent requests a {@code DestinationRule}, which replaces the
 * manifest's rule for encryption; and requests per second an {@code EnvoyFilter}, since Istio has
 * no object of its own for them.
 *
 * <p>A waypoint takes the same objects except the last: which parts of an {@code EnvoyFilter} it
 * applies is not documented. A route of the Gateway API cannot replace them, since its standard
 * definitions have no retries.
 */
final class TrafficObjects {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String NETWORKING = "networking.istio.io/v1";
  private static final String SECURITY = "security.istio.io/v1";
  private static final String HUNDRED_PERCENT = "HUNDRED";

  private final Traffic traffic;

  /** The TLS part of a {@code DestinationRule}; empty if another object defines it. */
  private final Map<String, Object> tls;

  private TrafficObjects(Traffic traffic, Map<String, Object> tls) {
    this.traffic = traffic;
    this.tls = tls;
  }

  /**
   * The objects, one line of JSON each; empty if no rule deviates from the default.
   *
   * @param encrypted whether sidecars use mutual TLS with each other
   */
  static List<String> of(Traffic traffic, boolean encrypted, Topology topology) {
    return new TrafficObjects(
            traffic, Map.of("tls", Map.of("mode", encrypted ? "ISTIO_MUTUAL" : "DISABLE")))
        .all(topology);
  }

  /** The objects for a waypoint, one line of JSON each; its tunnels are always encrypted. */
  static List<String> atWaypoint(Traffic traffic, Topology topology) {
    return new TrafficObjects(traffic, Map.of()).all(topology);
  }

  /** Objects that turn encryption off before one service and at its callers. */
  static List<String> plaintext(String service) {
    Map<String, Object> peers = new LinkedHashMap<>();
    peers.put("selector", Map.of("matchLabels", Map.of(ClusterDesign.SERVICE_LABEL, service)));
    peers.put("mtls", Map.of("mode", "DISABLE"));
    Map<String, Object> rule = new LinkedHashMap<>();
    rule.put("host", service);
    rule.put("trafficPolicy", Map.of("tls", Map.of("mode", "DISABLE")));
    // Who calls in plaintext has no identity that a policy could permit.
    Map<String, Object> callers = new LinkedHashMap<>();
    callers.put("selector", Map.of("matchLabels", Map.of(ClusterDesign.SERVICE_LABEL, service)));
    callers.put("action", "ALLOW");
    callers.put("rules", List.of(Map.of()));
    return Stream.of(
            ServiceObject.of(SECURITY, "PeerAuthentication", service, peers),
            ServiceObject.of(NETWORKING, "DestinationRule", service, rule),
            ServiceObject.of(SECURITY, "AuthorizationPolicy", service, callers))
        .map(JSON::writeValueAsString)
        .toList();
  }

  private List<String> all(Topology topology) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (String service : topology.services()) {
      if (traffic.retries().isPresent() || traffic.timeout().isPresent()) {
        all.add(route(service));
      }
      if (traffic.underWay().isPresent() || traffic.retriesUnderWay().isPresent()) {
        all.add(limits(service));
      }
      traffic.perSecond().ifPresent(most -> all.add(rate(service, most)));
    }
    return all.stream().map(JSON::writeValueAsString).toList();
  }

  private Map<String, Object> route(String service) {
    Map<String, Object> http = new LinkedHashMap<>();
    http.put("route", List.of(Map.of("destination", Map.of("host", service))));
    traffic.timeout().ifPresent(it -> http.put("timeout", it.toMillis() + "ms"));
    traffic.retries().ifPresent(it -> http.put("retries", retries(it)));
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("hosts", List.of(service));
    spec.put("http", List.of(http));
    return ServiceObject.of(NETWORKING, "VirtualService", service, spec);
  }

  private static Map<String, Object> retries(Retries configured) {
    Map<String, Object> retries = new LinkedHashMap<>();
    retries.put("attempts", configured.most());
    if (configured.most() > 0) {
      String usual = TrafficSettings.ON_CONNECT.replace(" ", "");
      retries.put("retryOn", configured.onAnswers() ? "5xx," + usual : usual);
    }
    return retries;
  }

  private Map<String, Object> limits(String service) {
    Map<String, Object> http = new LinkedHashMap<>();
    traffic
        .underWay()
        .ifPresent(
            most -> {
              http.put("http1MaxPendingRequests", most);
              http.put("http2MaxRequests", most);
            });
    traffic.retriesUnderWay().ifPresent(most -> http.put("maxRetries", most));
    Map<String, Object> policy = new LinkedHashMap<>(tls);
    policy.put("connectionPool", Map.of("http", http));
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("host", service);
    spec.put("trafficPolicy", policy);
    return ServiceObject.of(NETWORKING, "DestinationRule", service, spec);
  }

  /** An Envoy filter before all others of the sidecar's inbound listener, as Istio documents it. */
  private static Map<String, Object> rate(String service, int most) {
    Map<String, Object> match = new LinkedHashMap<>();
    match.put("context", "SIDECAR_INBOUND");
    match.put(
        "listener",
        Map.of(
            "filterChain",
            Map.of("filter", Map.of("name", "envoy.filters.network.http_connection_manager"))));
    Map<String, Object> bucket = new LinkedHashMap<>();
    bucket.put("max_tokens", most);
    bucket.put("tokens_per_fill", most);
    bucket.put("fill_interval", "1s");
    Map<String, Object> config = new LinkedHashMap<>();
    config.put(
        "@type",
        "type.googleapis.com/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit");
    config.put("stat_prefix", "http_local_rate_limiter");
    config.put("token_bucket", bucket);
    config.put("filter_enabled", always("local_rate_limit_enabled"));
    config.put("filter_enforced", always("local_rate_limit_enforced"));
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("name", "envoy.filters.http.local_ratelimit");
    value.put("typed_config", config);
    Map<String, Object> patch = new LinkedHashMap<>();
    patch.put("operation", "INSERT_BEFORE");
    patch.put("value", value);
    Map<String, Object> change = new LinkedHashMap<>();
    change.put("applyTo", "HTTP_FILTER");
    change.put("match", match);
    change.put("patch", patch);
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("workloadSelector", Map.of("labels", Map.of(ClusterDesign.SERVICE_LABEL, service)));
    spec.put("configPatches", List.of(change));
    return ServiceObject.of("networking.istio.io/v1alpha3", "EnvoyFilter", service, spec);
  }

  private static Map<String, Object> always(String key) {
    Map<String, Object> share = new LinkedHashMap<>();
    share.put("numerator", 100);
    share.put("denominator", HUNDRED_PERCENT);
    Map<String, Object> fraction = new LinkedHashMap<>();
    fraction.put("runtime_key", key);
    fraction.put("default_value", share);
    return fraction;
  }
}
