package io.meshgauge.sample.common.peer;

import io.meshgauge.sample.common.peer.PeerFailure.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a service has once for each arm that shares it, such as the address of a peer. With one
 * value, all arms have it.
 *
 * @param name of the peer
 * @param values by the number of the arm; at least one
 */
public record PerArm<T>(String name, List<T> values) {

  /** Copies the list, so that it cannot change later. */
  public PerArm {
    values = List.copyOf(values);
  }

  /**
   * Reads values that commas separate.
   *
   * @param parse converts one of them
   */
  public static <T> PerArm<T> parse(String name, String text, Function<String, T> parse) {
    return new PerArm<>(name, Arrays.stream(text.split(",", -1)).map(parse).toList());
  }

  /**
   * The value of an arm.
   *
   * @throws PeerFailure if there are several and none is this arm's
   */
  public T of(int arm) {
    if (values.size() == 1) {
      return values.get(0);
    }
    if (arm >= values.size()) {
      throw new PeerFailure(
          name,
          Kind.FAULTY,
          "has no path for arm %d; there are %d".formatted(arm, values.size()),
          null);
    }
    return values.get(arm);
  }

  /** Whether a check holds for an arm: the others may start later, or again. */
  public boolean any(Predicate<T> check) {
    return values.stream().anyMatch(check);
  }

  /** Does something with the value of each arm. */
  public void each(Consumer<T> action) {
    values.forEach(action);
  }
}
