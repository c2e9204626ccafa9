package io.meshgauge.topology;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * The place a data plane is designed for: where the services will listen, and what it may use.
 *
 * @param topology who talks to whom
 * @param serving the address each process of a service will itself listen on for its peers' calls,
 *     by its name; that of the first is the service's ({@link Replica#name})
 * @param ports gives a free port of this machine at each call, never the same twice
 * @param identities folder of the run's key material: {@code ca.pem}, and per workload {@code
 *     NAME.pem} (chain) and {@code NAME.key.pem} (PKCS #8), {@code front.pem}, {@code
 *     front.key.pem} and both in {@code front.both.pem} for TLS before the entry, and {@code
 *     jwks.json}
 * @param folder where the run keeps its working files
 */
public record Site(
    Topology topology,
    Map<String, Address> serving,
    IntSupplier ports,
    Path identities,
    Path folder) {

  public Site {
    serving = Map.copyOf(serving);
  }

  /**
   * The address that a process of a service will listen on.
   *
   * @throws IllegalArgumentException when the site has none for it
   */
  public Address servingOf(Replica replica) {
    Address found = serving.get(replica.name());
    if (found == null) {
      throw new IllegalArgumentException(
          "no serving address for service '%s'; the site has %s"
              .formatted(replica.name(), serving.keySet()));
    }
    return found;
  }

  /** The folder of files that proxies read again while they run. */
  public Path watched() {
    return folder.resolve("watched").toAbsolutePath();
  }

  /** The file with the configuration of a proxy, which is read when it starts. */
  public Path configuration(String file) {
    return folder.resolve("proxies").resolve(file).toAbsolutePath();
  }

  /** A fresh address on the loopback device. */
  public Address free() {
    return Address.loopback(ports.getAsInt());
  }
}
