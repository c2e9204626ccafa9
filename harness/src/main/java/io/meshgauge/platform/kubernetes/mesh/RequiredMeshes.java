package io.meshgauge.platform.kubernetes.mesh;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Environment;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.topology.design.ControlPlane;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The meshes that an experiment needs on its cluster: present, or installed for it. */
public record RequiredMeshes(KubernetesClient client, ClusterTarget target) {
  private static final Logger LOG = LoggerFactory.getLogger(RequiredMeshes.class);

  /** Why some of them cannot be used, one text each. */
  public List<String> problems(List<ControlPlane> meshes) {
    ControlPlanes all = new ControlPlanes(client);
    return meshes.stream()
        .flatMap(mesh -> problems(mesh, all.of(mesh)).stream())
        .distinct()
        .toList();
  }

  /** Problems of a mesh; an absent one may be installed later. */
  private List<String> problems(ControlPlane mesh, ControlPlanes.Standing standing) {
    return target.installing().wanted() && !standing.installed()
        ? installer().problem(mesh).stream().toList()
        : standing.problems().stream().map(ControlPlanes.Problem::toString).toList();
  }

  private MeshInstaller installer() {
    return new MeshInstaller(client, target.context(), System.getenv().getOrDefault("PATH", ""));
  }

  /**
   * Installs absent meshes if the experiment asks for it, the one with the most components first.
   *
   * @param teardown removes them
   * @return what was installed, by name of the fact
   */
  public SortedMap<String, String> install(
      List<ControlPlane> meshes, Owner owner, String namespace, Teardown teardown) {
    SortedMap<String, String> installed = new TreeMap<>();
    if (!target.installing().wanted()) {
      return installed;
    }
    ControlPlanes all = new ControlPlanes(client);
    MeshInstaller installer = installer();
    meshes.stream()
        .sorted(Comparator.comparingInt(mesh -> -mesh.components().size()))
        .filter(mesh -> !all.of(mesh).installed())
        .forEach(
            mesh -> {
              teardown.add("remove " + mesh.title(), () -> remove(mesh, namespace));
              installed.put(
                  mesh.name() + ".installed",
                  installer.install(mesh, owner, namespace, target.installing()));
            });
    return installed;
  }

  private void remove(ControlPlane mesh, String namespace) {
    List<String> staying = installer().remove(mesh, namespace);
    if (!staying.isEmpty()) {
      LOG.warn(
          "{} was removed; kept, because it existed before: {}",
          mesh.title(),
          String.join(", ", staying));
    }
  }

  /** Their versions, by name of the fact. */
  public SortedMap<String, String> versions(List<ControlPlane> meshes) {
    SortedMap<String, String> versions = new TreeMap<>();
    ControlPlanes all = new ControlPlanes(client);
    for (ControlPlane mesh : meshes) {
      versions.put(mesh.name() + ".version", all.of(mesh).version());
      if (mesh.network()) {
        versions.put(Environment.NETWORK, mesh.name());
      }
    }
    return versions;
  }
}
