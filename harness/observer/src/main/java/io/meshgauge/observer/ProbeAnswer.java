package io.meshgauge.observer;

import io.meshgauge.experiment.Evidence;
import java.util.List;

/**
 * Answer of {@code POST /probe}.
 *
 * @param evidence one per hop and promise
 */
record ProbeAnswer(List<Evidence> evidence) {
  ProbeAnswer {
    evidence = List.copyOf(evidence);
  }
}
