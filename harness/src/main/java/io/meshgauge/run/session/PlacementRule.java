package io.meshgauge.run.session;

import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Voids runs whose workloads ran on other nodes than in the session's first run: then other calls
 * cross nodes, and a difference between arms is not that of their meshes. Workloads that only some
 * arms have are not compared.
 */
public final class PlacementRule {
  /** Beginning of the lines of a run's settings that hold its placement. */
  public static final String LINE = "node of ";

  private Map<String, String> first = Map.of();

  /** The rule of a session, of which some runs are finished. */
  public static PlacementRule of(List<Run> finished) {
    PlacementRule rule = new PlacementRule();
    finished.stream()
        .map(run -> placed(run.setup().fairness()))
        .filter(nodes -> !nodes.isEmpty())
        .findFirst()
        .ifPresent(rule::judge);
    return rule;
  }

  private static Map<String, String> placed(Map<String, String> settings) {
    Map<String, String> nodes = new TreeMap<>();
    settings.forEach(
        (line, node) -> {
          if (line.startsWith(LINE)) {
            nodes.put(line.substring(LINE.length()), node);
          }
        });
    return nodes;
  }

  /**
   * Compares a placement with the first one.
   *
   * @param nodes by workload; empty on a single node
   * @return why the run is void; empty if it was placed alike
   */
  public synchronized Optional<Reason> judge(Map<String, String> nodes) {
    if (first.isEmpty()) {
      first = new TreeMap<>(nodes);
    }
    Map<String, String> moved = moved(nodes);
    return moved.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Reason(
                "placement",
                "placed otherwise than the session's first run: %s; there: %s"
                    .formatted(moved, first)));
  }

  private Map<String, String> moved(Map<String, String> nodes) {
    Map<String, String> moved = new TreeMap<>(nodes);
    moved
        .entrySet()
        .removeIf(it -> it.getValue().equals(first.getOrDefault(it.getKey(), it.getValue())));
    return moved;
  }
}
