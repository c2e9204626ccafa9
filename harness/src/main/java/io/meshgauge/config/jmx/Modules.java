package io.meshgauge.config.jmx;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a plan's Module Controllers run, found as JMeter finds it: by the names on the way from the
 * top of the tree, disabled elements included.
 */
final class Modules {
  private static final String PATH = "ModuleController.node_path";

  /** Controllers that run everything below them. */
  private static final Set<String> ALWAYS =
      Set.of(
          "GenericController",
          "TransactionController",
          "LoopController",
          "ModuleController",
          "TestFragmentController",
          "RecordingController",
          "CriticalSectionController");

  private final JmxNode top;

  Modules(JmxNode top) {
    this.top = top;
  }

  static boolean isModule(JmxNode node) {
    return node.type().equals("ModuleController");
  }

  /** The element that a module runs; empty if its names lead nowhere. */
  Optional<JmxNode> target(JmxNode module) {
    List<String> path = path(module);
    if (path.size() < 2 || !path.get(1).equals(top.name())) {
      return Optional.empty();
    }
    return descend(top, path.subList(2, path.size()));
  }

  private static Optional<JmxNode> descend(JmxNode from, List<String> names) {
    if (names.isEmpty()) {
      return Optional.of(from);
    }
    Optional<JmxNode> last = Optional.empty();
    for (JmxNode child : from.children()) {
      if (!isModule(child) && child.name().equals(names.get(0))) {
        // Of several elements with these names JMeter takes the last.
        Optional<JmxNode> found = descend(child, names.subList(1, names.size()));
        last = found.isPresent() ? found : last;
      }
    }
    return last;
  }

  /** The names, for texts. */
  static String words(JmxNode module) {
    List<String> path = path(module);
    return path.isEmpty() ? "nothing" : String.join(" > ", path.subList(1, path.size()));
  }

  private static List<String> path(JmxNode module) {
    return module.found(PATH).stream()
        .flatMap(it -> JmxNode.elements(it).stream())
        .map(it -> it.getTextContent().strip())
        .toList();
  }

  /** The enabled elements below a node; for a module those that it runs. */
  List<JmxNode> below(JmxNode node, Set<JmxNode> running) {
    if (!isModule(node)) {
      return node.enabledChildren();
    }
    return target(node).filter(running::add).map(JmxNode::enabledChildren).orElse(List.of());
  }

  /**
   * The labels of the plan's samplers in the order of the tree, each with what decides whether it
   * is sent, for example {@code IfController "paid", line 12}; with nothing if it is sent in any
   * case. Labels that variables are part of are not known.
   */
  Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    for (JmxNode group : top.enabledChildren()) {
      if (group.isMainGroup()) {
        labels(group, "", new HashSet<>(), labels);
      }
    }
    return labels;
  }

  private void labels(
      JmxNode node, String decides, Set<JmxNode> running, Map<String, String> labels) {
    for (JmxNode child : below(node, running)) {
      if (child.isSampler() && !child.name().contains("${")) {
        labels.merge(child.name(), decides, (one, other) -> one.isEmpty() ? one : other);
      }
      labels(child, decides(child, decides), new HashSet<>(running), labels);
    }
  }

  private static String decides(JmxNode node, String above) {
    boolean always =
        !Scope.isController(node) || ALWAYS.contains(node.type()) || node.isThreadGroup();
    return always
        ? above
        : "%s \"%s\", line %d%s"
            .formatted(
                node.shortType(),
                node.name(),
                node.line(),
                node.source().map(it -> " of " + it).orElse(""));
  }
}
