package io.meshgauge.platform.kubernetes.api;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a node of a cluster is called, and whether it accepts ordinary pods. */
public final class NodeState {
  /** The label by which pods are bound to a node. */
  public static final String HOST = "kubernetes.io/hostname";

  private static final String ZONE = "topology.kubernetes.io/zone";

  private NodeState() {}

  /** The node's name. */
  public static String name(Node node) {
    return node.getMetadata().getName();
  }

  /** The node's value of {@value #HOST}; its name where it has none. */
  public static String host(Node node) {
    return labels(node).getOrDefault(HOST, name(node));
  }

  /** The node's zone; empty where it has none. */
  public static Optional<String> zone(Node node) {
    return Optional.ofNullable(labels(node).get(ZONE));
  }

  private static Map<String, String> labels(Node node) {
    return Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
  }

  /** Whether the node accepts ordinary pods. */
  public static boolean accepts(Node node) {
    return refusal(node).isEmpty();
  }

  /** Why the node accepts no ordinary pod, for example {@code it is cordoned}; empty if it does. */
  public static Optional<String> refusal(Node node) {
    return unready(node)
        .or(
            () ->
                Boolean.TRUE.equals(node.getSpec().getUnschedulable())
                    ? Optional.of("it is cordoned")
                    : Optional.empty())
        .or(
            () ->
                Stream.ofNullable(node.getSpec().getTaints())
                    .flatMap(List::stream)
                    .filter(it -> List.of("NoSchedule", "NoExecute").contains(it.getEffect()))
                    .map(Taint::getKey)
                    .map("it has the taint %s"::formatted)
                    .findFirst());
  }

  /** Why the node is not ready, in the cluster's words; empty if it is. */
  public static Optional<String> unready(Node node) {
    return Stream.ofNullable(node.getStatus())
        .flatMap(status -> Stream.ofNullable(status.getConditions()))
        .flatMap(List::stream)
        .filter(it -> it.getType().equals("Ready") && !it.getStatus().equals("True"))
        .map(NodeState::words)
        .findFirst();
  }

  private static String words(NodeCondition condition) {
    String message = Objects.requireNonNullElse(condition.getMessage(), "").strip();
    return "it is not ready" + (message.isEmpty() ? "" : ": " + message);
  }

  /** The nodes that accept no ordinary pod, with the reasons; empty if all do. */
  public static String refusals(List<Node> nodes) {
    return nodes.stream()
        .flatMap(node -> refusal(node).map(it -> "node %s: %s".formatted(name(node), it)).stream())
        .collect(Collectors.joining("; "));
  }
}
