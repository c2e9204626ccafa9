package io.meshgauge.measure.counter;

import java.util.Map;

/**
 * The connections that were open at one instant around proxies before replicated services, as the
 * kernel knows them: no proxy has a say in it.
 *
 * @param before that a service's callers had with the proxy before it, by service
 * @param behind that the proxy had with a replica, by the replica's name
 * @param past that anybody else but ourselves had with a replica, by the replica's name
 */
public record OpenConnections(
    Map<String, Long> before, Map<String, Long> behind, Map<String, Long> past) {
  /** Not read. */
  public static final OpenConnections NOT_READ = new OpenConnections(Map.of(), Map.of(), Map.of());

  public OpenConnections {
    before = Map.copyOf(before);
    behind = Map.copyOf(behind);
    past = Map.copyOf(past);
  }

  /** Whether anybody has looked. */
  public boolean read() {
    return !before.isEmpty();
  }
}
