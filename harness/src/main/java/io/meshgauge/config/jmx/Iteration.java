package io.meshgauge.config.jmx;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many requests one iteration of a plan sends, and with it one arrival of its open-loop copy:
 * through loops, modules and choices.
 *
 * @param most requests
 * @param exact whether it is always as many
 * @param open the controller that repeats for a time or while something holds; null if there is
 *     none
 */
record Iteration(long most, boolean exact, @Nullable JmxNode open) {
  private static final Iteration ONE = new Iteration(1, true, null);
  private static final Iteration NONE = new Iteration(0, true, null);

  /** An iteration of one of several groups, whichever it is. */
  static Iteration of(List<JmxNode> groups) {
    return groups.stream().map(Iteration::below).reduce(Iteration::or).orElse(NONE);
  }

  private static Iteration below(JmxNode node) {
    List<Iteration> children = node.enabledChildren().stream().map(Iteration::of).toList();
    return switch (node.type()) {
      case "RandomController", "InterleaveControl", "SwitchController" ->
          children.stream().filter(it -> it.most > 0).reduce(Iteration::or).orElse(NONE);
      default -> children.stream().reduce(NONE, Iteration::and);
    };
  }

  private static Iteration of(JmxNode node) {
    if (node.isSampler()) {
      return ONE;
    }
    Iteration inside = below(node);
    if (inside.most == 0) {
      return inside;
    }
    return switch (node.type()) {
      case "LoopController" -> inside.times(node);
      case "RunTime", "WhileController", "ForeachController" ->
          new Iteration(inside.most, false, node);
      case "IfController", "OnceOnlyController", "ThroughputController" ->
          new Iteration(inside.most, false, inside.open);
      default -> inside;
    };
  }

  private Iteration times(JmxNode loop) {
    String loops = loop.text("LoopController.loops");
    return loops.matches("\\d{1,6}")
        ? new Iteration(most * Long.parseLong(loops), exact, open)
        : new Iteration(most, false, loop);
  }

  private Iteration and(Iteration other) {
    return new Iteration(most + other.most, exact && other.exact, open == null ? other.open : open);
  }

  private Iteration or(Iteration other) {
    return new Iteration(
        Math.max(most, other.most),
        exact && other.exact && most == other.most,
        open == null ? other.open : open);
  }

  /** What an arrival is. */
  String words() {
    return Optional.ofNullable(open)
        .map(
            it ->
                "one iteration of the plan, with as many requests as %s lets pass"
                    .formatted(it.title()))
        .orElseGet(
            () ->
                most <= 1
                    ? "one request"
                    : "one iteration of the plan, with %s%d requests"
                        .formatted(exact ? "" : "up to ", most));
  }
}
