package io.meshgauge.product;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Design;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * How one variant of a product is set up.
 *
 * @param proxies on the {@code local} platform, for the addresses of a site; fails where it cannot
 *     run there
 * @param manifests on a cluster
 * @param replicas the topology with as many processes of each service as the variant asks for
 * @param streams the platforms on which it can carry a TCP stream, whose bytes it must count
 * @param faults the faults of a soak that it supports
 * @param calledDirectly whether its manifests let the load call services behind the entry
 */
public record ProductDesign(
    Function<Site, DataPlane> proxies,
    Supplier<ClusterDesign> manifests,
    UnaryOperator<Topology> replicas,
    Predicate<PlatformKind> streams,
    Faults faults,
    boolean calledDirectly)
    implements Design {

  /** The faults and changes of a soak that a variant supports. */
  public interface Faults {

    /**
     * Why something cannot be done to the variant while a soak runs; empty when it can. Whether its
     * processes can be killed is the platform's matter.
     */
    Optional<String> objection(SoakAct act, PlatformKind platform);

    /** The design of a variant to which all of these can be done that it does not object to. */
    default Optional<ProductDesign> prepared(Set<SoakAct> acts) {
      return Optional.empty();
    }

    /** Of a product that supports what kills processes, and an outage of its control plane. */
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
            : Optional.of("the harness cannot do this to %s while it runs".formatted(key));
      };
    }
  }

  /** A design that carries streams and has one process of each service. */
  public static ProductDesign of(
      Function<Site, DataPlane> proxies, Supplier<ClusterDesign> manifests, Faults faults) {
    return new ProductDesign(
        proxies, manifests, UnaryOperator.identity(), platform -> true, faults, false);
  }

  /** A design for clusters only. */
  public static ProductDesign onCluster(
      Descriptor descriptor, Supplier<ClusterDesign> manifests, Faults faults) {
    return of(
        site -> {
          throw new IllegalStateException(
              "mesh %s cannot run on the local platform. %s"
                  .formatted(descriptor.key(), descriptor.on(PlatformKind.LOCAL).words()));
        },
        manifests,
        faults);
  }

  /** The same, which carries TCP streams on some platforms only. */
  public ProductDesign carrying(Predicate<PlatformKind> some) {
    return new ProductDesign(proxies, manifests, replicas, some, faults, calledDirectly);
  }

  /** The same with more processes of some services. */
  public ProductDesign replicated(UnaryOperator<Topology> more) {
    return new ProductDesign(proxies, manifests, more, streams, faults, calledDirectly);
  }

  /** The same, whose manifests let the load call services behind the entry. */
  public ProductDesign callable() {
    return new ProductDesign(proxies, manifests, replicas, streams, faults, true);
  }

  @Override
  public DataPlane local(Site site) {
    return proxies.apply(site);
  }

  @Override
  public ClusterDesign kubernetes() {
    return manifests.get();
  }

  /** A topology with as many processes of each service as the variant asks for. */
  public Topology topology(Topology services) {
    return replicas.apply(services);
  }

  /** Whether it can carry a TCP stream on a platform. */
  public boolean carriesStreams(PlatformKind platform) {
    return streams.test(platform);
  }

  /** The same, set up for the faults of a soak. */
  public ProductDesign prepared(Set<SoakAct> acts) {
    return faults.prepared(acts).orElse(this);
  }
}
