package io.meshgauge.measure.limit;

import io.meshgauge.measure.use.Part;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The limits of an arm, of each process for itself.
 *
 * @param services limit of every service
 * @param proxies limit of every proxy of the data plane
 * @param unapplied name of a process to which its limit is not applied, to show that the evidence
 *     finds it; empty: all are applied
 */
public record Limits(Limit services, Limit proxies, Optional<String> unapplied) {
  /** No limits. */
  public static final Limits NONE = new Limits(Limit.NONE, Limit.NONE, Optional.empty());

  /** Settings of the services' limits: CPU, memory. */
  public static final List<String> OF_SERVICES = List.of("cpu-limit", "memory-limit");

  /** Settings of the proxies' limits: CPU, memory. */
  public static final List<String> OF_PROXIES = List.of("proxy-cpu-limit", "proxy-memory-limit");

  /**
   * The limits by valid settings of a variant.
   *
   * @param unapplied process to which its limit is not applied
   */
  public static Limits of(Map<String, String> settings, Optional<String> unapplied) {
    return new Limits(limit(settings, OF_SERVICES), limit(settings, OF_PROXIES), unapplied);
  }

  /** The limits by valid settings of a variant. */
  public static Limits of(Map<String, String> settings) {
    return of(settings, Optional.empty());
  }

  private static Limit limit(Map<String, String> settings, List<String> names) {
    String cores = settings.get(names.get(0));
    String bytes = settings.get(names.get(1));
    return new Limit(
        cores == null ? OptionalDouble.empty() : Limit.cores(cores),
        bytes == null ? OptionalLong.empty() : Limit.bytes(bytes));
  }

  /** Whether anything is limited. */
  public boolean any() {
    return services.any() || proxies.any();
  }

  /** The declared limit of every process of a part. */
  public Limit of(Part part) {
    return switch (part) {
      case APPLICATION -> services;
      case DATA_PLANE -> proxies;
      default -> Limit.NONE;
    };
  }

  /** The limit that a process is given. */
  public Limit applied(Part part, String process) {
    return unapplied.equals(Optional.of(process)) ? Limit.NONE : of(part);
  }

  /**
   * Refuses a trap for a process that does not exist.
   *
   * @param limited names of the processes that have limits
   * @throws IllegalArgumentException naming those that exist
   */
  public void checkUnapplied(Collection<String> limited) {
    unapplied
        .filter(name -> !limited.contains(name))
        .ifPresent(
            name -> {
              throw new IllegalArgumentException(
                  "arm-fault: limit-not-applied:%s: no limited process of that name; there are %s"
                      .formatted(name, String.join(", ", limited)));
            });
  }

  /** The same for the proxies only; services that arms share have no limits. */
  public Limits ofProxies() {
    return new Limits(Limit.NONE, proxies, unapplied);
  }
}
