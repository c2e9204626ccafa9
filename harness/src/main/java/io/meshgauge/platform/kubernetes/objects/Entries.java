package io.meshgauge.platform.kubernetes.objects;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Addresses that the load calls, from the ConfigMap {@code addresses} of the manifests.
 *
 * @param topology services and calls
 * @param namespace of the map
 * @param own whether the manifests are the application's, whose services are called by their names
 * @param domain of the services; empty where it is that of the load
 * @param settings the value of a key of the map; empty if it is absent
 */
public record Entries(
    Topology topology,
    String namespace,
    boolean own,
    String domain,
    Function<String, Optional<String>> settings) {

  /**
   * The addresses by service name.
   *
   * @throws PlatformException if the map lacks one
   */
  public SortedMap<String, Address> all() {
    SortedMap<String, Address> all = new TreeMap<>();
    for (Hop hop : topology.from(Topology.LOAD)) {
      all.put(hop.server(), of(hop.server()));
    }
    return all;
  }

  private Address of(String service) {
    return switch (service) {
      case Topology.STREAM_SERVER ->
          new Address(setting("ENTRY_HOST"), Integer.parseInt(setting("ENTRY_PORT")));
      default -> topology.entersAt(service) ? called(service) : peer(service);
    };
  }

  private Address called(String service) {
    return new Address(service + domain, topology.port(topology.from(Topology.LOAD).get(0)));
  }

  /**
   * The address at which the replaced callers reach it, or that of its Service where the manifests
   * replace none.
   */
  private Address peer(String service) {
    String key = "MESHGAUGE_PEER_" + service.toUpperCase(Locale.ROOT);
    if (own) {
      return new Address(service + domain, topology.service(service).port());
    }
    String[] parts = setting(key).split(":", -1);
    if (parts.length != 2 || !parts[1].matches("\\d{1,5}")) {
      throw new PlatformException(
          "%s is %s; expected host:port, of gRPC".formatted(key, setting(key)));
    }
    return new Address(parts[0], Integer.parseInt(parts[1]));
  }

  private String setting(String key) {
    return settings
        .apply(key)
        .orElseThrow(
            () ->
                new PlatformException(
                    "no %s in the ConfigMap addresses of %s; expected its manifests to set it"
                        .formatted(key, namespace)));
  }
}
