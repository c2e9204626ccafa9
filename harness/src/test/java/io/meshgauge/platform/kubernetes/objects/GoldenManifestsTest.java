package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.product.SampleVariants;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the objects of the sample services under each variant with {@link GoldenManifests}. */
class GoldenManifestsTest extends VariantManifests {
  @ParameterizedTest
  @CsvSource({
    "baseline, baseline,",
    "envoy, envoy, baseline",
    "istio-plaintext, istio-plaintext, baseline",
    "istio-plaintext-rbac, istio-plaintext policy=rbac, istio-plaintext",
    "istio-plaintext-limits, istio-plaintext circuit-breaker=7, istio-plaintext",
    "istio-mtls, istio-mtls, istio-plaintext",
    "istio-mtls-rbac, istio-mtls policy=rbac, istio-mtls",
    "istio-mtls-abac, istio-mtls policy=abac, istio-mtls",
    "istio-mtls-retries, istio-mtls retries=3 retry-on=5xx request-timeout=2s, istio-mtls",
    "istio-mtls-no-retries, istio-mtls retries=off, istio-mtls",
    "istio-mtls-limits, istio-mtls circuit-breaker=7 concurrent-retries=2 rate-limit=30"
        + " connection-lifetime=10, istio-mtls",
    "istio-mtls-canary, istio-mtls canary=10%, istio-mtls",
    "istio-mtls-injection, istio-mtls inject-delay=10ms+5% inject-abort=503+1% request-timeout=2s,"
        + " istio-mtls",
    "istio-mtls-size, istio-mtls synthetic-services=2 synthetic-routes=2 request-timeout=2s,"
        + " istio-mtls",
    "istio-plaintext-canary, istio-plaintext canary=5% canary-service=payment retries=1"
        + " connection-lifetime=10, istio-plaintext",
    "istio-mtls-constrained, istio-mtls cpu-limit=250m memory-limit=256Mi proxy-cpu-limit=20m"
        + " proxy-memory-limit=128Mi, istio-mtls",
    "envoy-constrained, envoy cpu-limit=20m proxy-cpu-limit=100m proxy-memory-limit=128Mi, envoy",
    "istio-mtls-fault, istio-mtls fault=plaintext-listener:order, istio-mtls",
    "istio-mtls-full, istio-mtls telemetry=full, istio-mtls",
    "istio-mtls-stream, istio-mtls stream policy=rbac retries=off, baseline stream",
    "istio-ambient, istio-ambient, baseline",
    "istio-ambient-fault, istio-ambient fault=not-captured:auth, istio-ambient",
    "istio-ambient-waypoint, istio-ambient waypoint=on, istio-ambient",
    "istio-ambient-waypoint-rbac, istio-ambient waypoint=on policy=rbac, istio-ambient waypoint=on",
    "istio-ambient-waypoint-traffic, istio-ambient waypoint=on retries=1 circuit-breaker=7,"
        + " istio-ambient waypoint=on",
    "istio-ambient-waypoint-log, istio-ambient waypoint=on telemetry=access-log-async,"
        + " istio-ambient waypoint=on",
    "linkerd, linkerd, baseline",
    "linkerd-rbac, linkerd policy=rbac policy-file=k8s/policy/callers.yaml, linkerd",
    "linkerd-overlapping, linkerd policy=rbac policy-file=overlapping.yaml, linkerd",
    "linkerd-traffic, linkerd retries=3 retry-on=5xx request-timeout=2s rate-limit=30, linkerd",
    "linkerd-stream, linkerd stream policy=rbac policy-file=k8s/policy/callers.yaml, baseline"
        + " stream",
    "cilium-abac, cilium policy=abac policy-file=k8s/policy/tokens.yaml, cilium",
    "cilium-headers, cilium policy=abac policy-file=headers.yaml, cilium",
    "traefik-mesh, traefik-mesh, baseline",
    "traefik-mesh-fault, traefik-mesh fault=bypass:payment, traefik-mesh",
    "haproxy, haproxy, baseline",
    "nginx, nginx, haproxy",
    "envoy-front, envoy-front, haproxy",
    "traefik, traefik, haproxy",
    "caddy, caddy, haproxy",
    "haproxy-replicas, haproxy replicas=2 slow-replica=50ms, haproxy",
    "haproxy-tls, haproxy tls=terminate, haproxy",
  })
  void objectsAreThoseOfTheFile(String name, String variant, String simpler) throws IOException {
    for (String file : List.of("front.pem", "front.key.pem", "front.both.pem")) {
      Files.writeString(folder.resolve(file), "text of " + file);
    }
    GoldenManifests.check(
        name,
        variant + (simpler == null ? "" : ", compared with " + simpler),
        objects(variant),
        simpler == null ? List.of() : objects(simpler));
  }

  /** The objects, and late limits, of a variant. */
  private List<ObjectNode> objects(String words) {
    Topology topology = SampleVariants.topology(words);
    List<ObjectNode> objects = new ArrayList<>(objects(topology, SampleVariants.of(words)));
    SampleVariants.design(words).kubernetes().limits(topology).stream()
        .map(Kustomization::object)
        .forEach(objects::add);
    return objects;
  }
}
