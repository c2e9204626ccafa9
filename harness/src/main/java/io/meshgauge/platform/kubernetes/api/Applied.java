package io.meshgauge.platform.kubernetes.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies objects under the field manager of the harness and deletes them in reverse order. */
public final class Applied implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Applied.class);
  private static final Duration USUAL_END = Duration.ofSeconds(5);
  private static final Wait DELETION_WAIT =
      new Wait(Duration.ofSeconds(60), Duration.ofMillis(250));

  private final KubernetesClient client;
  private final Owner owner;
  private final String namespace;
  private final ServerSide server;
  private final Teardown teardown = new Teardown();
  private boolean left;
  private final Set<String> deletions = new HashSet<>();

  public Applied(KubernetesClient client, Owner owner, String namespace) {
    this.client = client;
    this.owner = owner;
    this.namespace = namespace;
    this.server = new ServerSide(client, owner, namespace);
  }

  /**
   * Applies objects; those that others refer to come first.
   *
   * @throws PlatformException naming the object that the API server refused, and why
   */
  public void apply(List<ObjectNode> objects) {
    objects.stream()
        .sorted(Comparator.comparingInt(Manifest::rank))
        .forEach(
            object -> {
              String deletion = "delete " + Manifest.title(object);
              if (deletions.add(deletion)) {
                teardown.add(deletion, () -> server.delete(object));
              }
              server.apply(object);
            });
  }

  /** Whether pods were left on nodes that are not ready; there they may still answer. */
  public boolean left() {
    return left;
  }

  /** Deletes objects that were applied, and may be applied again. */
  public void delete(List<ObjectNode> objects) {
    objects.forEach(
        object ->
            ApiServer.ask(
                Manifest.title(object),
                () -> {
                  server.delete(object);
                  return object;
                }));
  }

  /**
   * Deletes all objects, the latest first, continues after failures, and waits until the pods are
   * gone, save those on nodes that are not ready: they stay until their node is back.
   */
  @Override
  public void close() {
    try {
      teardown.close();
    } finally {
      awaitNoPods();
    }
  }

  private void awaitNoPods() {
    long start = System.nanoTime();
    DELETION_WAIT.untilTrue(
        () -> {
          List<Pod> left = pods();
          boolean late = System.nanoTime() - start > USUAL_END.toNanos();
          return left.isEmpty() || (late && areUnreachable(left));
        },
        () ->
            "pods still exist %d s after they were deleted: %s"
                .formatted(
                    DELETION_WAIT.limit().toSeconds(),
                    pods().stream().map(it -> it.getMetadata().getName()).toList()));
  }

  private boolean areUnreachable(List<Pod> pods) {
    Set<String> unready =
        ApiServer.ask("the nodes", () -> client.nodes().list().getItems()).stream()
            .filter(node -> NodeState.unready(node).isPresent())
            .map(NodeState::name)
            .collect(Collectors.toSet());
    boolean all = pods.stream().allMatch(pod -> unready.contains(pod.getSpec().getNodeName()));
    if (all) {
      left = true;
      LOG.warn(
          "not awaited: the end of {}, since their nodes are not ready",
          pods.stream().map(it -> it.getMetadata().getName()).toList());
    }
    return all;
  }

  private List<Pod> pods() {
    return ApiServer.ask(
        "the pods of " + namespace,
        () ->
            client
                .pods()
                .inNamespace(namespace)
                .withLabels(owner.labels())
                .withLabel(Labels.TRIAL)
                .list()
                .getItems());
  }
}
