package io.meshgauge.product.linkerd;

import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.ManifestTemplate;
import io.meshgauge.product.TrafficSettings;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ControlPlane.Resource;
import io.meshgauge.topology.plane.Traffic;
import io.meshgauge.topology.plane.Traffic.Retries;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Traffic rules as Linkerd objects: retries and timeouts are annotations of the route of a service
 * ({@code HTTPRoute}; for gRPC {@code GRPCRoute}, the only one whose responses are judged by gRPC
 * status), and requests per second an {@code HTTPLocalRateLimitPolicy} of the service's {@code
 * Server}.
 *
 * @param traffic the requested rules
 */
record LinkerdTraffic(Traffic traffic) {
  private static final ManifestTemplate ROUTE =
      new ManifestTemplate(LinkerdTraffic.class, "route.yaml.mustache");
  private static final ManifestTemplate LIMIT =
      new ManifestTemplate(LinkerdTraffic.class, "limit.yaml.mustache");
  private static final String GATEWAY_API = "gateway.networking.k8s.io";
  private static final String V1 = "v1";
  private static final String POLICY = "policy.linkerd.io";
  private static final String V1_ALPHA = "v1alpha1";

  /** As for any other mesh: gRPC statuses of transport failures, and not of the call itself. */
  private static final String GRPC_FAILURES = "unavailable,cancelled";

  private static final String HTTP_FAILURES = "5xx";

  /** The settings that Linkerd supports. */
  static final Set<TrafficSetting> SUPPORTED =
      EnumSet.of(
          TrafficSetting.RETRIES,
          TrafficSetting.RETRY_ON,
          TrafficSetting.REQUEST_TIMEOUT,
          TrafficSetting.RATE_LIMIT);

  /** Why it does not support the others, by setting name. */
  static final Map<String, String> UNSUPPORTED =
      Map.of(
          TrafficSetting.CIRCUIT_BREAKER.key(),
          "Linkerd's circuit breaking ejects replicas after consecutive failures, but does not"
              + " limit concurrent requests",
          TrafficSetting.CONCURRENT_RETRIES.key(),
          "Linkerd limits the retries of one request, and not concurrent retries",
          TrafficSetting.CONNECTION_LIFETIME.key(),
          "Linkerd's proxies multiplex requests over HTTP/2 connections, and no setting of theirs ends"
              + " these after a number of requests",
          TrafficSetting.OUTLIER_DETECTION.key(),
          "Linkerd's failure accrual (balancer.linkerd.io/failure-accrual) ejects replicas, and"
              + " each service has one replica only");

  /**
   * Problems in the combination of settings that are each valid: Linkerd retries by response
   * status, and a failed connection has none.
   */
  static List<String> problems(Variant variant, String mesh) {
    Traffic requested = TrafficSettings.of(variant);
    return requested.retries().filter(it -> it.most() > 0 && !it.onAnswers()).isPresent()
        ? List.of(
            "setting %s on mesh %s: expected also %s: %s; Linkerd retries a request by the status of its response, and not because a connection failed"
                .formatted(
                    TrafficSetting.RETRIES.key(),
                    mesh,
                    TrafficSetting.RETRY_ON.key(),
                    HTTP_FAILURES))
        : List.of();
  }

  /** Additional resource kinds that are applied. */
  List<Resource> resources() {
    List<Resource> resources = new ArrayList<>();
    if (routed()) {
      resources.add(new Resource(GATEWAY_API, V1, "grpcroutes"));
    }
    if (traffic.perSecond().isPresent()) {
      resources.add(new Resource(POLICY, V1_ALPHA, "httplocalratelimitpolicies"));
    }
    return resources;
  }

  /** Whether requests use the harness's routes. */
  private boolean routed() {
    return traffic.timeout().isPresent()
        || traffic.retries().filter(it -> it.most() > 0).isPresent();
  }

  /** The objects that are applied from the beginning, one YAML document each. */
  List<String> objects(Topology topology) {
    return routed()
        ? topology.services().stream()
            .flatMap(service -> route(topology.to(service).get(0)).stream())
            .toList()
        : List.of();
  }

  /** The objects that are applied after the warm-up, one YAML document each. */
  List<String> limits(Topology topology) {
    return traffic.perSecond().stream()
        .flatMap(most -> topology.services().stream().map(it -> limit(it, most)))
        .flatMap(List::stream)
        .toList();
  }

  private List<String> route(Hop hop) {
    boolean grpc = hop.protocol() == Protocol.GRPC;
    return ROUTE.objects(
        Map.of(
            "service",
            hop.server(),
            // Distinct from a policy's objects, whose names are a service and a number or a word.
            "name",
            hop.server() + "-calls",
            "port",
            Placement.port(hop.protocol()),
            "grpc",
            grpc,
            "failures",
            grpc ? GRPC_FAILURES : HTTP_FAILURES),
        Map.of(
            "timeout",
            traffic.timeout().map(it -> it.toMillis() + "ms"),
            "retries",
            traffic.retries().map(Retries::most).filter(it -> it > 0).map(String::valueOf)));
  }

  private static List<String> limit(String service, int most) {
    return LIMIT.objects(Map.of("service", service, "name", service, "most", most), Map.of());
  }

  /** Lines of the fairness manifest; without a setting Linkerd neither retries nor limits. */
  Map<String, String> manifest() {
    Map<String, String> lines = new TreeMap<>();
    lines.put(
        TrafficSetting.RETRIES.line(),
        traffic
            .retries()
            .filter(it -> it.most() > 0)
            .map(
                it ->
                    "%d on %s, for gRPC on %s; bodies up to 64 KiB, 25 to 250 ms apart"
                        .formatted(it.most(), HTTP_FAILURES, GRPC_FAILURES.replace(",", ", ")))
            .orElse("none"));
    lines.put(
        TrafficSetting.REQUEST_TIMEOUT.line(),
        traffic.timeout().map(it -> it.toMillis() + " ms").orElse("none")
            + " per request, 1 s to connect");
    lines.put(
        TrafficSetting.RATE_LIMIT.line(),
        traffic
            .perSecond()
            .map("%d requests per second to each service"::formatted)
            .orElse("none"));
    return lines;
  }
}
