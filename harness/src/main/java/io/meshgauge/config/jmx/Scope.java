package io.meshgauge.config.jmx;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The elements that apply to a sampler: those next to it, next to each of its controllers, and
 * below it.
 *
 * @param nodes in the order of the tree, the sampler's own last
 */
record Scope(List<JmxNode> nodes) {
  private static final Set<String> EXTRACTORS =
      Set.of("ResultAction", "HtmlExtractor", "JSONPostProcessor", "JMESPathExtractor");
  private static final Set<String> PRE_PROCESSORS =
      Set.of("AnchorModifier", "URLRewritingModifier", "RegExUserParameters", "UserParameters");

  static final Scope EMPTY = new Scope(List.of());

  Scope {
    nodes = List.copyOf(nodes);
  }

  /** This scope with the elements of a level below. */
  Scope with(List<JmxNode> level) {
    List<JmxNode> all = new ArrayList<>(nodes);
    level.stream()
        .filter(node -> !node.isSampler() && !isController(node) && !node.isThreadGroup())
        .forEach(all::add);
    return new Scope(all);
  }

  static boolean isController(JmxNode node) {
    return node.type().endsWith("Controller")
        || node.type().equals("InterleaveControl")
        || node.type().equals("RunTime");
  }

  static boolean isTimer(JmxNode node) {
    return node.type().endsWith("Timer");
  }

  static boolean isAssertion(JmxNode node) {
    return node.type().endsWith("Assertion");
  }

  static boolean isPostProcessor(JmxNode node) {
    return node.type().endsWith("PostProcessor")
        || node.type().endsWith("Extractor")
        || EXTRACTORS.contains(node.type());
  }

  static boolean isPreProcessor(JmxNode node) {
    return node.type().endsWith("PreProcessor") || PRE_PROCESSORS.contains(node.type());
  }

  static boolean isListener(JmxNode node) {
    return node.type().equals("ResultCollector")
        || node.type().equals("Summariser")
        || node.type().equals("BackendListener")
        || node.type().equals("ResultSaver");
  }
}
