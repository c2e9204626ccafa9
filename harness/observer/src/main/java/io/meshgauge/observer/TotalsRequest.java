package io.meshgauge.observer;

import java.util.Map;

/**
 * Body of {@code POST /totals}.
 *
 * @param containers by a key of the caller's choice, the id of a container, with or without its
 *     scheme ({@code containerd://})
 */
record TotalsRequest(Map<String, String> containers) {
  TotalsRequest {
    containers = Map.copyOf(containers);
  }
}
