package io.meshgauge.experiment.change;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Something that was done to an arm on purpose in a measured window, and undone.
 *
 * @param kind what was done, as the experiment's file calls it, for example {@code refuse}
 * @param victim the workload
 * @param beginMicros when it began, in microseconds since the epoch
 * @param endMicros when the workload was ready again, in microseconds since the epoch; of a rule,
 *     when the proxies had been observed
 * @param transitions of the proxies from the old rule to the new one; empty unless a rule changed
 * @param steps seconds from its begin until a pod that starts reached each; empty unless one starts
 */
public record Change(
    String kind,
    String victim,
    long beginMicros,
    long endMicros,
    List<Transition> transitions,
    SortedMap<StartStep, Double> steps) {
  public Change {
    // Archives of earlier versions have none.
    transitions = List.copyOf(Objects.requireNonNullElse(transitions, List.of()));
    steps =
        Collections.unmodifiableSortedMap(
            new TreeMap<>(Objects.requireNonNullElse(steps, new TreeMap<>())));
    if (endMicros < beginMicros) {
      throw new IllegalArgumentException(
          "a change of %s that ends at %d and begins at %d; expected its end after its begin"
              .formatted(victim, endMicros, beginMicros));
    }
  }

  /** A change of a workload. */
  public Change(String kind, String victim, long beginMicros, long endMicros) {
    this(kind, victim, beginMicros, endMicros, List.of());
  }

  /** A change of a rule. */
  public Change(
      String kind, String victim, long beginMicros, long endMicros, List<Transition> transitions) {
    this(kind, victim, beginMicros, endMicros, transitions, new TreeMap<>());
  }

  /** The time now, as changes have it: in microseconds since the epoch. */
  public static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /** When it began. */
  public Instant begin() {
    return Instant.EPOCH.plus(beginMicros, ChronoUnit.MICROS);
  }

  /** When it was over. */
  public Instant end() {
    return Instant.EPOCH.plus(endMicros, ChronoUnit.MICROS);
  }

  /** Seconds until all proxies answered by the new rule only; 0 unless a rule changed. */
  public double enforcedWithin() {
    return Transition.slowest(transitions.stream().filter(it -> !it.plaintext()).toList())
        .map(Transition::within)
        .orElse(0.0);
  }

  /** Seconds until a pod that starts answered; 0 unless one starts. */
  public double answeredWithin() {
    return steps.getOrDefault(StartStep.ANSWERED, 0.0);
  }
}
