package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.math.BigDecimal;
import java.util.Set;

/**
 * CPU requests of pods of which several arms exist at the same time.
 *
 * @param arms that divide the requests of one among them
 */
record CpuShares(int arms) {
  /** CPU requests of the sidecars that a mesh injects. */
  private static final Set<String> INJECTED_CPU = Set.of("sidecar.istio.io/proxyCPU");

  /** Divides the requests of an object's containers and of the sidecars that a mesh injects. */
  void divide(ObjectNode object) {
    if (arms == 1) {
      return;
    }
    Manifest.containers(object)
        .map(it -> it.path("resources").path("requests"))
        .filter(ObjectNode.class::isInstance)
        .forEach(it -> divide((ObjectNode) it, Set.of("cpu")));
    JsonNode annotations =
        object.path("spec").path("template").path("metadata").path("annotations");
    if (annotations instanceof ObjectNode pods) {
      divide(pods, INJECTED_CPU);
    }
  }

  private void divide(ObjectNode values, Set<String> keys) {
    for (String key : keys) {
      if (values.has(key)) {
        BigDecimal cores = Quantity.getAmountInBytes(new Quantity(values.path(key).asText()));
        long milli = cores.movePointRight(3).longValue() / arms;
        values.put(key, Math.max(1, milli) + "m");
      }
    }
  }
}
