package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.platform.kubernetes.instrument.Cluster.WorkerPod;
import io.meshgauge.topology.Address;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pod of a load worker; caches how it ended. */
final class LoadPod implements WorkerPod {
  private final KubernetesClient client;
  private final String namespace;
  private final String name;
  private final Address control;
  private volatile @Nullable String end;

  LoadPod(KubernetesClient client, String namespace, String name, Address control) {
    this.client = client;
    this.namespace = namespace;
    this.name = name;
    this.control = control;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Address control() {
    return control;
  }

  @Override
  public Optional<String> exitReason() {
    String known = end;
    if (known != null) {
      return Optional.of(known);
    }
    Optional<String> found = look();
    found.ifPresent(it -> end = it);
    return found;
  }

  private Optional<String> look() {
    try {
      Pod pod = client.pods().inNamespace(namespace).withName(name).get();
      return pod == null
          ? Optional.of("pod %s was deleted".formatted(name))
          : PodStatusText.ended(pod);
    } catch (RuntimeException e) {
      // The API server is unreachable, so the state is unknown.
      return Optional.empty();
    }
  }
}
