package io.meshgauge.product;

import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Hop;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A fault on purpose: of an arm that shares services with others, by which its requests mix with
 * theirs, of an arm with limits or with nodes of its own, of one with a larger configuration, or of
 * what starts in the window. The evidence must find it.
 *
 * @param kind of the fault
 * @param service that has it, or the process
 */
public record ArmFault(Kind kind, String service) {
  /** The setting that declares it. */
  public static final Setting SETTING =
      new Setting(
          "arm-fault",
          Arrays.stream(Kind.values())
              .map(kind -> kind.prefix() + "SERVICE")
              .collect(Collectors.joining(" or ")),
          value -> parse(value).isPresent());

  private static final Pattern SERVICE = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");

  /** Kinds of faults. */
  public enum Kind {
    /** The service does not read the header: all its calls take the path of this arm. */
    IGNORED_HEADER("ignored-header"),

    /** Calls of this arm to the service go through the proxies of the next one. */
    SHARED_PROXY("shared-proxy"),

    /** The process gets no limit, although one is declared. */
    LIMIT_NOT_APPLIED("limit-not-applied"),

    /** The workload is bound to another node than drawn. */
    OTHER_NODE("other-node"),

    /** The proxy of the workload gets half of the services and routes that no request uses. */
    HALF_CONFIGURED("half-configured"),

    /** Pods of the service that start in the window keep the mesh away. */
    UNCAPTURED("uncaptured"),

    /** The proxy of the last process of the service has no TLS once both were restarted. */
    RESTARTED_IN_PLAINTEXT("restarted-in-plaintext"),

    /** That proxy has a certificate that has expired. */
    RESTARTED_EXPIRED("restarted-with-expired-certificate");

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
    return parse(arm.setting(SETTING.name(), ""));
  }

  /** The service that has a fault of some kind in an arm; empty where none has. */
  public static Optional<String> of(Variant arm, Kind kind) {
    return of(arm).filter(it -> it.kind() == kind).map(ArmFault::service);
  }

  private static Optional<ArmFault> parse(String text) {
    return Arrays.stream(Kind.values())
        .filter(kind -> text.startsWith(kind.prefix()))
        .map(kind -> new ArmFault(kind, text.substring(kind.prefix().length())))
        .filter(fault -> SERVICE.matcher(fault.service()).matches())
        .findFirst();
  }

  /** Whether it mixes requests of arms that share services. */
  public boolean mixes() {
    return kind == Kind.IGNORED_HEADER || kind == Kind.SHARED_PROXY;
  }

  /** Whether a process and its proxy must be restarted for it. */
  public boolean restarts() {
    return kind == Kind.RESTARTED_IN_PLAINTEXT || kind == Kind.RESTARTED_EXPIRED;
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
