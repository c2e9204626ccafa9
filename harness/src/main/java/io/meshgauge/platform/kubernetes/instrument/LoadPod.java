package io.meshgauge.platform.kubernetes.instrument;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.NodeState;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.pods.PodStatusText;
import io.meshgauge.platform.kubernetes.pods.Pods;
import io.meshgauge.topology.Address;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pod of a load worker; caches how it ended. */
public final class LoadPod {
  private static final Wait DELETION = new Wait(Duration.ofSeconds(30), Duration.ofMillis(250));

  private final KubernetesClient client;
  private final String namespace;
  private final String name;
  private final Address control;
  private volatile @Nullable String end;

  public LoadPod(KubernetesClient client, String namespace, String name, Address control) {
    this.client = client;
    this.namespace = namespace;
    this.name = name;
    this.control = control;
  }

  /**
   * Deletes earlier load workers, of which each runs one plan, and returns the names of their pods.
   */
  public static List<String> retire(KubernetesClient client, String namespace) {
    Pods pods = new Pods(client, namespace);
    List<String> gone =
        pods.list(Labels.LOAD).stream().map(it -> it.getMetadata().getName()).toList();
    if (!gone.isEmpty()) {
      // One by one: to delete a collection is a right of its own, which k8s/rbac does not grant.
      var jobs = client.batch().v1().jobs().inNamespace(namespace);
      for (Job job : jobs.withLabels(Labels.LOAD).list().getItems()) {
        jobs.withName(job.getMetadata().getName())
            .withPropagationPolicy(DeletionPropagation.BACKGROUND)
            .delete();
      }
      DELETION.untilTrue(
          () -> pods.list(Labels.LOAD).isEmpty(),
          () -> "earlier load workers still exist: " + gone);
    }
    return gone;
  }

  /** Name of the pod. */
  public String name() {
    return name;
  }

  /** Its address on this machine. */
  public Address control() {
    return control;
  }

  /** Why it ended; empty while it runs as far as is known. */
  public Optional<String> exitReason() {
    String known = end;
    if (known != null) {
      return Optional.of(known);
    }
    Optional<String> found = look();
    found.ifPresent(it -> end = it);
    return found;
  }

  private Optional<String> unready(Pod pod) {
    String node = String.valueOf(pod.getSpec().getNodeName());
    return Optional.ofNullable(client.nodes().withName(node).get())
        .flatMap(NodeState::unready)
        .map(reason -> "node %s of pod %s: %s".formatted(node, name, reason));
  }

  private Optional<String> look() {
    try {
      Pod pod = client.pods().inNamespace(namespace).withName(name).get();
      return pod == null
          ? Optional.of("pod %s was deleted".formatted(name))
          : PodStatusText.ended(pod).or(() -> unready(pod));
    } catch (RuntimeException e) {
      // The API server is unreachable, so the state is unknown.
      return Optional.empty();
    }
  }
}
