package io.meshgauge.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects problems while a reader continues, so that all are reported at once. Mutable. */
public final class Problems {
  private final List<Problem> found = new ArrayList<>();

  /** Adds a problem of the text. */
  public void wrong(Place place, String what, String expected, String advice) {
    add(new Problem(place, Problem.Kind.WRONG, what, expected, advice));
  }

  /** Adds something that this machine or platform lacks. */
  public void missing(Place place, String what, String expected, String advice) {
    add(new Problem(place, Problem.Kind.MISSING, what, expected, advice));
  }

  /** Adds a problem for each key of a mapping that is not known. */
  public void refuseUnknownKeys(Value.Mapping mapping, List<String> known) {
    mapping
        .entries()
        .forEach(
            (key, entry) -> {
              if (!known.contains(key)) {
                wrong(
                    entry.key(),
                    "unknown key \"%s\"".formatted(key),
                    "one of " + String.join(", ", known),
                    Nearest.advice(key, known));
              }
            });
  }

  private void add(Problem problem) {
    if (!found.contains(problem)) {
      found.add(problem);
    }
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /**
   * Fails if there is any problem, with all of them in the order of their places.
   *
   * @throws InvalidInputException with at least one problem
   */
  public void refuseIfAny() {
    if (!found.isEmpty()) {
      found.sort(Comparator.comparing(Problem::place));
      throw new InvalidInputException(found);
    }
  }
}
