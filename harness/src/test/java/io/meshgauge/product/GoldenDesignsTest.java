package io.meshgauge.product;

import io.meshgauge.Golden;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.NodeProxy.Mark;
import io.meshgauge.topology.plane.ConfigFile;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.DynamicConfig.Drain;
import io.meshgauge.topology.plane.DynamicConfig.Turn;
import io.meshgauge.topology.plane.DynamicConfig.Way;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.PolicyPush;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.Tap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares what a variant is on a platform with a golden file: its claims, its fairness manifest,
 * the addresses, listeners and counters of its data plane, and the configuration of its proxies. A
 * file has all of it, or the difference from a simpler variant.
 */
class GoldenDesignsTest {
  /** Their sidecars and balancers are filled from the same templates as those of the others. */
  private static final Pattern ALIKE = Pattern.compile("(auth|logging|order).*|.*-2");

  private static final String PROJECT = System.getProperty("meshgauge.home", "..") + "/";
  private static final Pattern PORT = Pattern.compile("\\b2\\d{4}\\b");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "baseline, baseline,",
    "baseline-replicas, baseline replicas=2, baseline",
    "envoy, envoy,",
    "envoy-tap, envoy tap=on, envoy",
    "envoy-canary, envoy canary=25% canary-service=auth, envoy",
    "envoy-injection, envoy inject-abort=503+100% inject-service=logging telemetry=none, envoy telemetry=none",
    "envoy-size, envoy synthetic-services=2 synthetic-routes=2 telemetry=none, envoy telemetry=none",
    "envoy-drained, envoy replicas=2 draining=on, envoy replicas=2",
    "envoy-abac, envoy policy=abac, envoy",
    "envoy-hostile, envoy policy=abac policy-file=hostile.yaml, envoy",
    "envoy-log, envoy telemetry=access-log-sync, envoy",
    "envoy-fewest, envoy telemetry=none, envoy",
    "envoy-traffic, envoy retries=3 retry-on=5xx request-timeout=250ms rate-limit=30 circuit-breaker=7 concurrent-retries=2, envoy",
    "istio-mtls, istio-mtls,",
    "istio-mtls-tap, istio-mtls tap=on, istio-mtls",
    "istio-mtls-replicas, istio-mtls replicas=2 slow-replica=5ms, istio-mtls",
    "istio-mtls-canary, istio-mtls canary=10%, istio-mtls",
    "istio-mtls-canary-share, istio-mtls canary=10% fault=canary-share, istio-mtls canary=10%",
    "istio-mtls-injection, istio-mtls inject-delay=10ms+5% inject-abort=503+1%, istio-mtls",
    "istio-mtls-injection-off, istio-mtls inject-delay=10ms+5% fault=injection-off, istio-mtls inject-delay=10ms+5%",
    "istio-mtls-size, istio-mtls synthetic-services=1 synthetic-routes=1, istio-mtls",
    "istio-mtls-half, istio-mtls synthetic-services=2 synthetic-routes=2 arm-fault=half-configured:gateway, istio-mtls synthetic-services=2 synthetic-routes=2",
    "istio-mtls-drained, istio-mtls replicas=2 draining=on, istio-mtls replicas=2",
    "istio-mtls-rbac, istio-mtls policy=rbac, istio-mtls",
    "istio-mtls-external, istio-mtls policy=abac-external decision-cache=on, istio-mtls policy=abac",
    "istio-mtls-watched, istio-mtls policy=rbac certificates=watched listeners=watched, istio-mtls policy=rbac",
    "istio-mtls-full, istio-mtls telemetry=full, istio-mtls",
    "istio-mtls-no-retries, istio-mtls retries=off, istio-mtls",
    "istio-mtls-traffic, istio-mtls retries=3 retry-on=5xx request-timeout=250ms rate-limit=30 circuit-breaker=7 concurrent-retries=2, istio-mtls",
    "istio-mtls-plaintext-listener, istio-mtls fault=plaintext-listener:payment, istio-mtls",
    "istio-mtls-certificates-optional, istio-mtls fault=certificates-optional, istio-mtls",
    "istio-mtls-not-enforced, istio-mtls policy=rbac fault=policy-not-enforced, istio-mtls policy=rbac",
    "istio-mtls-stream, istio-mtls stream,",
    "istio-mtls-stream-fault, istio-mtls stream fault=plaintext-listener:iperf, istio-mtls stream",
    "istio-mtls-stream-tap, istio-mtls stream tap=on, istio-mtls stream",
    "istio-plaintext, istio-plaintext, istio-mtls",
    "istio-plaintext-rbac, istio-plaintext policy=rbac, istio-plaintext",
    "istio-ambient, istio-ambient,",
    "istio-ambient-tap, istio-ambient tap=on, istio-ambient",
    "istio-ambient-fault, istio-ambient fault=not-captured:payment, istio-ambient",
    "istio-waypoint, istio-ambient waypoint=on, istio-ambient",
    "istio-waypoint-log, istio-ambient waypoint=on telemetry=access-log-sync, istio-ambient waypoint=on",
    "istio-waypoint-stream, istio-ambient waypoint=on stream,",
  })
  void designOnThisMachine(String name, String words, String simpler) throws IOException {
    check("local/" + name, words, simpler, this::local);
  }

  @ParameterizedTest
  @CsvSource({
    "haproxy, haproxy replicas=3,",
    "haproxy-weighted, haproxy replicas=3 algorithm=weighted-round-robin, haproxy replicas=3",
    "haproxy-slow, haproxy replicas=3 slow-replica=50ms failing-replica=.25, haproxy replicas=3",
    "haproxy-tls, haproxy replicas=3 tls=terminate, haproxy replicas=3",
    "haproxy-tcp, haproxy replicas=3 layer=tcp algorithm=least-connections, haproxy replicas=3",
    "haproxy-drained, haproxy replicas=3 draining=on, haproxy replicas=3",
    "nginx, nginx replicas=3,",
    "nginx-drained, nginx replicas=3 draining=on, nginx replicas=3",
    "nginx-tls, nginx replicas=3 tls=terminate, nginx replicas=3",
    "nginx-tcp, nginx replicas=3 layer=tcp algorithm=ip-hash, nginx replicas=3",
    "traefik, traefik replicas=3,",
    "traefik-hrw, traefik replicas=3 algorithm=hrw, traefik replicas=3",
    "traefik-tls, traefik replicas=3 tls=terminate, traefik replicas=3",
    "traefik-tcp, traefik replicas=3 layer=tcp algorithm=weighted-round-robin, traefik replicas=3",
    "caddy, caddy replicas=3,",
    "caddy-least, caddy replicas=3 algorithm=least-connections, caddy replicas=3",
    "caddy-tls, caddy replicas=3 tls=terminate, caddy replicas=3",
    "envoy-front, envoy-front replicas=3,",
    "envoy-front-drained, envoy-front replicas=3 draining=on algorithm=weighted-round-robin, envoy-front replicas=3 algorithm=weighted-round-robin",
    "envoy-front-hash, envoy-front replicas=3 algorithm=ip-hash, envoy-front replicas=3",
    "envoy-front-tls, envoy-front replicas=3 tls=terminate, envoy-front replicas=3",
    "envoy-front-tcp, envoy-front replicas=3 layer=tcp, envoy-front replicas=3",
    "envoy-front-traffic, envoy-front replicas=3 retries=3 retry-on=5xx request-timeout=250ms rate-limit=30 circuit-breaker=7 outlier-detection=5, envoy-front replicas=3",
    "envoy-front-stream, envoy-front stream,",
  })
  void balancersOnThisMachine(String name, String words, String simpler) throws IOException {
    check("local/" + name, words, simpler, this::local);
  }

  @ParameterizedTest
  @CsvSource({
    "baseline, baseline,",
    "envoy, envoy,",
    "envoy-stream, envoy stream,",
    "istio-mtls, istio-mtls,",
    "istio-mtls-rbac, istio-mtls policy=rbac, istio-mtls",
    "istio-mtls-full, istio-mtls telemetry=full, istio-mtls",
    "istio-mtls-traffic, istio-mtls retries=off rate-limit=30, istio-mtls",
    "istio-mtls-canary, istio-mtls canary=10%, istio-mtls",
    "istio-mtls-injection, istio-mtls inject-abort=503+1% inject-service=logging, istio-mtls",
    "istio-mtls-size, istio-mtls synthetic-services=2 synthetic-routes=1, istio-mtls",
    "istio-mtls-stream, istio-mtls stream,",
    "istio-mtls-attached, istio-mtls attached, istio-mtls",
    "istio-plaintext, istio-plaintext, istio-mtls",
    "istio-ambient, istio-ambient,",
    "istio-ambient-fault, istio-ambient fault=not-captured:auth, istio-ambient",
    "istio-waypoint, istio-ambient waypoint=on,",
    "istio-waypoint-rbac, istio-ambient waypoint=on policy=rbac, istio-ambient waypoint=on",
    "istio-waypoint-log, istio-ambient waypoint=on telemetry=access-log-async, istio-ambient waypoint=on",
    "istio-waypoint-traffic, istio-ambient waypoint=on retries=3 circuit-breaker=7, istio-ambient waypoint=on",
    "linkerd, linkerd,",
    "linkerd-rbac, linkerd policy=rbac policy-file=k8s/policy/callers.yaml, linkerd",
    "linkerd-traffic, linkerd retries=1 retry-on=5xx rate-limit=9, linkerd",
    "linkerd-stream, linkerd stream,",
    "traefik-mesh, traefik-mesh,",
    "cilium-wireguard, cilium-wireguard,",
    "cilium-abac, cilium policy=abac policy-file=k8s/policy/tokens.yaml, cilium",
    "calico-wireguard, calico-wireguard,",
    "kindnet-ipsec, kindnet-ipsec,",
    "haproxy, haproxy replicas=3,",
    "haproxy-slow, haproxy replicas=3 slow-replica=50ms, haproxy replicas=3",
    "haproxy-tls, haproxy replicas=3 tls=terminate, haproxy replicas=3",
    "haproxy-stream, haproxy stream,",
    "traefik, traefik replicas=3,",
  })
  void designOnACluster(String name, String words, String simpler) throws IOException {
    check("cluster/" + name, words, simpler, GoldenDesignsTest::cluster);
  }

  /** The sections of a design. */
  private interface Designs {
    Map<String, String> of(String words) throws IOException;
  }

  private static void check(String name, String words, String simpler, Designs designs)
      throws IOException {
    Map<String, String> design = designs.of(words);
    if (simpler == null) {
      Golden.check("designs/" + name + ".txt", "# " + words + "\n" + Golden.text(design));
    } else {
      Golden.check(
          "designs/" + name + ".diff",
          "# %s, compared with %s\n".formatted(words, simpler)
              + Golden.text(Golden.difference(design, designs.of(simpler))));
    }
  }

  private Map<String, String> local(String words) throws IOException {
    Path home = folder.resolve(words.replaceAll("[^a-z0-9]+", "-"));
    Topology topology = SampleVariants.topology(words);
    DataPlane plane = SampleVariants.design(words).local(SampleSite.in(home, topology));
    Map<String, String> sections = promises(words, PlatformKind.LOCAL);
    add(sections, plane);
    String keys = Files.readString(home.resolve("identities/jwks.json")).strip();
    Map<String, String> ports = ports(plane);
    Map<String, String> named = new LinkedHashMap<>();
    sections.forEach(
        (title, text) ->
            named.put(
                title.replace(home.toString(), "FOLDER"),
                PORT.matcher(text.replace(home.toString(), "FOLDER").replace(keys, "KEYS"))
                    .replaceAll(it -> ports.getOrDefault(it.group(), it.group()))));
    return named;
  }

  /** What listens at a free port: one more listener moves the ports of all that come after it. */
  private static Map<String, String> ports(DataPlane plane) {
    Map<Address, String> names = new LinkedHashMap<>();
    plane.proxies().forEach(it -> names.put(it.admin(), "ADMIN of " + it.name()));
    plane.listeners().forEach(it -> names.put(it.address(), title(it)));
    plane.replicas().wire().forEach((it, address) -> names.put(address, "INBOUND of " + it));
    plane
        .replicas()
        .dial()
        .forEach(
            (client, hops) ->
                hops.forEach(
                    (hop, addresses) ->
                        addresses.forEach(
                            it -> names.putIfAbsent(it, "%s, %s".formatted(client, hop)))));
    for (Tap tap : plane.taps()) {
      names.put(tap.through(), "TAP of " + tap.hop());
      names.put(tap.forwarder(), "FORWARDER of " + tap.hop());
    }
    Map<String, String> ports = new LinkedHashMap<>();
    names.forEach((address, name) -> ports.put(Integer.toString(address.port()), "<" + name + ">"));
    return ports;
  }

  private static Map<String, String> cluster(String words) {
    Map<String, String> sections = promises(words, PlatformKind.KUBERNETES);
    ClusterDesign variant = SampleVariants.design(words).kubernetes();
    ClusterDesign design = words.endsWith(" attached") ? variant.attached().orElseThrow() : variant;
    Placement placement = SamplePlacement.of(design, SampleVariants.topology(words));
    Map<String, Object> pods = new LinkedHashMap<>();
    pods.put("overlay", design.overlay());
    pods.put("namespaceLabels", design.namespaceLabels());
    pods.put("enrolment", design.enrolment());
    pods.put("controlPlanes", design.controlPlanes());
    pods.put("authority", design.authority());
    pods.put("admitsCallersOnly", design.admitsCallersOnly());
    pods.put("refusesInPlaintext", design.refusesInPlaintext());
    pods.put("letsNodesPass", design.letsNodesPass());
    pods.put("proxy", design.proxy());
    pods.put("front", design.front());
    pods.put("made", design.made());
    pods.put("nodeProxy", design.nodeProxy());
    pods.put("witnesses", design.witnesses());
    Map<String, Object> labels = new LinkedHashMap<>();
    Map<String, Object> marks = new LinkedHashMap<>();
    for (String service : placement.topology().services()) {
      labels.put(service, design.podLabels(service));
      marks.put(service, design.mark(service).map(Mark::annotation));
    }
    pods.put("podLabels", labels);
    pods.put("marks", marks);
    pods.put("collectors", design.collectors());
    sections.put("pods", RecordText.of(pods));
    add(sections, design.dataPlane(placement));
    return sections;
  }

  private static Map<String, String> promises(String words, PlatformKind platform) {
    Variant variant = SampleVariants.of(words);
    Product product = Products.named(variant.mesh());
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put("claims", RecordText.of(product.claims(variant)));
    sections.put("requirements", RecordText.of(product.requirements(variant, platform)));
    sections.put(
        "fairness manifest",
        RecordText.of(product.fairness(variant, platform)).replace(PROJECT, ""));
    return sections;
  }

  private static boolean alike(String proxy, Replica replica) {
    return ALIKE.matcher(proxy).matches() || ALIKE.matcher(replica.name()).matches();
  }

  private static Optional<ConfigFile> file(Turn turn) {
    return turn.way() instanceof Way.Watched watched
        ? Optional.of(watched.file())
        : turn.way() instanceof Way.Reloaded reloaded
            ? Optional.of(reloaded.file())
            : turn.way() instanceof Way.Restarted restarted
                ? Optional.of(restarted.file())
                : Optional.empty();
  }

  private static String title(Listener listener) {
    return "%s of %s, %s".formatted(listener.side(), listener.proxy(), listener.hop());
  }

  private static void add(Map<String, String> sections, DataPlane plane) {
    List<Drain> drains =
        plane.changes().drains().stream()
            .filter(it -> it.replicas().stream().noneMatch(replica -> alike(it.proxy(), replica)))
            .toList();
    sections.put("data plane", RecordText.of(plane.changing(plane.changes().draining(drains))));
    sections.put(
        "listeners",
        plane.listeners().stream()
            .map(it -> title(it) + ", " + it.address() + "\n")
            .collect(Collectors.joining()));
    plane.listeners().stream()
        .filter(it -> !ALIKE.matcher(it.proxy()).matches())
        .forEach(it -> sections.put(title(it), RecordText.of(it.counters())));
    for (ProxyProcess proxy : plane.proxies()) {
      if (!proxy.config().isEmpty() && !ALIKE.matcher(proxy.workload()).matches()) {
        sections.put("configuration of " + proxy.name(), proxy.config());
        proxy.files().forEach(it -> sections.put(it.path().toString(), it.content()));
      }
    }
    for (Drain drain : drains) {
      file(drain.in())
          .ifPresent(
              usual ->
                  sections.put(
                      usual.path() + ", " + String.join(", ", drain.names()) + " drained",
                      Golden.changes(usual.content(), file(drain.out()).orElseThrow().content())));
    }
    for (PolicyPush push : plane.changes().policies()) {
      if (!ALIKE.matcher(push.service()).matches()) {
        sections.put(
            push.changed().path() + ", pushed",
            Golden.changes(push.usual().content(), push.changed().content()));
      }
    }
  }
}
