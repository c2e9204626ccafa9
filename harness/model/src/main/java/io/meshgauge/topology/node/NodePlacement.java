package io.meshgauge.topology.node;

import io.meshgauge.topology.Topology;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Requested placement of an arm's workloads on the nodes of a cluster.
 *
 * @param kind of the placement
 * @param given names of nodes by workload; empty unless the kind is {@link Kind#GIVEN}
 * @param seed of the draw among the nodes that are equally good; arms of a session have the same
 * @param misplaced workload that is bound to another node than drawn, to show that the run is void
 *     then; empty: none is
 */
public record NodePlacement(
    Kind kind, SortedMap<String, String> given, long seed, Optional<String> misplaced) {
  /** Setting of a variant. */
  public static final String KEY = "placement";

  /** Beginning of the lines of a run's settings that name the node of a workload. */
  public static final String LINE = "node of ";

  /** What the setting accepts, for messages. */
  public static final String EXPECTED =
      "one of %s, or nodes by workload such as order=NODE,load=NODE,load-1=NODE"
          .formatted(String.join(", ", Kind.names()));

  private static final Pattern WORKER = Pattern.compile(Topology.LOAD + "(-[1-9][0-9]*)?");

  private static final Pattern GIVEN =
      Pattern.compile("[a-z0-9-]+=[a-z0-9.-]+(,[a-z0-9-]+=[a-z0-9.-]+)*");

  public NodePlacement {
    given = Collections.unmodifiableSortedMap(new TreeMap<>(given));
  }

  /** Kinds of placement. */
  public enum Kind {
    /** As few calls as possible stay within a node. */
    SPREAD("spread"),
    /** All workloads on one node, the load too. */
    ONE_NODE("one-node"),
    /** As few calls as possible stay within a zone; one node of each zone is used. */
    ZONES("zones"),
    /** Nodes are named by workload; the others are placed as {@link #SPREAD} does. */
    GIVEN("");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    static List<String> names() {
      return Arrays.stream(values()).filter(it -> it != GIVEN).map(it -> it.word).toList();
    }
  }

  /** The placement of arms that request none. */
  public static NodePlacement spread(long seed) {
    return new NodePlacement(Kind.SPREAD, Collections.emptySortedMap(), seed, Optional.empty());
  }

  /** The placement by the valid settings of a variant. */
  public static NodePlacement of(
      Map<String, String> settings, long seed, Optional<String> misplaced) {
    String text = settings.getOrDefault(KEY, Kind.SPREAD.word);
    return Arrays.stream(Kind.values())
        .filter(kind -> kind.word.equals(text))
        .findFirst()
        .map(kind -> new NodePlacement(kind, Collections.emptySortedMap(), seed, misplaced))
        .orElseGet(() -> new NodePlacement(Kind.GIVEN, nodes(text), seed, misplaced));
  }

  /**
   * The workload name of a load worker: the first is the load, which the others are with unless
   * they have nodes of their own.
   *
   * @param number from 0
   */
  public static String worker(int number) {
    return number == 0 ? Topology.LOAD : Topology.LOAD + "-" + number;
  }

  /** Whether a workload is a load worker. */
  public static boolean isWorker(String workload) {
    return WORKER.matcher(workload).matches();
  }

  /** Whether the setting may have that value. */
  public static boolean written(String text) {
    return Kind.names().contains(text) || GIVEN.matcher(text).matches();
  }

  private static SortedMap<String, String> nodes(String text) {
    return Arrays.stream(text.split(","))
        .map(it -> it.split("=", 2))
        .collect(Collectors.toMap(it -> it[0], it -> it[1], (a, b) -> b, TreeMap::new));
  }
}
