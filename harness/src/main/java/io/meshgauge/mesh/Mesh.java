package io.meshgauge.mesh;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Design;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** A contestant: a proxy, load balancer or mesh in one data-plane mode. */
public interface Mesh {

  /** The name used in YAML, profiles and the report, for example {@code istio-mtls}. */
  String key();

  /** The name printed for people; a model is never called by the product's bare name. */
  String title(PlatformKind platform);

  /** Whether it can run on a platform, how faithfully, or what is missing and how to get it. */
  Support on(PlatformKind platform);

  /** The programs that a platform must have for it, by name. */
  default Set<String> needs(PlatformKind platform) {
    return Set.of();
  }

  /** What a platform must have for a variant of it. */
  default Set<String> needs(Variant variant, PlatformKind platform) {
    return needs(platform);
  }

  /** What of it must be on a cluster for a variant; empty where it brings all it needs. */
  default Optional<ControlPlane> controlPlane(Variant variant) {
    return Optional.empty();
  }

  /** The workloads of its own that a variant needs identities for, beside the services. */
  default List<String> workloads(Variant variant) {
    return List.of();
  }

  /** The variants that its profile compares with the baseline. */
  default List<Variant> shown(PlatformKind platform) {
    return List.of(Variant.plain(key()));
  }

  /** What it promises without a policy, which evidence then has to show. */
  Claims claims();

  /** What a variant of it promises. */
  default Claims claims(Variant variant) {
    return PolicySettings.of(variant)
        .map(policy -> claims().refusing(policy.refusals()))
        .orElseGet(this::claims);
  }

  /** Whether it is a load balancer before replicated services, and so no mesh to compare with. */
  default boolean isBalancer() {
    return claims().balanced();
  }

  /** Whether it is the network of a cluster, of which there is one that carries every arm. */
  default boolean isNetwork() {
    return controlPlane(Variant.plain(key())).filter(ControlPlane::network).isPresent();
  }

  /** Whether it can carry a TCP stream, whose bytes it must count. */
  default boolean carriesStreams() {
    return true;
  }

  /** The same of a variant of it. */
  default boolean carriesStreams(Variant variant, PlatformKind platform) {
    return carriesStreams();
  }

  /**
   * Why the load cannot make gRPC calls past the entry under a variant of it; empty when it can.
   *
   * <p>Policies, TLS before the entry and traces are about what enters at the entry, and what
   * proxies answer in the place of services is known by statuses of HTTP.
   */
  default Optional<String> objectionToCalls(Variant variant, PlatformKind platform) {
    Claims claims = claims(variant);
    if (platform == PlatformKind.KUBERNETES && !takesCallsOnCluster()) {
      return Optional.of("its manifests let the load call %s only".formatted(Topology.ENTRY));
    }
    if (claims.policed()) {
      return Optional.of("its policy is of requests to " + Topology.ENTRY);
    }
    if (claims.encryption() == Claims.Encryption.AT_ENTRY) {
      return Optional.of("its TLS ends before " + Topology.ENTRY);
    }
    Telemetry telemetry = Telemetry.of(variant);
    if (telemetry.traces()) {
      return Optional.of("its traces are proven from %s on".formatted(Topology.ENTRY));
    }
    if (platform == PlatformKind.KUBERNETES && telemetry.logs()) {
      return Optional.of("its access logs are proven by listener, and both calls leave by one");
    }
    return TrafficSettings.of(variant).answers()
        ? Optional.of("what its proxies answer by themselves is proven by statuses of HTTP")
        : Optional.empty();
  }

  /** Whether its manifests let the load call services past the entry. */
  default boolean takesCallsOnCluster() {
    return false;
  }

  /** A topology with as many processes of each service as a variant asks for. */
  default Topology replicated(Variant variant, Topology topology) {
    return topology;
  }

  /**
   * What is wrong with a variant's settings for this mesh, one sentence each naming the setting,
   * what was expected and what exists; empty when all can be carried out.
   */
  List<String> problems(Variant variant, PlatformKind platform);

  /**
   * Designs the proxies for a site on the {@code local} platform.
   *
   * @throws IllegalStateException when it cannot run there
   */
  default DataPlane local(Variant variant, Site site) {
    throw new IllegalStateException(
        "mesh %s cannot run on the local platform. %s"
            .formatted(key(), on(PlatformKind.LOCAL).words()));
  }

  /**
   * How it is set up on a cluster.
   *
   * @throws IllegalStateException when it cannot be
   */
  ClusterDesign kubernetes(Variant variant);

  /**
   * Why something cannot be done to a variant of it while a soak goes on; empty when it can.
   * Whether its processes can be killed is the platform's matter.
   */
  default Optional<String> objection(SoakAct act, Variant variant, PlatformKind platform) {
    if (act == SoakAct.PAUSE_CONTROL_PLANE) {
      return platform == PlatformKind.LOCAL
          ? Optional.of("on local there is no control plane")
          : controlPlane(variant).filter(ControlPlane::pausable).isPresent()
              ? Optional.empty()
              : Optional.of("%s has no control plane that can be paused".formatted(key()));
    }
    return act.kills()
        ? Optional.empty()
        : Optional.of("the harness cannot do this to %s while it runs".formatted(key()));
  }

  /** A variant, set up so that those things can be done to it which it does not object to. */
  default Variant readyFor(Set<SoakAct> acts, Variant variant) {
    return variant;
  }

  /** How a variant is set up, on whatever platform. */
  default Design design(Variant variant) {
    return new Design() {
      @Override
      public DataPlane local(Site site) {
        return Mesh.this.local(variant, site);
      }

      @Override
      public ClusterDesign kubernetes() {
        return Mesh.this.kubernetes(variant);
      }
    };
  }

  /** The settings that must be alike in all arms unless declared, for the fairness manifest. */
  SortedMap<String, String> fairness(Variant variant, PlatformKind platform);
}
