package io.meshgauge.experiment;

import io.meshgauge.measure.Metric;
import io.meshgauge.text.Messages;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A kind of load and the length of its measured window: a row of the report.
 *
 * @param name that of its {@link #load}, and behind it that of its rate, if it has one: {@code
 *     steady-450}; of an own plan any other name
 * @param duration length of the measured window, at least ten seconds
 * @param properties JMeter properties of the plan, and settings of the services for all variants
 *     that do not set them; {@code streams} for {@value #TCP}
 * @param own the user's JMeter plan; empty for the plans of the project
 * @param rate its own; empty: that of the session
 */
public record Plan(
    String name,
    Duration duration,
    SortedMap<String, String> properties,
    Optional<OwnFile> own,
    Optional<Rate> rate) {
  /** Percentiles of fewer seconds have little meaning. */
  public static final Duration MIN_DURATION = Duration.ofSeconds(10);

  /** Requests at the same rate all the time. */
  public static final String STEADY = "steady";

  /** What {@link #STEADY} was called earlier; archives and files may still say so. */
  private static final String FORMER_STEADY = "baseline";

  /** Sends a TCP stream with {@code iperf3}, without JMeter. */
  public static final String TCP = "tcp";

  /** Property of {@link #TCP}: number of parallel connections that carry data. */
  public static final String STREAMS = "streams";

  private static final Set<Metric> OF_STREAMS =
      EnumSet.of(
          Metric.TCP_THROUGHPUT,
          Metric.STREAM_RETRANSMITS,
          Metric.STREAM_LOSS,
          Metric.STREAM_CPU_DATA_PLANE,
          Metric.STREAM_CPU_PATH);

  /**
   * Searches the highest rate of each arm within the objectives, and measures at 50, 70 and 90 % of
   * it.
   */
  public static final String CAPACITY = "capacity";

  /** Sends gRPC calls directly to the services that the application's file names for it. */
  public static final String GRPC = "grpc";

  /** Services fail a share of their calls, so that proxies retry them. */
  public static final String RETRY_STORM = "retry-storm";

  /** Property of {@link #RETRY_STORM}: the share of failed calls; a setting of the services. */
  public static final String FAILURE_RATE = "failure-rate";

  /** Half of all calls: three attempts on each of three hops amount to five requests for one. */
  private static final String DEFAULT_FAILURE_RATE = "0.5";

  private static final Set<String> SAME_RATE = Set.of(STEADY, GRPC, RETRY_STORM);

  /** Measures window after window for hours, to find drifts, failures and recovery times. */
  public static final String SOAK = "soak";

  /** Takes the last process of a service out again and again, under the load of {@link #STEADY}. */
  public static final String FAILOVER = "failover";

  /** Replaces the processes of a service one after the other, under the load of {@link #STEADY}. */
  public static final String ROLLOUT = "rollout";

  /** Plans in whose window processes of a service end and come back. */
  private static final Set<String> DISTURBED = Set.of(FAILOVER, ROLLOUT);

  /** Changes a policy of all proxies again and again, under the load of {@link #STEADY}. */
  public static final String ENFORCEMENT = "enforcement";

  /** Starts one more pod of a service again and again, under the load of {@link #STEADY}. */
  public static final String START = "start";

  /** Plans that cause errors themselves. */
  private static final Set<String> FAILING = Set.of(RETRY_STORM, FAILOVER, ROLLOUT);

  private static final Set<Metric> OF_CHANGES =
      EnumSet.of(Metric.CHANGE_ERRORS, Metric.LONGEST_GAP, Metric.WORST_SECOND, Metric.RECOVERY);

  private static final Set<Metric> OF_CAPACITY =
      EnumSet.of(
          Metric.CAPACITY, Metric.AT_50_P50, Metric.AT_50_P99, Metric.AT_90_P50, Metric.AT_90_P99);

  private static final Set<Metric> OF_ALL =
      EnumSet.of(
          Metric.TCP_RETRANSMITS,
          Metric.CONFIG_OBJECTS,
          Metric.CONFIG_LINES,
          Metric.READY,
          Metric.MEMORY_DATA_PLANE,
          Metric.MEMORY_APPLICATION,
          Metric.MEMORY_SYSTEM);

  public Plan {
    if (duration.compareTo(MIN_DURATION) < 0) {
      throw new IllegalArgumentException(
          "plan %s measures for %s; expected at least %s".formatted(name, duration, MIN_DURATION));
    }
    // Archives of older versions lack it.
    rate = Objects.requireNonNullElse(rate, Optional.empty());
    properties = new TreeMap<>(properties);
    if (loadOf(name, rate).equals(RETRY_STORM)) {
      properties.putIfAbsent(FAILURE_RATE, DEFAULT_FAILURE_RATE);
    }
  }

  /** The name of a plan today, for one that it may have had earlier. */
  public static String current(String name) {
    return name.equals(FORMER_STEADY) ? STEADY : name;
  }

  /** A plan of the project. */
  public Plan(String name, Duration duration, SortedMap<String, String> properties) {
    this(name, duration, properties, Optional.empty(), Optional.empty());
  }

  /**
   * The rate of a plan that has one of its own.
   *
   * @param value requests per second, or a share of the session's rate; above 0
   * @param share whether it is a share
   */
  public record Rate(double value, boolean share) {
    /** The same in a name: {@code 450}, or {@code 25pct} of the session's rate. */
    public String key() {
      double number = share ? value * 100 : value;
      String digits = BigDecimal.valueOf(number).setScale(3, RoundingMode.HALF_UP).toString();
      String plain = digits.replaceAll("\\.?0*$", "");
      return share ? plain + "pct" : plain;
    }

    /** Requests per second in a session of that rate. */
    public double in(double session) {
      return share ? value * session : value;
    }
  }

  private static String loadOf(String name, Optional<Rate> rate) {
    String end = rate.map(it -> "-" + it.key()).orElse("");
    return name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
  }

  /**
   * What is sent: a file name in {@code jmeter-plans} without {@code .jmx}, or {@value #TCP},
   * {@value #CAPACITY}, {@value #SOAK}, {@value #FAILOVER}, {@value #ROLLOUT}, {@value
   * #ENFORCEMENT} or {@value #START}; the name of an own plan.
   */
  public String load() {
    return loadOf(name, rate);
  }

  /** The same plan at the rate of the session. */
  public Plan atSessionRate() {
    return new Plan(load(), duration, properties, own, Optional.empty());
  }

  /** The same plan at a rate of its own, with the rate in its name. */
  public Plan at(Rate other) {
    return new Plan(name + "-" + other.key(), duration, properties, own, Optional.of(other));
  }

  /**
   * A user's JMeter plan.
   *
   * @param jmx path of its file
   * @param data files it reads, relative to its folder
   * @param plugins folder with jars of plugins
   * @param target address in the plan that stands for the entry: a host, or host:port
   * @param jtl whether JMeter's own CSV of the window is kept too
   * @param closedLoop whether its own thread groups send: each request waits for the answer to the
   *     one before, so that the rate is a result
   * @param labels of its samplers, each with what decides whether it is sent; empty text: nothing
   * @param openModel the arrivals of its own thread group, where that has arrivals and no threads
   */
  public record OwnFile(
      String jmx,
      List<String> data,
      Optional<String> plugins,
      Optional<String> target,
      boolean jtl,
      boolean closedLoop,
      Map<String, String> labels,
      Optional<OpenModel> openModel) {
    public OwnFile {
      // Archives of earlier versions have none.
      labels =
          Collections.unmodifiableMap(
              new LinkedHashMap<>(Objects.requireNonNullElse(labels, Map.of())));
      data = List.copyOf(data);
      openModel = Objects.requireNonNullElse(openModel, Optional.empty());
    }

    /** The labels that something in the plan decides on, each with what that is. */
    public List<String> conditional() {
      return labels.entrySet().stream()
          .filter(it -> !it.getValue().isEmpty())
          .map(it -> it.getKey() + " (" + it.getValue() + ")")
          .toList();
    }

    /** The labels that are not among those sent, each with what decides that, if it is known. */
    public List<String> unsent(Collection<String> sent) {
      return labels.entrySet().stream()
          .filter(it -> !sent.contains(it.getKey()))
          .map(
              it ->
                  it.getValue().isEmpty() ? it.getKey() : it.getKey() + " (" + it.getValue() + ")")
          .toList();
    }
  }

  /**
   * Arrivals that a user's plan schedules itself.
   *
   * @param rate the highest, per second
   * @param length of the schedule
   * @param shape fractions of the highest rate, as the load worker reads them
   * @param arrival how arrivals are spread: {@code poisson} or {@code uniform}
   * @param words the schedule, for people
   */
  public record OpenModel(
      double rate, Duration length, String shape, String arrival, String words) {}

  /** What is sent. */
  public enum Kind {
    /** Requests to the application at a given rate, sent by a JMeter plan. */
    REQUESTS,
    /** Requests at rates that are found for each arm. */
    CAPACITY,
    /** A TCP stream from the load to {@code iperf3} at maximum speed. */
    STREAM,
    /** Requests at a steady rate in consecutive windows, each durable when it ends. */
    SOAK
  }

  /** What is sent. */
  public Kind kind() {
    return switch (load()) {
      case TCP -> Kind.STREAM;
      case CAPACITY -> Kind.CAPACITY;
      case SOAK -> Kind.SOAK;
      default -> Kind.REQUESTS;
    };
  }

  /** The JMeter plan: file name without {@code .jmx}. */
  public String jmx() {
    return kind() == Kind.CAPACITY || isSoak() || changes() ? STEADY : current(load());
  }

  /** Whether it sends a TCP stream, which has no requests, rate or response times. */
  public boolean isStream() {
    return kind() == Kind.STREAM;
  }

  /** Whether its requests have a rate that is set, so that probe and pilot apply to it. */
  public boolean hasRate() {
    return !isStream() && !isClosedLoop();
  }

  /**
   * Whether each of its threads waits for an answer before it sends again, so that the rate is a
   * result. The closed loop of {@value #CAPACITY} is a step of its search and not meant.
   */
  public boolean isClosedLoop() {
    return own.filter(OwnFile::closedLoop).isPresent();
  }

  /** What the kind of its loop hides, for describe and every report; empty in an open loop. */
  public Optional<String> caveat() {
    return isClosedLoop() ? Optional.of(Messages.get("experiment.closed-loop")) : Optional.empty();
  }

  /** The arrivals that a user's plan schedules itself. */
  public Optional<OpenModel> openModel() {
    return own.flatMap(OwnFile::openModel);
  }

  /** The same plan for another time. */
  public Plan during(Duration other) {
    return new Plan(name, other, properties, own, rate);
  }

  /** Whether its requests are gRPC calls, which do not enter where those of other plans do. */
  public boolean isGrpc() {
    return load().equals(GRPC);
  }

  /** Whether its requests have the same rate all the time, so that its window can be divided. */
  public boolean isSteady() {
    return SAME_RATE.contains(current(load()));
  }

  /** Whether it measures consecutive windows. */
  public boolean isSoak() {
    return kind() == Kind.SOAK;
  }

  /** Whether processes of a service end and come back in its window. */
  public boolean isDisturbed() {
    return isDisturbed(name);
  }

  /** Whether processes of a service end and come back in the window of a plan of that name. */
  public static boolean isDisturbed(String name) {
    return DISTURBED.contains(name);
  }

  /** Whether the processes of a service are replaced one after the other in its window. */
  public boolean isRollout() {
    return name.equals(ROLLOUT);
  }

  /** Whether a policy changes again and again in its window. */
  public boolean isEnforcement() {
    return name.equals(ENFORCEMENT);
  }

  /** Whether one more pod of a service starts again and again in its window. */
  public boolean isStart() {
    return name.equals(START);
  }

  /** Whether something changes in its window, and every request is recorded. */
  public boolean changes() {
    return isDisturbed() || isEnforcement() || isStart();
  }

  /**
   * Whether the times of its requests are results. Where pods start, they take the load's
   * processors for a moment, and what is timed is the pods.
   */
  public boolean timesRequests() {
    return !isStart();
  }

  /** Number of parallel connections that carry data; 1 by default. */
  public int streams() {
    return Integer.parseInt(properties.getOrDefault(STREAMS, "1"));
  }

  /**
   * Whether an objective of that metric applies under this plan; the error rate does not if the
   * plan itself causes errors.
   */
  public boolean judges(Metric metric) {
    return measures(metric) && !(FAILING.contains(load()) && metric == Metric.ERROR_RATIO);
  }

  /** Whether only a search for the capacity measures a metric. */
  public static boolean isOfCapacity(Metric metric) {
    return OF_CAPACITY.contains(metric);
  }

  /** Whether a run under this plan can have a value of that metric. */
  public boolean measures(Metric metric) {
    if (isOfCapacity(metric)) {
      return kind() == Kind.CAPACITY;
    }
    if (metric.isOfRequestTimes() && !timesRequests()) {
      return false;
    }
    if (OF_CHANGES.contains(metric)) {
      return changes();
    }
    if (metric == Metric.ENFORCED_WITHIN) {
      return isEnforcement();
    }
    if (metric == Metric.START_TIME) {
      return isStart();
    }
    return OF_ALL.contains(metric) || OF_STREAMS.contains(metric) == isStream();
  }
}
