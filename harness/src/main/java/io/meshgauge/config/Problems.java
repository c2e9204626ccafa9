package io.meshgauge.config;

import java.util.ArrayList;
import java.util.List;

/** The problems found so far: readers add and go on, so that all are told at once. */
final class Problems {
  private final List<Problem> found = new ArrayList<>();

  /** Adds a problem of the text. */
  void wrong(Place place, String what, String expected, String advice) {
    add(new Problem(place, Problem.Kind.WRONG, what, expected, advice));
  }

  /** Adds something that is missing here. */
  void missing(Place place, String what, String expected, String advice) {
    add(new Problem(place, Problem.Kind.MISSING, what, expected, advice));
  }

  private void add(Problem problem) {
    if (!found.contains(problem)) {
      found.add(problem);
    }
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** Ends the reading when there is any problem, with all of them in the order of their places. */
  void refuseIfAny() {
    if (!found.isEmpty()) {
      found.sort((one, other) -> one.place().compareTo(other.place()));
      throw new ConfigException(found);
    }
  }
}
