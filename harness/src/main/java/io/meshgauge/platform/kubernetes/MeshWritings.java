package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.Installation;
import io.meshgauge.topology.Installation.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Objects that a control plane writes outside its own namespace, and that its vendor's tool leaves:
 * recorded before the control plane is installed, and removed after it has ended.
 *
 * @param ended how long the control plane's pods may take to end
 */
record MeshWritings(KubernetesClient client, Wait ended) {
  private static final int NOT_FOUND = 404;

  /**
   * One of them.
   *
   * @param namespace null where it has none
   */
  private record Found(Written kind, @Nullable String namespace, String name) {
    @Override
    public String toString() {
      return "%s %s%s"
          .formatted(kind.kind().plural(), namespace == null ? "" : namespace + "/", name);
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
   *     nothing can be told apart and nothing is deleted
   * @return those that stay, in words
   * @throws PlatformException naming what could not be deleted, and why
   */
  List<String> remove(ControlPlane mesh, @Nullable String before) {
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
    List<String> refused = new ArrayList<>();
    for (Found found : all(how).toList()) {
      if (were == null || were.contains(found.toString())) {
        staying.add(found.toString());
      } else {
        delete(found).ifPresent(why -> refused.add(found + " (" + why + ")"));
      }
    }
    if (!refused.isEmpty()) {
      throw new PlatformException(
          "what %s has written could not be deleted: %s"
              .formatted(mesh.title(), String.join("; ", refused)));
    }
    return staying;
  }

  private List<String> pods(ControlPlane mesh) {
    return mesh.components().stream()
        .flatMap(it -> ControlPlanes.labelled(client.pods(), it))
        .map(pod -> pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName())
        .toList();
  }

  /** Why one could not be deleted; empty when it is gone. */
  private Optional<String> delete(Found found) {
    var objects = client.genericKubernetesResources(context(found.kind()));
    try {
      (found.namespace() == null ? objects : objects.inNamespace(found.namespace()))
          .withName(found.name())
          .delete();
      return Optional.empty();
    } catch (KubernetesClientException e) {
      return e.getCode() == NOT_FOUND ? Optional.empty() : Optional.of(ApiServer.reason(e));
    }
  }

  private Stream<Found> all(Installation how) {
    return how.written().stream().flatMap(this::there);
  }

  private Stream<Found> there(Written written) {
    var objects = client.genericKubernetesResources(context(written));
    try {
      return (written.namespaced() ? objects.inAnyNamespace() : objects)
          .list().getItems().stream()
              .map(GenericKubernetesResource::getMetadata)
              .filter(it -> written.names().contains(it.getName()))
              .map(it -> new Found(written, it.getNamespace(), it.getName()));
    } catch (KubernetesClientException e) {
      if (e.getCode() == NOT_FOUND) {
        return Stream.of();
      }
      throw ApiServer.failure("the " + written.kind() + " could not be listed", e);
    }
  }

  private static ResourceDefinitionContext context(Written written) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(written.kind().group())
        .withVersion(written.kind().version())
        .withPlural(written.kind().plural())
        .withNamespaced(written.namespaced())
        .build();
  }
}
