package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.application.UserManifests;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.platform.kubernetes.objects.Images;
import io.meshgauge.platform.kubernetes.objects.Manifests;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.OnCluster;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The objects that an experiment creates on a cluster, by kind and name. Derived from the manifests
 * that a run applies; no cluster is asked.
 */
public final class ClusterObjects {
  private final ClusterTarget target;
  private final Manifests manifests;
  private final boolean attaches;

  private ClusterObjects(ClusterTarget target, Manifests manifests, boolean attaches) {
    this.target = target;
    this.manifests = manifests;
    this.attaches = attaches;
  }

  /**
   * Reads the manifests.
   *
   * @param home the folder with {@code k8s/}
   * @param source of the application's objects
   * @throws PlatformException if they cannot be read
   */
  public static ClusterObjects of(Path home, ClusterTarget target, OnCluster source) {
    Optional<UserManifests> own =
        Optional.of(source)
            .filter(OnCluster::deploys)
            .map(it -> UserManifests.read(home.resolve(it.manifests())));
    return new ClusterObjects(
        target,
        new Manifests(home.resolve("k8s"), new Images(target)).with(own),
        source.attaches());
  }

  /**
   * Why the application's own manifests cannot be deployed, one text each.
   *
   * @param meshed whether a mesh identifies workloads by their service accounts
   */
  public List<String> problems(List<Service> services, boolean meshed) {
    return manifests.own().map(it -> it.problems(services, meshed)).orElse(List.of());
  }

  /** Objects of every experiment. What is only known on the cluster is in capitals. */
  public SortedMap<String, SortedSet<String>> ofEveryExperiment() {
    SortedMap<String, SortedSet<String>> names = new TreeMap<>();
    add(names, "Namespace", target.namedNamespace().orElse("meshgauge-SESSION"));
    add(names, "Lease", ExperimentNamespace.LEASE);
    add(names, "Pod", Images.PULL_CHECK + "-SUFFIX");
    ObjectNode observer = manifests.observer("NODE");
    add(names, Manifest.kind(observer), Manifest.name(observer));
    return names;
  }

  /** Objects of an arm under a topology, its load workers included. */
  public SortedMap<String, SortedSet<String>> ofArm(ClusterDesign design, Topology topology) {
    SortedMap<String, SortedSet<String>> names = new TreeMap<>();
    List<ObjectNode> objects =
        attaches ? manifests.loadAlone(design.overlay()) : manifests.described(design, topology);
    for (ObjectNode object : objects) {
      add(names, Manifest.kind(object), Manifest.name(object));
    }
    if (design.letsNodesPass()) {
      ObjectNode outsider = manifests.outsider("NODE");
      add(names, Manifest.kind(outsider), Manifest.name(outsider));
    }
    return names;
  }

  private static void add(SortedMap<String, SortedSet<String>> names, String kind, String name) {
    names.computeIfAbsent(kind, unused -> new TreeSet<>()).add(name);
  }
}
