package io.meshgauge.experiment;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Settings by which proxies steer traffic, with the lines of the fairness manifest that describe
 * their effect. Arms that set them are expected to differ in these lines.
 */
public enum TrafficSetting {
  RETRIES("retries", "retries"),
  RETRY_ON("retry-on", "retries"),
  REQUEST_TIMEOUT("request-timeout", "timeouts"),
  RATE_LIMIT("rate-limit", "rate limit"),
  CIRCUIT_BREAKER("circuit-breaker", "circuit breaker"),
  CONCURRENT_RETRIES("concurrent-retries", "circuit breaker"),
  OUTLIER_DETECTION("outlier-detection", "circuit breaker"),
  CONNECTION_LIFETIME("connection-lifetime", "keep-alive"),
  HTTP2_UPGRADE("http2-upgrade", "http version"),
  TLS_RESUMPTION("tls-resumption", "keep-alive"),
  TLS_VERSION("tls-version", "factor.tls version"),
  KEY_EXCHANGE("key-exchange", "factor.tls version"),
  CERTIFICATE_KEY("certificate-key", "factor.tls version"),
  TLS_CIPHER("tls-cipher", "factor.cipher"),
  CANARY("canary", "factor.balancing"),
  CANARY_SERVICE("canary-service", "factor.balancing"),
  INJECT_DELAY("inject-delay", "timeouts"),
  INJECT_ABORT("inject-abort", "timeouts"),
  INJECT_SERVICE("inject-service", "timeouts"),
  SYNTHETIC_SERVICES("synthetic-services", "configuration"),
  SYNTHETIC_ROUTES("synthetic-routes", "configuration");

  /** How proxies keep their connections to each other, and the TLS of these. */
  public static final Set<TrafficSetting> OF_CONNECTIONS =
      Collections.unmodifiableSet(EnumSet.range(CONNECTION_LIFETIME, TLS_CIPHER));

  /** How much proxies are configured with that no request uses. */
  public static final Set<TrafficSetting> OF_SIZE =
      Collections.unmodifiableSet(EnumSet.of(SYNTHETIC_SERVICES, SYNTHETIC_ROUTES));

  /** What the processes of the services count, and not the proxies. */
  private static final Set<TrafficSetting> OF_VERSIONS =
      Collections.unmodifiableSet(EnumSet.of(CANARY, CANARY_SERVICE));

  private final String key;
  private final String line;

  TrafficSetting(String key, String line) {
    this.key = key;
    this.line = line;
  }

  /** The name of the setting in an experiment file. */
  public String key() {
    return key;
  }

  /** The line of the fairness manifest that describes the effect. */
  public String line() {
    return line;
  }

  /** The value of a variant; empty if it is not set. */
  public Optional<String> of(Variant variant) {
    return Optional.ofNullable(variant.settings().get(key));
  }

  /**
   * Whether the effect in a variant depends on what was sent in the seconds before, as that of a
   * token bucket does, so that interruptions of the load would change it.
   */
  public static boolean remembers(Variant variant) {
    return RATE_LIMIT.of(variant).isPresent() || OUTLIER_DETECTION.of(variant).isPresent();
  }

  /** Whether a variant sets any of them that proxies' counters must verify. */
  public static boolean any(Variant variant) {
    return Arrays.stream(values())
        .filter(setting -> !OF_VERSIONS.contains(setting))
        .anyMatch(setting -> setting.of(variant).isPresent());
  }

  /** Whether any variant sets what a line of the fairness manifest describes. */
  public static boolean declares(Collection<Variant> variants, String line) {
    return Arrays.stream(values())
        .filter(setting -> setting.line.equals(line))
        .anyMatch(setting -> variants.stream().anyMatch(it -> setting.of(it).isPresent()));
  }
}
