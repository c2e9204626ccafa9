package io.meshgauge.report.node;

import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.LoadResult.ClockOffset;
import io.meshgauge.measure.Warning;
import io.meshgauge.text.Messages;
import io.meshgauge.topology.node.NodePlacement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reservations about the nodes that the load came from: what they shared, and their clocks. */
public final class LoadNodes {
  private static final String WORKER = "load-worker";

  private LoadNodes() {}

  /** The warnings of a session's runs; none where all ran on one machine. */
  public static List<Warning> warnings(Session session) {
    List<Warning> found = new ArrayList<>();
    Map<String, Set<String>> arms = new LinkedHashMap<>();
    for (Run run : session.runs()) {
      shared(run.fairness())
          .ifPresent(
              words ->
                  arms.computeIfAbsent(words, it -> new TreeSet<>())
                      .add(run.trial().variant().name()));
    }
    arms.forEach(
        (words, names) ->
            found.add(
                new Warning(
                    NodePlacement.KEY,
                    Messages.get("report.warning-load-node", String.join(", ", names), words))));
    session.lagLimits().forEach(limit -> clock(session, limit).ifPresent(found::add));
    return found;
  }

  /** The nodes on which the load and workloads under load ran; empty if there is none. */
  private static Optional<String> shared(Map<String, String> settings) {
    Map<String, Set<String>> workloads = new LinkedHashMap<>();
    settings.forEach(
        (line, node) -> {
          if (line.startsWith(NodePlacement.LINE)) {
            workloads
                .computeIfAbsent(node, it -> new LinkedHashSet<>())
                .add(line.substring(NodePlacement.LINE.length()));
          }
        });
    List<String> words =
        workloads.entrySet().stream()
            .filter(it -> it.getValue().stream().anyMatch(LoadNodes::isWorker))
            .filter(it -> !it.getValue().stream().allMatch(LoadNodes::isWorker))
            .map(it -> it.getKey() + ": " + String.join(", ", it.getValue()))
            .sorted()
            .toList();
    return words.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", words));
  }

  private static boolean isWorker(String workload) {
    return workload.startsWith(WORKER);
  }

  /** The clock that differs most under a plan, if it is by more than the limit of send lag. */
  private static Optional<Warning> clock(Session session, LagLimit limit) {
    record Found(Run run, ClockOffset clock) {}
    return session.runs().stream()
        .filter(run -> run.trial().plan().name().equals(limit.plan()))
        .flatMap(
            run ->
                run.measuredLoad().stream()
                    .flatMap(load -> load.worker().clocks().stream())
                    .map(clock -> new Found(run, clock)))
        .filter(it -> it.clock().isBeyond(limit.seconds()))
        .max(Comparator.comparingDouble(it -> Math.abs(it.clock().aheadSeconds())))
        .map(
            it ->
                new Warning(
                    Messages.get("report.subject-clock"),
                    Messages.get(
                        "report.warning-clock",
                        it.clock().worker(),
                        node(it.run(), it.clock().worker()),
                        it.clock().aheadSeconds() * 1e3,
                        it.clock().errorSeconds() * 1e3,
                        limit.seconds() * 1e3,
                        limit.plan())));
  }

  private static String node(Run run, int worker) {
    Map<String, String> settings = run.fairness();
    String line = NodePlacement.LINE + WORKER;
    return settings.getOrDefault(
        line + "-" + worker, settings.getOrDefault(line, Messages.get("report.unnamed-node")));
  }
}
