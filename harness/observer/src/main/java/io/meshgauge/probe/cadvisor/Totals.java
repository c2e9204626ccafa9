package io.meshgauge.probe.cadvisor;

import io.meshgauge.measure.use.ContainerTotals;
import java.util.Map;
import java.util.Objects;

/** What the kernels of the nodes say of containers. */
@FunctionalInterface
public interface Totals {
  /** They cannot be asked. */
  Totals NONE = ids -> Map.of();

  /**
   * Reads them.
   *
   * @param ids the container runtime's identifiers by name
   * @return by the same names; without those that no node has processes of
   */
  Map<String, ContainerTotals> read(Map<String, String> ids);

  /**
   * One reading of all containers.
   *
   * @param nanos when
   * @param totals by name
   */
  record Edge(long nanos, Map<String, ContainerTotals> totals) {
    /** CPU-seconds of a container that is in the reading. */
    double cpu(String name) {
      return Objects.requireNonNull(totals.get(name)).cpuSeconds();
    }
  }
}
