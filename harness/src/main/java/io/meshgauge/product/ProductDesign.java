package io.meshgauge.product;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.Design;
import io.meshgauge.topology.plane.DataPlane;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Setup of one variant of a product.
 *
 * @param proxies data plane on the {@code local} platform for the addresses of a site; fails if the
 *     product cannot run there
 * @param manifests setup on a cluster
 * @param replicas adds as many processes of each service as the variant requests
 * @param streams the platforms on which it can carry a TCP stream and count its bytes
 * @param faults the soak faults that it supports
 * @param calledDirectly whether its manifests let the load call services behind the entry
 * @param drains whether on {@code local} its running proxies can stop choosing a process
 */
public record ProductDesign(
    Function<Site, DataPlane> proxies,
    Supplier<ClusterDesign> manifests,
    UnaryOperator<Topology> replicas,
    Predicate<PlatformKind> streams,
    Faults faults,
    boolean calledDirectly,
    boolean drains)
    implements Design {

  /** The soak faults and configuration changes that a variant supports. */
  public interface Faults {

    /**
     * The reason why a fault cannot be injected into the variant; empty when it can. Whether its
     * processes can be killed is decided by the platform.
     */
    Optional<String> objection(SoakAct act, PlatformKind platform);

    /**
     * The reason why the harness cannot add a rule to the policy of the running variant, or take it
     * back; empty when it can.
     */
    default Optional<String> policyChange(PlatformKind platform) {
      return Optional.of("the harness changes no policy of a running mesh or balancer of its kind");
    }

    /**
     * Objects by which a cluster adds that rule for requests of a path; empty where there are none.
     */
    default List<String> denial(String path) {
      return List.of();
    }

    /** The design prepared for all of these faults that it supports. */
    default Optional<ProductDesign> prepared(Set<SoakAct> acts) {
      return Optional.empty();
    }

    /** Faults of a product that supports process kills and an outage of its control plane. */
    static Faults ofProcesses(String key, Requirements requirements) {
      return (act, platform) -> {
        if (act == SoakAct.PAUSE_CONTROL_PLANE) {
          return platform == PlatformKind.LOCAL
              ? Optional.of("on local there is no control plane")
              : requirements.controlPlane().filter(it -> it.pausable()).isPresent()
                  ? Optional.empty()
                  : Optional.of("%s has no control plane that can be paused".formatted(key));
        }
        return act.kills()
            ? Optional.empty()
            : Optional.of("the harness cannot inject this into a running %s".formatted(key));
      };
    }
  }

  /** A design that carries streams and has one process of each service. */
  public static ProductDesign of(
      Function<Site, DataPlane> proxies, Supplier<ClusterDesign> manifests, Faults faults) {
    return new ProductDesign(
        proxies, manifests, UnaryOperator.identity(), platform -> true, faults, false, false);
  }

  /** A design for clusters only. */
  public static ProductDesign onCluster(
      Descriptor descriptor, Supplier<ClusterDesign> manifests, Faults faults) {
    return of(
        site -> {
          throw new IllegalStateException(
              "mesh %s cannot run on the local platform. %s"
                  .formatted(descriptor.key(), descriptor.on(PlatformKind.LOCAL).details()));
        },
        manifests,
        faults);
  }

  /** Copy that carries TCP streams on some platforms only. */
  public ProductDesign carrying(Predicate<PlatformKind> some) {
    return new ProductDesign(proxies, manifests, replicas, some, faults, calledDirectly, drains);
  }

  /** Copy with more processes of some services. */
  public ProductDesign replicated(UnaryOperator<Topology> more) {
    return new ProductDesign(proxies, manifests, more, streams, faults, calledDirectly, drains);
  }

  /** Copy whose manifests let the load call services behind the entry. */
  public ProductDesign callable() {
    return new ProductDesign(proxies, manifests, replicas, streams, faults, true, drains);
  }

  /** Copy whose running proxies can stop choosing a process, or not. */
  public ProductDesign draining(boolean possible) {
    return new ProductDesign(
        proxies, manifests, replicas, streams, faults, calledDirectly, possible);
  }

  @Override
  public DataPlane local(Site site) {
    return proxies.apply(site);
  }

  @Override
  public ClusterDesign kubernetes() {
    return manifests.get();
  }

  @Override
  public List<String> denial(String path) {
    return faults.denial(path);
  }

  /** A topology with as many processes of each service as the variant requests. */
  public Topology topology(Topology services) {
    return replicas.apply(services);
  }

  /** Whether the product can carry a TCP stream on a platform. */
  public boolean carriesStreams(PlatformKind platform) {
    return streams.test(platform);
  }

  /** Copy that is set up for soak faults. */
  public ProductDesign prepared(Set<SoakAct> acts) {
    return faults.prepared(acts).orElse(this);
  }
}
