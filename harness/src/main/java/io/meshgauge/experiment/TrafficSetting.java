package io.meshgauge.experiment;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/**
 * The settings of a variant by which proxies steer traffic, and the lines of the fairness manifest
 * that say what they come to: arms that set them are meant to differ there.
 */
public enum TrafficSetting {
  RETRIES("retries", "retries"),
  RETRY_ON("retry-on", "retries"),
  REQUEST_TIMEOUT("request-timeout", "timeouts"),
  RATE_LIMIT("rate-limit", "rate limit"),
  CIRCUIT_BREAKER("circuit-breaker", "circuit breaker"),
  CONCURRENT_RETRIES("concurrent-retries", "circuit breaker"),
  OUTLIER_DETECTION("outlier-detection", "circuit breaker");

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

  /** The line of the fairness manifest that says what it comes to. */
  public String line() {
    return line;
  }

  /** The value of a variant; empty where it does not set it. */
  public Optional<String> of(Variant variant) {
    return Optional.ofNullable(variant.settings().get(key));
  }

  /** Whether a variant sets any of them, so that it must be seen to be on. */
  public static boolean any(Variant variant) {
    return Arrays.stream(values()).anyMatch(setting -> setting.of(variant).isPresent());
  }

  /** Whether some variant sets what a line of the fairness manifest says. */
  public static boolean declares(Collection<Variant> variants, String line) {
    return Arrays.stream(values())
        .filter(setting -> setting.line.equals(line))
        .anyMatch(setting -> variants.stream().anyMatch(it -> setting.of(it).isPresent()));
  }
}
