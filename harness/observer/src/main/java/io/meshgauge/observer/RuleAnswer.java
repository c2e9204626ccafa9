package io.meshgauge.observer;

import io.meshgauge.experiment.change.Transition;
import java.util.List;

/**
 * Answer to {@code POST /rules}.
 *
 * @param clockMicros the observer's clock when it answered, in microseconds since the epoch
 * @param transitions of the change; empty before it
 */
record RuleAnswer(long clockMicros, List<Transition> transitions) {
  RuleAnswer {
    transitions = List.copyOf(transitions);
  }
}
