package io.meshgauge.sample.common.peer;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a peer has once for each of its replicas, such as its address, used in turn: a client that
 * distributes its calls itself, as one does without a mesh or a load balancer.
 *
 * @param values at least one
 * @param calls how often one was taken
 */
public record Turns<T>(List<T> values, AtomicInteger calls) {

  /** Copies the list, so that it cannot change later. */
  public Turns {
    values = List.copyOf(values);
  }

  /**
   * Reads values that are separated by {@code |}.
   *
   * @param parse converts one of them
   */
  public static <T> Turns<T> parse(String text, Function<String, T> parse) {
    return new Turns<>(
        Arrays.stream(text.split("\\|", -1)).map(parse).toList(), new AtomicInteger());
  }

  /** The next value. */
  public T next() {
    return values.size() == 1
        ? values.get(0)
        : values.get(Math.floorMod(calls.getAndIncrement(), values.size()));
  }

  /** Whether a check holds for a replica. */
  public boolean any(Predicate<T> check) {
    return values.stream().anyMatch(check);
  }

  /** Does something with the value of each replica. */
  public void each(Consumer<T> action) {
    values.forEach(action);
  }
}
