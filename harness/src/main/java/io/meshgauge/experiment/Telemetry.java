package io.meshgauge.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a variant tells of its requests to the outside, and to whom: the factor {@code telemetry}.
 *
 * <p>The harness's own look at services and proxies, at the edges of a window, is the same under
 * all of them.
 *
 * @param name in YAML, for example {@code tracing-10%}
 * @param statistics which counters the proxies keep
 * @param scrapeInterval how often a Prometheus reads services and proxies; null when none does
 * @param percent share of the requests that are traced, 0 to 100
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

  /** As the users of a mesh get it. */
  public static final Telemetry DEFAULT =
      new Telemetry("default", Statistics.ALL, null, 0, AccessLog.OFF);

  /** Every setting there is, in the order in which they are told to people. */
  public static final List<Telemetry> ALL =
      List.of(
          DEFAULT,
          new Telemetry("none", Statistics.FEWEST, null, 0, AccessLog.OFF),
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
   * Lines of the fairness manifest that say what this factor comes to; arms that ask for different
   * telemetry are meant to differ in them.
   */
  public static final Set<String> LINES = Set.of("access log", "telemetry", "tracing");

  /** Which counters a proxy keeps. */
  public enum Statistics {
    ALL,
    /** Those that the evidence is read from. */
    FEWEST
  }

  /** How a proxy writes its access log. */
  public enum AccessLog {
    OFF,
    /** Every line goes to the file at once. */
    EACH_LINE,
    /** Lines go to the file in large pieces. */
    BUFFERED
  }

  /** What a variant asks for; as the default where the name is unknown. */
  public static Telemetry of(Variant variant) {
    return ofName(variant.telemetry()).orElse(DEFAULT);
  }

  /** The setting of that name, or empty when there is none. */
  public static Optional<Telemetry> ofName(String name) {
    return ALL.stream().filter(it -> it.name.equals(name)).findFirst();
  }

  /** The names of those that are listed, comma separated. */
  public static String names(List<Telemetry> some) {
    return some.stream().map(Telemetry::name).collect(Collectors.joining(", "));
  }

  /** Those that the services alone can give, without proxies. */
  public static List<Telemetry> ofServices() {
    return ALL.stream()
        .filter(it -> it.statistics == Statistics.ALL && !it.traces() && !it.logs())
        .toList();
  }

  /** How often a Prometheus reads services and proxies; empty when none does. */
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

  /** Whether it differs from the default, so that it must be seen to be on. */
  public boolean chosen() {
    return !equals(DEFAULT);
  }

  /** Programs it needs beside services and proxies, by name. */
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
