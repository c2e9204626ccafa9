package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.ControlPlane.Resource;
import io.meshgauge.topology.Installation;
import io.meshgauge.topology.Installation.Scope;
import io.meshgauge.topology.Installation.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects that a control plane writes, and that its vendor's tool leaves: recorded before the
 * control plane is installed, and removed after it has ended.
 *
 * @param ended how long the control plane's pods may take to end
 */
record GeneratedObjects(KubernetesClient client, Wait ended) {
  private static final int NOT_FOUND = 404;

  /**
   * One of them.
   *
   * @param namespace null where it has none
   */
  private record Found(Resource kind, @Nullable String namespace, String name) {
    @Override
    public String toString() {
      return "%s %s%s".formatted(kind.plural(), namespace == null ? "" : namespace + "/", name);
    }
  }

  /** Those that are there now, one a line. */
  String record(Installation how) {
    return all(how).map(Found::toString).sorted().collect(Collectors.joining("\n"));
  }

  /**
   * Deletes those that were not there before; after the last pod of the control plane has ended,
   * which would write them again.
   *
   * @param before what {@link #record} gave; null in the record of an older harness, by which
   *     nothing can be distinguished and nothing is deleted
   * @param refused gets what may not be deleted, and why
   * @return those that stay because they were there before, in words
   * @throws PlatformException when the control plane's pods do not end
   */
  List<String> remove(ControlPlane mesh, @Nullable String before, Refusals refused) {
    Installation how = Objects.requireNonNull(mesh.installation());
    if (how.written().isEmpty()) {
      return List.of();
    }
    ended.untilTrue(
        () -> pods(mesh).isEmpty(),
        () ->
            "pods of %s have not ended %d s after it was taken away: %s; they write %s again"
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

  /** An object that fits twice, by its name and by how names begin, is one. */
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
      if (e.getCode() == NOT_FOUND) {
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

  /** What may not be deleted, each with the reason; everything else is deleted all the same. */
  static final class Refusals {
    private final List<String> words = new ArrayList<>();

    /** Deletes something; what is gone already is no refusal. */
    void deleting(String what, Runnable deletion) {
      try {
        deletion.run();
      } catch (KubernetesClientException e) {
        if (e.getCode() != NOT_FOUND) {
          words.add("%s (%s)".formatted(what, ApiServer.reason(e)));
        }
      }
    }

    /**
     * Ends well when there is none.
     *
     * @throws PlatformException naming all of them
     */
    void none(ControlPlane mesh) {
      if (!words.isEmpty()) {
        throw new PlatformException(
            "of %s, what was not there before could not all be deleted: %s; delete it with the rights of an administrator, or get them, and then: meshgauge down"
                .formatted(mesh.title(), String.join("; ", words)));
      }
    }
  }
}
