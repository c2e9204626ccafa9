package io.meshgauge.experiment;

import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Facts of machine and versions during a run: recorded with every number, never scored.
 *
 * @param facts by name, for example {@code cpu.model}, {@code kernel}, {@code java.version}
 */
public record Environment(SortedMap<String, String> facts) {
  /** Names the cluster network if it is an arm, because it also carries all other arms. */
  public static final String NETWORK = "network";

  private static final String CORES = "cpu.cores";

  public Environment {
    facts = new TreeMap<>(facts);
  }

  /** Processors of the machine, or of the cluster's nodes together; empty if they are not known. */
  public OptionalInt cores() {
    String cores = facts.getOrDefault(CORES, "");
    return cores.matches("[1-9]\\d*")
        ? OptionalInt.of(Integer.parseInt(cores))
        : OptionalInt.empty();
  }

  /** The facts in which two environments differ, one sentence each; empty if they are equal. */
  public List<String> differencesFrom(Environment other) {
    List<String> differences = new ArrayList<>();
    String unknown = Messages.get("experiment.unknown");
    SortedSet<String> names = new TreeSet<>(facts.keySet());
    names.addAll(other.facts.keySet());
    for (String name : names) {
      String here = facts.getOrDefault(name, unknown);
      String there = other.facts.getOrDefault(name, unknown);
      if (!here.equals(there)) {
        differences.add(Messages.get("experiment.difference", name, here, there));
      }
    }
    return differences;
  }
}
