package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.evidence.identity.CountedIdentityProof;
import io.meshgauge.evidence.policy.PolicyProof;
import io.meshgauge.evidence.traffic.TrafficProof;
import io.meshgauge.evidence.traversal.TraversalProof;
import io.meshgauge.evidence.traversal.TunnelProof;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.probe.Scraper;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.product.Product;
import io.meshgauge.product.istio.ZtunnelType;
import io.meshgauge.product.linkerd.LinkerdType;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.NodeProxy;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyType;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * What the proxies of a real Linkerd (edge-26.8.3) and the ztunnel of a real Istio in ambient mode
 * (1.31.0-alpha) printed before and after a window on Kubernetes 1.34, in November 2026: the proofs
 * hold with it, for the hops whose proxies were recorded.
 */
class RecordingsTest {
  private static final Topology SERVICES = SampleServices.ALL;
  private static final Path CALLERS =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s/policy/callers.yaml");

  /** As the load worker counted it: 476 requests. */
  private static final LoadResult LOAD =
      Loads.of(
          Loads.fine("browse", 285, 200),
          Loads.fine("checkout", 142, 201),
          Loads.fine("forbidden", 29, 403),
          Loads.fine("unauthenticated", 20, 401));

  @Test
  void identitiesAreThoseThatLinkerdsProxiesCounted() throws IOException {
    Recording recording = linkerd("callers", Variant.plain("linkerd"));

    assertThat(new CountedIdentityProof(recording.plane()).evidence(recording.counters()))
        .filteredOn(it -> it.verdict() != Verdict.MISSING)
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::subject)
        .containsExactlyInAnyOrder(
            "gateway → auth: the server",
            "gateway → order: the server",
            "gateway: its callers",
            "order → payment: the server",
            "order → logging: the server",
            "order: its callers");
  }

  @Test
  void everyRequestIsCountedByTheProxiesOfBothSides() throws IOException {
    Recording recording = linkerd("callers", Variant.plain("linkerd"));

    assertThat(
            new TraversalProof(recording.plane(), recording.claims())
                .evidence(recording.counters(), LOAD, Map.of("logging", 61L)))
        .filteredOn(it -> it.verdict() != Verdict.MISSING)
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::subject)
        .containsExactlyInAnyOrder(
            "gateway → auth, client's side",
            "gateway → order, client's side",
            "gateway → order, server's side",
            "order → logging, client's side",
            "order → payment, client's side");
  }

  @Test
  void thePolicyByCallersRefusedTheStrangerBeforeTheWindowAndAdmittedEveryCallerInIt()
      throws IOException {
    Recording recording =
        linkerd(
            "callers",
            new Variant("callers", "linkerd", "rbac", "default", Variant.plain("x").settings())
                .with("policy-file", CALLERS.toString()));

    List<Evidence> evidence =
        new PolicyProof(recording.plane(), recording.claims()).evidence(recording.counters(), LOAD);

    assertThat(evidence)
        .filteredOn(it -> it.verdict() != Verdict.MISSING)
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::subject)
        .contains(
            "policy before gateway, refused",
            "policy before gateway, let pass",
            "policy before gateway, strangers",
            "policy before order, let pass");
    assertThat(evidence)
        .extracting(Evidence::expected)
        .contains("exactly 0: the load sends only what the policy allows");
  }

  @Test
  void retriesAndALimitThatLinkerdWasAskedForAreSeenInItsCounters() throws IOException {
    Recording again =
        linkerd("again", Variant.plain("linkerd").with("retries", "2").with("retry-on", "5xx"));
    Recording limited = linkerd("limited", Variant.plain("linkerd").with("rate-limit", "20"));

    assertThat(new TrafficProof(again.plane()).evidence(again.counters(), LOAD, Map.of()))
        .filteredOn(it -> it.verdict() != Verdict.MISSING)
        .isNotEmpty()
        .allMatch(Evidence::proven, "proven");
    assertThat(
            new TrafficProof(limited.plane())
                .evidence(
                    limited.counters(),
                    Loads.of(Loads.label("browse", 476, 217, Map.of("200", 217L, "429", 259L))),
                    Map.of()))
        .filteredOn(it -> it.subject().equals("before gateway, let pass"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.PROVEN);
              assertThat(it.observed()).isEqualTo("217 let pass, 259 refused");
            });
  }

  @Test
  void ztunnelCarriedEveryHopInMutualTlsUnderTheRightNames() throws IOException {
    Product mesh = Products.named("istio-ambient");
    Variant variant = Variant.plain(mesh.descriptor().key());
    DataPlane plane =
        mesh.design(variant)
            .kubernetes()
            .dataPlane(
                placement("meshgauge-cbb66ae9", Map.of("ztunnel@node", Address.loopback(1))));
    Recording recording =
        recorded(
            plane,
            mesh.claims(variant),
            new ZtunnelType(),
            "istio-ambient",
            List.of("ztunnel@node"));

    assertThat(
            new TunnelProof(plane, recording.claims())
                .evidence(
                    recording.counters(),
                    Loads.of(Loads.fine("browse", 4, 200), Loads.fine("checkout", 2, 201)),
                    Map.of("logging", 2L)))
        .hasSize(2 * SERVICES.hops().size())
        .allMatch(Evidence::proven, "proven");
  }

  /** A data plane, what it claims, and what its proxies counted. */
  private record Recording(DataPlane plane, Guarantees claims, ProxyCounters counters) {}

  private static Recording linkerd(String run, Variant variant) throws IOException {
    Product mesh = Products.named("linkerd");
    Map<String, Address> admin = new HashMap<>();
    SERVICES.services().forEach(it -> admin.put(it, Address.loopback(1)));
    admin.put(Topology.LOAD, Address.loopback(1));
    ClusterDesign design = mesh.design(variant).kubernetes();
    return recorded(
        design.dataPlane(placement("meshgauge-d242e644", admin)),
        mesh.claims(variant),
        new LinkerdType(),
        "linkerd/" + run,
        List.of("gateway-proxy", "order-proxy"));
  }

  private static Placement placement(String namespace, Map<String, Address> admin) {
    Map<String, String> hosts = new HashMap<>();
    SERVICES.services().forEach(it -> hosts.put(it, "10.244.0." + (hosts.size() + 50)));
    return new Placement(SERVICES, namespace, hosts, admin);
  }

  private static Recording recorded(
      DataPlane plane, Guarantees claims, ProxyType kind, String folder, List<String> proxies)
      throws IOException {
    Map<String, Counters> before = new HashMap<>();
    Map<String, Counters> after = new HashMap<>();
    for (String proxy : proxies) {
      before.put(
          NodeProxy.together(proxy), read(kind, "%s/%s-before.txt.gz".formatted(folder, proxy)));
      after.put(
          NodeProxy.together(proxy), read(kind, "%s/%s-after.txt.gz".formatted(folder, proxy)));
    }
    return new Recording(plane, claims, new ProxyCounters(plane, before, after));
  }

  /** As in a run: the page is served over HTTP, and read by the probe. */
  private static Counters read(ProxyType kind, String file) throws IOException {
    byte[] page;
    try (InputStream packed =
            Objects.requireNonNull(
                RecordingsTest.class.getResourceAsStream("recordings/" + file), file);
        InputStream plain = new GZIPInputStream(packed)) {
      page = plain.readAllBytes();
    }
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        kind.countersPage(),
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
          }
        });
    server.start();
    try {
      return new ProxyProbe(new Scraper())
          .read(kind, Address.loopback(server.getAddress().getPort()))
          .counters();
    } finally {
      server.stop(0);
    }
  }
}
