package io.meshgauge.product.istio;

import io.meshgauge.product.ManifestTemplate;
import io.meshgauge.product.TrafficSettings;
import io.meshgauge.product.envoy.Sidecar;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.Traffic;
import io.meshgauge.topology.plane.Traffic.Retries;
import io.meshgauge.topology.routing.Canary;
import io.meshgauge.topology.routing.ConfigurationSize;
import io.meshgauge.topology.routing.Injection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Traffic rules as Istio objects, one set for each service: retries and timeouts are a {@code
 * VirtualService}; limits of concurrent requests and of connections a {@code DestinationRule},
 * which replaces the manifest's rule for encryption; and requests per second an {@code
 * EnvoyFilter}, since Istio has no object of its own for them.
 *
 * <p>A waypoint takes the same objects except the last: which parts of an {@code EnvoyFilter} it
 * applies is not documented. A route of the Gateway API cannot replace them, since its standard
 * definitions have no retries.
 */
final class TrafficObjects {
  /** Label {@code version} of the pods of each version, and the name of its subset. */
  static final String STABLE = "v1";

  /** The same of the second version. */
  static final String CANARY = "v2";

  private static final ManifestTemplate TRAFFIC =
      new ManifestTemplate(TrafficObjects.class, "traffic.yaml.mustache");
  private static final ManifestTemplate SERVICES =
      new ManifestTemplate(TrafficObjects.class, "services.yaml.mustache");
  private static final ManifestTemplate PLAINTEXT =
      new ManifestTemplate(TrafficObjects.class, "plaintext.yaml.mustache");

  private TrafficObjects() {}

  /**
   * The objects, one YAML document each; empty if no rule deviates from the default.
   *
   * @param encrypted whether sidecars use mutual TLS with each other
   */
  static List<String> of(Traffic traffic, boolean encrypted, Topology topology) {
    return of(traffic, encrypted ? "ISTIO_MUTUAL" : "DISABLE", topology);
  }

  /** The objects for a waypoint, one YAML document each; its tunnels are always encrypted. */
  static List<String> atWaypoint(Traffic traffic, Topology topology) {
    return of(traffic, "", topology);
  }

  /** Objects that turn encryption off before one service and at its callers. */
  static List<String> plaintext(String service) {
    return PLAINTEXT.objects(named(service), Map.of());
  }

  /** Services that no workload calls, one object each. */
  static List<String> synthetic(ConfigurationSize size) {
    return size.servicesOf("").stream()
        .flatMap(
            it ->
                SERVICES
                    .objects(
                        named(it),
                        Map.of("host", it + ".meshgauge.internal", "port", ConfigurationSize.PORT))
                    .stream())
        .toList();
  }

  private static List<String> of(Traffic traffic, String tls, Topology topology) {
    Map<String, Object> values =
        Map.of(
            "routed",
                traffic.retries().isPresent()
                    || traffic.timeout().isPresent()
                    || traffic.routing().size().routes() > 0,
            "timeout", traffic.timeout().map(TrafficObjects::millis),
            "retries", traffic.retries(),
            "retryOn", traffic.retries().map(TrafficObjects::conditions).orElse(""),
            "limited", limited(traffic),
            "tls", tls,
            "maxInFlight", traffic.maxInFlight(),
            "maxRetriesInFlight", traffic.maxRetriesInFlight(),
            "lifetime", traffic.connections().lifetime(),
            "perSecond", traffic.perSecond());
    return topology.services().stream()
        .flatMap(
            service ->
                TRAFFIC.objects(named(service), of(values, traffic, service, topology)).stream())
        .toList();
  }

  /** The values of one service, which may have a second version. */
  private static Map<String, Object> of(
      Map<String, Object> all, Traffic traffic, String service, Topology topology) {
    Map<String, Object> values = new TreeMap<>(all);
    Optional<Canary> canary =
        traffic
            .routing()
            .canary()
            .filter(it -> topology.canary().filter(service::equals).isPresent());
    values.put("routes", Sidecar.Route.before(traffic.routing().size().routesOf("")));
    values.put("stable", canary.map(it -> 100 - it.percent()));
    values.put("canary", canary.map(Canary::percent));
    values.put("upgraded", traffic.connections().upgraded());
    values.put("ruled", canary.isPresent() || limited(traffic));
    Optional<Injection> injection =
        traffic.routing().injection().filter(it -> it.service().equals(Optional.of(service)));
    values.put("injection", injection);
    values.put("delay", injection.flatMap(Injection::delay));
    values.put("delayed", injection.flatMap(Injection::delay).map(it -> millis(it.length())));
    values.put("abort", injection.flatMap(Injection::abort));
    if (canary.isPresent() || injection.isPresent()) {
      values.put("routed", true);
    }
    return values;
  }

  private static String millis(Duration time) {
    return time.toMillis() + "ms";
  }

  private static boolean limited(Traffic traffic) {
    return Stream.of(
                traffic.maxInFlight(),
                traffic.maxRetriesInFlight(),
                traffic.connections().lifetime())
            .anyMatch(Optional::isPresent)
        || traffic.connections().upgraded();
  }

  private static Map<String, String> named(String service) {
    return Map.of("service", service, "name", service);
  }

  private static String conditions(Retries retries) {
    String usual = TrafficSettings.ON_CONNECT.replace(" ", "");
    return retries.most() == 0 ? "" : retries.onAnswers() ? "5xx," + usual : usual;
  }
}
