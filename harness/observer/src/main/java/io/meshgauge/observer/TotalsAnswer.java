package io.meshgauge.observer;

import io.meshgauge.measure.use.ContainerTotals;
import java.util.Map;

/**
 * Answer of {@code POST /totals}.
 *
 * @param containers with processes on this node, by the key in the request
 */
record TotalsAnswer(Map<String, ContainerTotals> containers) {
  TotalsAnswer {
    containers = Map.copyOf(containers);
  }
}
