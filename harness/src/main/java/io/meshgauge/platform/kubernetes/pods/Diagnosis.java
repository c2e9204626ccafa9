package io.meshgauge.platform.kubernetes.pods;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.meshgauge.platform.Redaction;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.NodeState;
import io.meshgauge.platform.kubernetes.api.PodAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the state of a namespace to files before it is deleted: status of every pod, events, and
 * logs of every container, also from before its last restart. Never fails, and does not wait for
 * nodes that do not answer.
 */
public final class Diagnosis {
  private static final Logger LOG = LoggerFactory.getLogger(Diagnosis.class);

  private static final int MAX_LOG_LINES = 400;
  private final KubernetesClient client;
  private final String namespace;
  private final Path folder;

  /** Nodes whose kubelets have not answered, with the reasons. */
  private final Map<String, String> silent = new HashMap<>();

  public Diagnosis(KubernetesClient client, String namespace, Path folder) {
    this.client = client;
    this.namespace = namespace;
    this.folder = folder;
  }

  public void write() {
    try (KubernetesClient impatient = ApiServer.impatient(client)) {
      Files.createDirectories(folder);
      write("events.txt", events());
      for (Node node : impatient.nodes().list().getItems()) {
        NodeState.unready(node).ifPresent(reason -> silent.put(NodeState.name(node), reason));
      }
      for (Pod pod : client.pods().inNamespace(namespace).list().getItems()) {
        String name = pod.getMetadata().getName();
        write("pod-" + name + ".yaml", Serialization.asYaml(pod.getStatus()));
        for (ContainerStatus status : PodStatusText.containers(pod).toList()) {
          String container = status.getName();
          write("pod-" + name + "-" + container + ".log", log(impatient, pod, container, false));
          if (status.getRestartCount() != null && status.getRestartCount() > 0) {
            String before = log(impatient, pod, container, true);
            write("pod-" + name + "-" + container + "-before.log", before);
          }
        }
      }
    } catch (KubernetesClientException | IOException e) {
      LOG.warn("the diagnosis of {} is incomplete: {}", namespace, e.getMessage());
    }
  }

  private String events() {
    List<Event> events = client.v1().events().inNamespace(namespace).list().getItems();
    return events.stream()
        .sorted(Comparator.comparing(Diagnosis::time))
        .map(
            it ->
                "%s %-8s %-24s %s/%s: %s"
                    .formatted(
                        time(it),
                        it.getType(),
                        it.getReason(),
                        it.getInvolvedObject().getKind(),
                        it.getInvolvedObject().getName(),
                        it.getMessage()))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String time(Event event) {
    if (event.getLastTimestamp() != null) {
      return event.getLastTimestamp();
    }
    return event.getEventTime() == null ? "" : String.valueOf(event.getEventTime().getTime());
  }

  private String log(KubernetesClient impatient, Pod pod, String container, boolean before) {
    String node = String.valueOf(pod.getSpec().getNodeName());
    if (silent.containsKey(node)) {
      return "(not read: node %s: %s)\n".formatted(node, silent.get(node));
    }
    try {
      return new PodAccess(impatient, namespace)
          .lastLines(pod.getMetadata().getName(), container, before, MAX_LOG_LINES);
    } catch (KubernetesClientException e) {
      if (e.getStatus() == null) {
        silent.put(node, "it has not answered: " + e.getMessage());
      }
      return "(no log: " + e.getMessage() + ")\n";
    }
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), Redaction.of(text));
  }
}
