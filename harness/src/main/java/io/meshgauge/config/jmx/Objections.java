package io.meshgauge.config.jmx;

import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What is wrong with the elements of a plan: one problem for each kind, with all its places. */
final class Objections {
  /** Places of a kind that are listed. */
  private static final int LISTED = 20;

  private final String source;
  private final Map<Kind, List<JmxNode>> found = new LinkedHashMap<>();

  /**
   * @param source name of the plan in messages
   */
  Objections(String source) {
    this.source = source;
  }

  private record Kind(String subject, String what, String expected, String advice) {}

  /**
   * Adds an objection.
   *
   * @param subject what kind of element it is, such as "sampler"
   * @param what is wrong with it, the rest of the sentence
   */
  void add(JmxNode node, String subject, String what, String expected, String advice) {
    found
        .computeIfAbsent(new Kind(subject, what, expected, advice), kind -> new ArrayList<>())
        .add(node);
  }

  /** Reports all, in the order in which their kinds were found. */
  void report(Problems problems) {
    found.forEach(
        (kind, nodes) -> {
          JmxNode first = nodes.get(0);
          problems.wrong(
              new Place(first.source().orElse(source), first.line(), 1),
              "the %s \"%s\" %s%s"
                  .formatted(kind.subject(), first.name(), kind.what(), others(nodes)),
              kind.expected(),
              kind.advice());
        });
  }

  private static String others(List<JmxNode> nodes) {
    if (nodes.size() == 1) {
      return "";
    }
    String places =
        nodes.stream()
            .skip(1)
            .limit(LISTED)
            .map(node -> node.line() + node.source().map(it -> " of " + it).orElse(""))
            .collect(Collectors.joining(", "));
    int more = nodes.size() - 1 - LISTED;
    return "; the same is true of %d more, in lines %s%s"
        .formatted(nodes.size() - 1, places, more > 0 ? " and %d others".formatted(more) : "");
  }
}
