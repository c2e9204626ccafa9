package io.meshgauge.platform.kubernetes.mesh;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Resource;
import io.meshgauge.topology.design.Installation;
import io.meshgauge.topology.design.Installation.Scope;
import io.meshgauge.topology.design.Installation.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects that a control plane creates and its vendor's tool does not delete: recorded before the
 * control plane is installed, and deleted after it is gone.
 *
 * @param ended how long the control plane's pods may take to end
 */
record GeneratedObjects(KubernetesClient client, Wait ended) {

  /**
   * A generated object.
   *
   * @param namespace null for a cluster-scoped object
   */
  private record Found(Resource kind, @Nullable String namespace, String name) {
    @Override
    public String toString() {
      return "%s %s%s".formatted(kind.plural(), namespace == null ? "" : namespace + "/", name);
    }
  }

  /** The existing objects, one per line. */
  String record(Installation how) {
    return all(how).map(Found::toString).sorted().collect(Collectors.joining("\n"));
  }

  /**
   * Deletes the objects that did not exist before. Waits for the last pod of the control plane,
   * which would create them again.
   *
   * @param before result of {@link #record}; null in the record of an older harness, and then
   *     nothing is deleted
   * @param refused receives objects that may not be deleted, with the reason
   * @return names of the objects that stay because they existed before
   * @throws PlatformException if the control plane's pods do not end
   */
  List<String> remove(ControlPlane mesh, @Nullable String before, Refusals refused) {
    Installation how = Objects.requireNonNull(mesh.installation());
    if (how.written().isEmpty()) {
      return List.of();
    }
    ended.untilTrue(
        () -> pods(mesh).isEmpty(),
        () ->
            "pods of %s have not ended %d s after it was removed: %s; they would create %s again"
                .formatted(
                    mesh.title(),
                    ended.limit().toSeconds(),
                    pods(mesh),
                    record(how).lines().toList()));
    Set<String> were =
        before == null ? null : before.lines().collect(Collectors.toCollection(TreeSet::new));
    List<String> staying = new ArrayList<>();
    for (Found found : all(how).toList()) {
      if (were == null || were.contains(found.toString())) {
        staying.add(found.toString());
      } else {
        refused.deleting(found.toString(), () -> delete(found));
      }
    }
    return staying;
  }

  private List<String> pods(ControlPlane mesh) {
    return mesh.components().stream()
        .flatMap(it -> ControlPlanes.labelled(client.pods(), it))
        .map(pod -> pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName())
        .toList();
  }

  private void delete(Found found) {
    var objects = objects(found.kind(), found.namespace() != null);
    (found.namespace() == null ? objects : objects.inNamespace(found.namespace()))
        .withName(found.name())
        .delete();
  }

  /** Distinct, since an object may match both a name and a name prefix. */
  private Stream<Found> all(Installation how) {
    return how.written().stream().flatMap(it -> there(it, how.namespace())).distinct();
  }

  private Stream<Found> there(Written written, String namespace) {
    var objects = objects(written.kind(), written.scope() != Scope.CLUSTER);
    var searched =
        switch (written.scope()) {
          case CLUSTER -> objects;
          case OWN_NAMESPACE -> objects.inNamespace(namespace);
          case EVERY_NAMESPACE -> objects.inAnyNamespace();
        };
    try {
      return searched.list().getItems().stream()
          .map(GenericKubernetesResource::getMetadata)
          .filter(it -> written.matches(it.getName()))
          .map(it -> new Found(written.kind(), it.getNamespace(), it.getName()));
    } catch (KubernetesClientException e) {
      if (ApiServer.lacks(e)) {
        return Stream.of();
      }
      throw ApiServer.failure("the " + written.kind() + " could not be listed", e);
    }
  }

  private MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          io.fabric8.kubernetes.client.dsl.Resource<GenericKubernetesResource>>
      objects(Resource kind, boolean namespaced) {
    return client.genericKubernetesResources(
        new ResourceDefinitionContext.Builder()
            .withGroup(kind.group())
            .withVersion(kind.version())
            .withPlural(kind.plural())
            .withNamespaced(namespaced)
            .build());
  }

  /** Collects deletions that the API server refuses, so that all others still happen. */
  static final class Refusals {
    private final List<String> refusals = new ArrayList<>();

    /** Runs a deletion; an absent object is not a refusal. */
    void deleting(String what, Runnable deletion) {
      try {
        deletion.run();
      } catch (KubernetesClientException e) {
        if (!ApiServer.lacks(e)) {
          refusals.add("%s (%s)".formatted(what, ApiServer.reason(e)));
        }
      }
    }

    /**
     * Checks that there was no refusal.
     *
     * @throws PlatformException naming all refusals
     */
    void none(ControlPlane mesh) {
      if (!refusals.isEmpty()) {
        throw new PlatformException(
            "some objects of %s that did not exist before could not be deleted: %s; delete them as an administrator, or get the permission and run: meshgauge down"
                .formatted(mesh.title(), String.join("; ", refusals)));
      }
    }
  }
}
