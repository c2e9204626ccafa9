package io.meshgauge.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The telemetry of a variant and its backends: the factor {@code telemetry}.
 *
 * <p>The harness reads services and proxies at the edges of a window in the same way under all
 * settings.
 *
 * @param name in YAML, for example {@code tracing-10%}
 * @param statistics which counters the proxies keep
 * @param scrapeInterval interval at which Prometheus scrapes services and proxies; null if it does
 *     not
 * @param percent share of traced requests, 0 to 100
 * @param accessLog whether and how proxies write a line for every request
 */
public record Telemetry(
    String name,
    Statistics statistics,
    @Nullable Duration scrapeInterval,
    int percent,
    AccessLog accessLog) {

  /** The program that collects traces. */
  public static final String ZIPKIN = "zipkin";

  /** The program that collects metrics. */
  public static final String PROMETHEUS = "prometheus";

  /** The default of the mesh. */
  public static final Telemetry DEFAULT =
      new Telemetry("default", Statistics.ALL, null, 0, AccessLog.OFF);

  /** All settings, in display order. */
  public static final List<Telemetry> ALL =
      List.of(
          DEFAULT,
          new Telemetry("none", Statistics.MINIMAL, null, 0, AccessLog.OFF),
          metrics(1),
          metrics(5),
          metrics(15),
          tracing(1),
          tracing(10),
          tracing(100),
          accessLog("sync", AccessLog.EACH_LINE),
          accessLog("async", AccessLog.BUFFERED),
          new Telemetry("full", Statistics.ALL, Duration.ofSeconds(15), 10, AccessLog.BUFFERED));

  /**
   * Lines of the fairness manifest that describe this factor; arms with different telemetry are
   * expected to differ in them.
   */
  public static final Set<String> LINES = Set.of("access log", "telemetry", "tracing");

  /** The counters a proxy keeps. */
  public enum Statistics {
    ALL,
    /** Only those that the evidence needs. */
    MINIMAL
  }

  /** How a proxy writes its access log. */
  public enum AccessLog {
    OFF,
    /** Each line is written at once. */
    EACH_LINE,
    /** Lines are written in large blocks. */
    BUFFERED
  }

  /** The setting of a variant; the default if the name is unknown. */
  public static Telemetry of(Variant variant) {
    return ofName(variant.telemetry()).orElse(DEFAULT);
  }

  /** The setting of that name; empty if there is none. */
  public static Optional<Telemetry> ofName(String name) {
    return ALL.stream().filter(it -> it.name.equals(name)).findFirst();
  }

  /** Names, comma separated. */
  public static String names(List<Telemetry> some) {
    return some.stream().map(Telemetry::name).collect(Collectors.joining(", "));
  }

  /** Settings that services support without proxies. */
  public static List<Telemetry> ofServices() {
    return ALL.stream()
        .filter(it -> it.statistics == Statistics.ALL && !it.traces() && !it.logs())
        .toList();
  }

  /** The scrape interval of Prometheus; empty if it does not scrape. */
  public Optional<Duration> scraped() {
    return Optional.ofNullable(scrapeInterval);
  }

  /** Whether some requests are traced. */
  public boolean traces() {
    return percent > 0;
  }

  /** Whether proxies write a line for every request. */
  public boolean logs() {
    return accessLog != AccessLog.OFF;
  }

  /** Whether it differs from the default, and so must be verified. */
  public boolean chosen() {
    return !equals(DEFAULT);
  }

  /** Programs it needs in addition to services and proxies, by name. */
  public Set<String> programs() {
    Set<String> programs = new TreeSet<>();
    if (traces()) {
      programs.add(ZIPKIN);
    }
    if (scrapeInterval != null) {
      programs.add(PROMETHEUS);
    }
    return programs;
  }

  private static Telemetry metrics(int seconds) {
    return new Telemetry(
        "metrics-" + seconds + "s", Statistics.ALL, Duration.ofSeconds(seconds), 0, AccessLog.OFF);
  }

  private static Telemetry tracing(int percent) {
    return new Telemetry("tracing-" + percent + "%", Statistics.ALL, null, percent, AccessLog.OFF);
  }

  private static Telemetry accessLog(String how, AccessLog accessLog) {
    return new Telemetry("access-log-" + how, Statistics.ALL, null, 0, accessLog);
  }
}
