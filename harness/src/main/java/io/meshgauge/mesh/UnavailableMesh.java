package io.meshgauge.mesh;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Site;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * A contestant that is known but cannot run on any platform of this version.
 *
 * @param key the name used in YAML, profiles and the report
 * @param title the name printed for people
 * @param claims what it promises
 * @param onLocal why it does not run on {@code local}, and what is needed
 * @param onCluster what a cluster needs for it
 */
record UnavailableMesh(
    String key, String title, Claims claims, String onLocal, ControlPlane onCluster)
    implements Mesh {

  @Override
  public String title(PlatformKind platform) {
    return title;
  }

  @Override
  public Set<String> needs(PlatformKind platform) {
    return Set.of();
  }

  @Override
  public Support on(PlatformKind platform) {
    return switch (platform) {
      case LOCAL -> Support.missing(onLocal);
      case KUBERNETES ->
          Support.notOnKubernetesYet(
              key, "install %s with `%s`".formatted(onCluster.title(), onCluster.install()));
    };
  }

  @Override
  public Optional<ControlPlane> controlPlane(Variant variant) {
    return Optional.of(onCluster);
  }

  @Override
  public List<String> problems(Variant variant, PlatformKind platform) {
    return new Settings(key).problems(variant);
  }

  @Override
  public DataPlane local(Variant variant, Site site) {
    throw new IllegalStateException(
        "mesh %s cannot run on the local platform. %s".formatted(key, onLocal));
  }

  @Override
  public ClusterDesign kubernetes(Variant variant) {
    throw new IllegalStateException(
        "mesh %s cannot run on kubernetes. %s".formatted(key, on(PlatformKind.KUBERNETES).words()));
  }

  @Override
  public SortedMap<String, String> fairness(Variant variant, PlatformKind platform) {
    return Collections.emptySortedMap();
  }
}
