package io.meshgauge.experiment;

import io.meshgauge.measure.Metric;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A kind of load and the length of its measured window: a row of the report.
 *
 * @param name file name in {@code jmeter-plans} without {@code .jmx}, or {@value #TCP}, {@value
 *     #CAPACITY} or {@value #SOAK}
 * @param duration length of the measured window, at least ten seconds
 * @param properties further JMeter properties handed to the plan, and knobs of the services for all
 *     variants that do not set them; of {@value #TCP}: {@code streams}
 */
public record Plan(String name, Duration duration, SortedMap<String, String> properties) {
  /** Shorter windows are refused: percentiles of fewer seconds say little. */
  public static final Duration SHORTEST = Duration.ofSeconds(10);

  /** The plan that sends a TCP stream by {@code iperf3}; there is no JMeter plan behind it. */
  public static final String TCP = "tcp";

  /** The property of {@link #TCP} that says how many parallel connections carry data. */
  public static final String STREAMS = "streams";

  private static final Set<Metric> OF_STREAMS =
      EnumSet.of(
          Metric.TCP_THROUGHPUT,
          Metric.STREAM_RETRANSMITS,
          Metric.STREAM_LOSS,
          Metric.STREAM_CPU_DATA_PLANE,
          Metric.STREAM_CPU_PATH);

  /**
   * The plan that searches the highest rate of each arm within the objectives, and measures at 50,
   * 70 and 90 % of it.
   */
  public static final String CAPACITY = "capacity";

  /** The plan that makes the gRPC calls to {@code auth} and {@code payment} itself. */
  public static final String GRPC = "grpc";

  /** The plan under which services fail a share of their calls, so that proxies send them again. */
  public static final String RETRY_STORM = "retry-storm";

  /** The property of {@link #RETRY_STORM} that says which share; a knob of the services. */
  public static final String FAILURE_RATE = "failure-rate";

  /** Half of all calls: three tries on each of three hops come to five requests for one. */
  private static final String USUAL_FAILURE_RATE = "0.5";

  /**
   * The plan that measures window after window for hours: what drifts, what breaks, and how long it
   * takes to mend.
   */
  public static final String SOAK = "soak";

  private static final Set<Metric> OF_CAPACITY =
      EnumSet.of(
          Metric.CAPACITY, Metric.AT_50_P50, Metric.AT_50_P99, Metric.AT_90_P50, Metric.AT_90_P99);

  private static final Set<Metric> OF_ALL =
      EnumSet.of(
          Metric.TCP_RETRANSMITS,
          Metric.MEMORY_DATA_PLANE,
          Metric.MEMORY_APPLICATION,
          Metric.MEMORY_SYSTEM);

  public Plan {
    if (duration.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "plan %s measures for %s; expected at least %s".formatted(name, duration, SHORTEST));
    }
    properties = new TreeMap<>(properties);
    if (name.equals(RETRY_STORM)) {
      properties.putIfAbsent(FAILURE_RATE, USUAL_FAILURE_RATE);
    }
  }

  /** What is sent. */
  public enum Kind {
    /** Requests to the sample services, by a JMeter plan, at a rate. */
    REQUESTS,
    /** Requests as well, at rates that are found for each arm. */
    CAPACITY,
    /** A TCP stream from the load to {@code iperf3}, as fast as it goes. */
    STREAM,
    /** Requests at a steady rate, window after window, each of them durable when it ends. */
    SOAK
  }

  /** What is sent. */
  public Kind kind() {
    return switch (name) {
      case TCP -> Kind.STREAM;
      case CAPACITY -> Kind.CAPACITY;
      case SOAK -> Kind.SOAK;
      default -> Kind.REQUESTS;
    };
  }

  /** The JMeter plan behind it: file name without {@code .jmx}. */
  public String jmx() {
    return name.equals(CAPACITY) || isSoak() ? "baseline" : name;
  }

  /** Whether it sends a TCP stream: no request, no rate and no response time. */
  public boolean isStream() {
    return kind() == Kind.STREAM;
  }

  /** Whether its requests are gRPC calls, which do not enter where those of the others do. */
  public boolean isGrpc() {
    return name.equals(GRPC);
  }

  /** Whether it measures window after window. */
  public boolean isSoak() {
    return kind() == Kind.SOAK;
  }

  /** Parallel connections that carry data; 1 when it was not said. */
  public int streams() {
    return Integer.parseInt(properties.getOrDefault(STREAMS, "1"));
  }

  /**
   * Whether an objective of that metric is held against a run under this plan: not the share of
   * errors where the plan itself makes them.
   */
  public boolean judges(Metric metric) {
    return measures(metric) && !(name.equals(RETRY_STORM) && metric == Metric.ERROR_RATIO);
  }

  /** Whether a run under this plan can have a value of that metric. */
  public boolean measures(Metric metric) {
    if (OF_CAPACITY.contains(metric)) {
      return kind() == Kind.CAPACITY;
    }
    return OF_ALL.contains(metric) || OF_STREAMS.contains(metric) == isStream();
  }
}
