package io.meshgauge.topology.plane;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A proxy program: how it is started, when it is ready, and how its statistics are read. */
public interface ProxyType {

  /** The name of its program, for example {@code haproxy}. */
  String program();

  /** What the names of its configuration files end in; empty where it has none. */
  default String configSuffix() {
    return "";
  }

  /** Path of the page that answers 200 once it accepts connections. */
  String readyPage();

  /** Path of the page with its counters. */
  String countersPage();

  /**
   * The counters on that page, by the product's own names.
   *
   * @param readings how often the page has been read so far, this time included: some products
   *     count these requests too
   * @throws IllegalArgumentException when it is not such a page
   */
  Counters counters(String page, int readings);

  /**
   * Whether the harness has configured what it exposes. Otherwise its owner has, and what it does
   * not count is not claimed.
   */
  default boolean configured() {
    return true;
  }

  /** Where it counts what concerns the whole proxy; a total that is absent is not counted. */
  default Map<ProxyTotal, CounterSource> totals() {
    return Map.of();
  }

  /** How a running one reports its rules and lifts its limits; empty where it cannot. */
  default Optional<ProxyControl> control() {
    return Optional.empty();
  }

  /**
   * The command line that runs it in the foreground on this machine.
   *
   * @throws IllegalArgumentException when only its control plane can start it
   */
  default List<String> command(ProxyLaunch launch) {
    throw new IllegalArgumentException(
        "%s is no program of this machine: its control plane starts it".formatted(program()));
  }
}
