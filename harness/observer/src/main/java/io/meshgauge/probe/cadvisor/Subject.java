package io.meshgauge.probe.cadvisor;

import io.meshgauge.measure.use.Neighbours;
import io.meshgauge.measure.use.Part;
import org.jspecify.annotations.Nullable;

/**
 * A container whose use is accounted.
 *
 * @param name what it is accounted under, for example {@code prices-proxy}
 * @param part what it is accounted to
 * @param namespace its pod's namespace
 * @param pod its pod
 * @param container its name in the pod
 * @param neighbours whom it serves where it serves others too; null otherwise
 */
public record Subject(
    String name,
    Part part,
    String namespace,
    String pod,
    String container,
    @Nullable Neighbours neighbours) {

  /** A container that is there for one experiment. */
  public Subject(String name, Part part, String namespace, String pod, String container) {
    this(name, part, namespace, pod, container, null);
  }

  /** Whether they are the same container, whatever it is accounted to. */
  boolean sameAs(Subject other) {
    return namespace.equals(other.namespace)
        && pod.equals(other.pod)
        && container.equals(other.container);
  }
}
