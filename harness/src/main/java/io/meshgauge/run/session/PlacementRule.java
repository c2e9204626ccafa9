package io.meshgauge.run.session;

import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.node.NodePlacement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Voids runs whose workloads ran on other nodes than drawn, or than in the session's first run that
 * requests the same placement: then other calls cross nodes, and a difference between arms is not
 * that of their meshes. Workloads that only some arms have are not compared.
 */
public final class PlacementRule {
  private final Map<String, Map<String, String>> first = new HashMap<>();

  /** The rule of a session, of which some runs are finished. */
  public static PlacementRule of(List<Run> finished) {
    PlacementRule rule = new PlacementRule();
    finished.forEach(
        run ->
            rule.first.computeIfAbsent(
                request(run.trial().variant()),
                it -> {
                  Map<String, String> nodes = placed(run.setup().fairness());
                  return nodes.isEmpty() ? null : nodes;
                }));
    return rule;
  }

  private static String request(Variant variant) {
    return variant.setting(NodePlacement.KEY, "");
  }

  private static Map<String, String> placed(Map<String, String> settings) {
    Map<String, String> nodes = new TreeMap<>();
    settings.forEach(
        (line, node) -> {
          if (line.startsWith(NodePlacement.LINE)) {
            nodes.put(line.substring(NodePlacement.LINE.length()), node);
          }
        });
    return nodes;
  }

  /**
   * Compares a placement with the drawn one, and with the first one that was requested alike.
   *
   * @param variant of the run
   * @param nodes by workload; empty on a single node
   * @param drawn nodes by workload; empty where there was no choice
   * @return why the run is void; empty if it was placed alike
   */
  public synchronized Optional<Reason> judge(
      Variant variant, Map<String, String> nodes, Map<String, String> drawn) {
    Map<String, String> missed = moved(nodes, drawn);
    // A run that is placed wrongly is no measure for the others.
    Map<String, String> before =
        nodes.isEmpty() || !missed.isEmpty()
            ? Map.of()
            : first.computeIfAbsent(request(variant), it -> new TreeMap<>(nodes));
    Map<String, String> moved = moved(nodes, before);
    if (missed.isEmpty() && moved.isEmpty()) {
      return Optional.empty();
    }
    String words =
        missed.isEmpty()
            ? "placed otherwise than the session's first run: %s; there: %s"
                .formatted(moved, before)
            : "placed otherwise than drawn: %s; drawn: %s".formatted(missed, drawn);
    return Optional.of(new Reason("placement", words));
  }

  private static Map<String, String> moved(
      Map<String, String> nodes, Map<String, String> expected) {
    Map<String, String> moved = new TreeMap<>(nodes);
    moved
        .entrySet()
        .removeIf(it -> it.getValue().equals(expected.getOrDefault(it.getKey(), it.getValue())));
    return moved;
  }
}
