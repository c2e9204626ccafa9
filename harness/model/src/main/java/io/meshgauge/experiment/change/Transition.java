package io.meshgauge.experiment.change;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the proxy before a service passed from an old rule to a new one, by the answers to requests
 * that the two rules answer differently. All times are in seconds since the change was requested.
 *
 * @param service the proxy is before it
 * @param connections on which the requests were sent
 * @param first until the end of the first answer by the new rule; empty if there was none
 * @param last until the end of the last answer by the old rule; empty if there was none
 * @param observed until the end of the last request
 * @param spacing longest time between the begins of two consecutive requests, which limits how
 *     exactly the other times are known
 * @param answers all of them
 * @param wrong answers by neither rule, and requests without an answer
 */
public record Transition(
    String service,
    Connections connections,
    OptionalDouble first,
    OptionalDouble last,
    double observed,
    double spacing,
    long answers,
    long wrong) {

  /** Shortest time with answers by the new rule only, after which the change is complete. */
  public static final double SETTLED_SECONDS = 0.3;

  /** By service, then new connections before kept ones. */
  public static final Comparator<Transition> ORDER =
      Comparator.comparing(Transition::service).thenComparing(Transition::connections);

  private static final double MICROS = 1e6;

  /** On which connections requests are sent. */
  public enum Connections {
    /** One for each request, as new clients open them. */
    NEW,
    /** One for all, until the proxy closes it. */
    KEPT,
    /** One for each request, without the TLS that is promised: no answer is due. */
    PLAINTEXT
  }

  /** What an answer says of the rule. */
  public enum Says {
    /** The request was let through. */
    ALLOWED,
    /** The policy refused it. */
    DENIED,
    /** Neither: another refusal, an error, or no answer. */
    WRONG
  }

  /**
   * A request and its answer.
   *
   * @param beginMicros when it was sent, in microseconds since the epoch
   * @param endMicros when it was answered or given up, in microseconds since the epoch
   */
  public record Probe(long beginMicros, long endMicros, Says says) {}

  /**
   * The transition after a change.
   *
   * @param probes in order of time, also from before the change
   * @param beginMicros when the change was requested, in microseconds since the epoch
   * @param due answer by the new rule
   */
  public static Transition of(
      String service, Connections connections, List<Probe> probes, long beginMicros, Says due) {
    List<Probe> since = probes.stream().filter(it -> it.endMicros() >= beginMicros).toList();
    long spacing = 0;
    for (int i = 1; i < since.size(); i++) {
      spacing = Math.max(spacing, since.get(i).beginMicros() - since.get(i - 1).beginMicros());
    }
    return new Transition(
        service,
        connections,
        since.stream()
            .filter(it -> it.says() == due)
            .mapToDouble(it -> (it.endMicros() - beginMicros) / MICROS)
            .findFirst(),
        since.stream()
            .filter(it -> it.says() != due && it.says() != Says.WRONG)
            .mapToDouble(it -> (it.endMicros() - beginMicros) / MICROS)
            .max(),
        since.stream().mapToDouble(it -> (it.endMicros() - beginMicros) / MICROS).max().orElse(0),
        spacing / MICROS,
        since.size(),
        since.stream().filter(it -> it.says() == Says.WRONG).count());
  }

  /** Whether it is of requests to which no answer is due. */
  public boolean plaintext() {
    return connections == Connections.PLAINTEXT;
  }

  /** Whether the new rule answered, and the old one no more for a while. */
  public boolean complete() {
    return first.isPresent() && observed - within() >= SETTLED_SECONDS;
  }

  /**
   * Seconds until only the new rule answered. Where it is not {@link #complete}, the time for which
   * it did not, which is a lower bound.
   */
  public double within() {
    return first.isEmpty() ? observed : Math.max(first.getAsDouble(), last.orElse(0));
  }

  /** The slowest of several; empty if there are none. */
  public static Optional<Transition> slowest(List<Transition> transitions) {
    return transitions.stream()
        .max(
            Comparator.comparing((Transition it) -> !it.complete())
                .thenComparingDouble(Transition::within));
  }
}
