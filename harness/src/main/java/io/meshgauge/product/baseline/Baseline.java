package io.meshgauge.product.baseline;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Descriptor;
import io.meshgauge.product.Fairness;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.ProductDesign.Faults;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.Setting;
import io.meshgauge.product.Settings;
import io.meshgauge.product.TelemetryLayout;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.product.replica.ReplicaSettings;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.plane.DataPlane;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * No mesh: every client dials the address on which its peer itself listens, those of its replicas
 * in turn.
 */
public final class Baseline implements Product {
  private static final Settings SETTINGS =
      new Settings(
              Variant.BASELINE,
              Setting.TAP,
              ReplicaSettings.REPLICAS,
              ReplicaSettings.SLOW_REPLICA,
              ReplicaSettings.FAILING_REPLICA)
          .withTelemetry(Telemetry.ofServices())
          .because("a baseline has no proxies");

  private static final Settings ON_CLUSTER =
      new Settings(Variant.BASELINE, Setting.TAP)
          .because("a baseline has no proxies, and its metrics are not collected on a cluster yet");

  private static final List<Algorithm> ALGORITHMS = List.of(Algorithm.roundRobin(""));
  private static final int DEFAULT_REPLICAS = 1;

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(
          Variant.BASELINE,
          "Baseline (no mesh)",
          PlatformSupport.runs(Fidelity.REAL, "Services dial each other directly."),
          PlatformSupport.runs(
              Fidelity.REAL, "Services dial each other through Kubernetes Services."));

  @Override
  public Descriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Requirements requirements(Variant variant, PlatformKind platform) {
    return Requirements.NONE;
  }

  @Override
  public Guarantees claims(Variant variant) {
    return new Guarantees(Proxies.NONE, false);
  }

  @Override
  public ProductDesign design(Variant variant) {
    return ProductDesign.of(
            site -> local(variant, site),
            Baseline::kubernetes,
            Faults.ofProcesses(Variant.BASELINE, Requirements.NONE))
        .replicated(topology -> replicas(variant).replicated(topology))
        .callable();
  }

  private static ReplicaSettings replicas(Variant variant) {
    return ReplicaSettings.of(variant, ALGORITHMS, DEFAULT_REPLICAS);
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    if (platform != PlatformKind.LOCAL) {
      return ON_CLUSTER.problems(variant);
    }
    List<String> problems = SETTINGS.problems(variant);
    return problems.isEmpty() ? ReplicaSettings.problems(variant, DEFAULT_REPLICAS) : problems;
  }

  private static DataPlane local(Variant variant, Site site) {
    Map<Hop, Address> direct = new LinkedHashMap<>();
    for (Hop hop : site.topology().hops()) {
      direct.put(hop, site.servingOf(new Replica(hop.server(), 1)));
    }
    return new DataPlane(List.of(), direct, List.of(), direct)
        .observedBy(
            TelemetryLayout.at(site, Telemetry.of(variant), List.of(), List.of()).backends())
        .spreading(replicas(variant).balancing(site))
        .reaching(paths(site));
  }

  /** Every client has the addresses of all replicas of a peer. */
  private static Replica.Paths paths(Site site) {
    Topology topology = site.topology();
    if (topology.copies() == 1) {
      return Replica.Paths.NONE;
    }
    Map<Replica, Map<Hop, List<Address>>> dial = new LinkedHashMap<>();
    Map<Replica, Address> wire = new LinkedHashMap<>();
    for (Replica client : topology.clients()) {
      Map<Hop, List<Address>> own = new LinkedHashMap<>();
      for (Hop hop : topology.from(client.service())) {
        own.put(hop, topology.replicas(hop.server()).stream().map(site::servingOf).toList());
      }
      dial.put(client, own);
      if (client.number() > 1) {
        wire.put(client, site.servingOf(client));
      }
    }
    return new Replica.Paths(dial, wire, Map.of());
  }

  private static ClusterDesign kubernetes() {
    return new ClusterDesign() {
      @Override
      public String overlay() {
        return Variant.BASELINE;
      }

      @Override
      public Optional<ClusterDesign> attached() {
        return Optional.of(this);
      }

      @Override
      public DataPlane dataPlane(Placement placement) {
        Map<Hop, Address> direct = placement.servers();
        return new DataPlane(List.of(), direct, List.of(), direct);
      }
    };
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    Map<String, String> factors = new TreeMap<>(Fairness.NO_SECURITY);
    factors.put("factor.balancing", replicas(variant).factor("each caller"));
    return Fairness.withoutProxy(variant, factors);
  }
}
