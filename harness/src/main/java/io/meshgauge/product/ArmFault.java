package io.meshgauge.product;

import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Hop;
import java.util.Optional;

/**
 * A fault on purpose of an arm that shares services with others, by which its requests mix with
 * theirs. The evidence must find it.
 *
 * @param kind of the fault
 * @param service that has it
 */
public record ArmFault(Kind kind, String service) {

  /** Kinds of faults. */
  public enum Kind {
    /** The service does not read the header: all its calls take the path of this arm. */
    IGNORED_HEADER("ignored-header"),

    /** Calls of this arm to the service go through the proxies of the next one. */
    SHARED_PROXY("shared-proxy");

    private final String key;

    Kind(String key) {
      this.key = key;
    }

    String prefix() {
      return key + ":";
    }
  }

  /** The fault of an arm; empty where it has none. */
  public static Optional<ArmFault> of(Variant arm) {
    String text = arm.setting(Setting.ARM_FAULT.name(), "");
    for (Kind kind : Kind.values()) {
      if (text.startsWith(kind.prefix())) {
        return Optional.of(new ArmFault(kind, text.substring(kind.prefix().length())));
      }
    }
    return Optional.empty();
  }

  /** Whether calls of other arms on a hop take the path of this one. */
  public boolean keeps(Hop hop) {
    return kind == Kind.IGNORED_HEADER && hop.client().equals(service);
  }

  /** Whether calls of this arm on a hop take the path of another one. */
  public boolean leaves(Hop hop) {
    return kind == Kind.SHARED_PROXY && hop.server().equals(service);
  }
}
