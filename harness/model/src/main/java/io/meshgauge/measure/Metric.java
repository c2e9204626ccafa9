package io.meshgauge.measure;

import io.meshgauge.text.Messages;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** A quantity that is measured once per run, with its unit and the direction that is better. */
public enum Metric {
  RESPONSE_P50("response_p50", Unit.SECONDS, false),
  RESPONSE_P90("response_p90", Unit.SECONDS, false),
  RESPONSE_P95("response_p95", Unit.SECONDS, false),
  RESPONSE_P99("response_p99", Unit.SECONDS, false),
  RESPONSE_P999("response_p999", Unit.SECONDS, false),
  RESPONSE_MEAN("response_mean", Unit.SECONDS, false),
  /** Standard deviation of the response times within a run. */
  RESPONSE_DEVIATION("response_deviation", Unit.SECONDS, false),
  SERVICE_P50("service_p50", Unit.SECONDS, false),
  SERVICE_P99("service_p99", Unit.SECONDS, false),
  FIRST_BYTE_P50("first_byte_p50", Unit.SECONDS, false),
  FIRST_BYTE_P99("first_byte_p99", Unit.SECONDS, false),
  DENIED_P50("denied_p50", Unit.SECONDS, false),
  DENIED_P99("denied_p99", Unit.SECONDS, false),
  THROUGHPUT("throughput", Unit.REQUESTS_PER_SECOND, true),
  ERROR_RATIO("error_ratio", Unit.RATIO, false),
  CPU_DATA_PLANE("cpu_data_plane", Unit.CPU_SECONDS_PER_1000_REQUESTS, false),
  CPU_APPLICATION("cpu_application", Unit.CPU_SECONDS_PER_1000_REQUESTS, false),
  CPU_SYSTEM("cpu_system", Unit.CPU_SECONDS_PER_1000_REQUESTS, false),
  MEMORY_DATA_PLANE("memory_data_plane", Unit.BYTES, false),
  MEMORY_APPLICATION("memory_application", Unit.BYTES, false),
  MEMORY_SYSTEM("memory_system", Unit.BYTES, false),
  /** Bytes sent per 1000 requests: over loopback on one machine, by all pods on a cluster. */
  NETWORK_BYTES("network_bytes", Unit.BYTES, false),
  TCP_RETRANSMITS("tcp_retransmits", Unit.PER_GIB, false),
  TCP_THROUGHPUT("tcp_throughput", Unit.BITS_PER_SECOND, true),
  STREAM_RETRANSMITS("stream_retransmits", Unit.PER_GIB, false),
  STREAM_LOSS("stream_loss", Unit.RATIO, false),
  STREAM_CPU_DATA_PLANE("stream_cpu_data_plane", Unit.CPU_SECONDS_PER_GIB, false),
  STREAM_CPU_PATH("stream_cpu_path", Unit.CPU_SECONDS_PER_GIB, false),
  CAPACITY("capacity", Unit.REQUESTS_PER_SECOND, true),
  AT_50_P50("at_50_p50", Unit.SECONDS, false),
  AT_50_P99("at_50_p99", Unit.SECONDS, false),
  AT_90_P50("at_90_p50", Unit.SECONDS, false),
  AT_90_P99("at_90_p99", Unit.SECONDS, false),
  CONFIG_OBJECTS("config_objects", Unit.COUNT, false),
  CONFIG_LINES("config_lines", Unit.COUNT, false),
  READY("ready", Unit.SECONDS, false),
  CHANGE_ERRORS("change_errors", Unit.COUNT, false),
  LONGEST_GAP("longest_gap", Unit.SECONDS, false),
  WORST_SECOND("worst_second", Unit.SECONDS, false),
  RECOVERY("recovery", Unit.SECONDS, false),
  ENFORCED_WITHIN("enforced_within", Unit.SECONDS, false),
  START_TIME("start_time", Unit.SECONDS, false),
  NEW_CONNECTIONS("new_connections", Unit.COUNT, false),
  THROTTLED_APPLICATION("throttled_application", Unit.RATIO, false),
  THROTTLED_DATA_PLANE("throttled_data_plane", Unit.RATIO, false);

  private static final Set<Metric> REQUEST_TIMES =
      EnumSet.of(
          RESPONSE_P50,
          RESPONSE_P90,
          RESPONSE_P95,
          RESPONSE_P99,
          RESPONSE_P999,
          RESPONSE_MEAN,
          RESPONSE_DEVIATION,
          SERVICE_P50,
          SERVICE_P99,
          FIRST_BYTE_P50,
          FIRST_BYTE_P99,
          DENIED_P50,
          DENIED_P99,
          WORST_SECOND);

  private final String key;
  private final Unit unit;
  private final boolean moreIsBetter;

  Metric(String key, Unit unit, boolean moreIsBetter) {
    this.key = key;
    this.unit = unit;
    this.moreIsBetter = moreIsBetter;
  }

  /** The name used in YAML, JSON and CSV, for example {@code response_p99}. */
  public String key() {
    return key;
  }

  /** The name used in tables and charts. */
  public String title() {
    return Messages.of("metric.title", this);
  }

  /** The name used in sentences, for example {@code p99}. */
  public String brief() {
    return switch (this) {
      case RESPONSE_P50 -> "p50";
      case RESPONSE_P99 -> "p99";
      case CAPACITY -> Messages.get("metric.capacity");
      case AT_50_P99 -> Messages.get("metric.p99-at-50");
      case CPU_SYSTEM, STREAM_CPU_PATH -> Messages.get("metric.cpu");
      case CPU_DATA_PLANE, STREAM_CPU_DATA_PLANE -> Messages.get("metric.cpu-data-plane");
      case STREAM_RETRANSMITS -> Messages.get("metric.retransmits");
      case MEMORY_SYSTEM, MEMORY_DATA_PLANE -> Messages.get("metric.memory");
      case CONFIG_OBJECTS -> Messages.get("metric.config-objects");
      case CONFIG_LINES -> Messages.get("metric.config-lines");
      case READY -> Messages.get("metric.ready");
      case CHANGE_ERRORS -> Messages.get("metric.change-errors");
      case LONGEST_GAP -> Messages.get("metric.longest-gap");
      case WORST_SECOND -> Messages.get("metric.worst-second");
      case RECOVERY -> Messages.get("metric.recovery");
      case ENFORCED_WITHIN -> Messages.get("metric.enforced-within");
      case START_TIME -> Messages.get("metric.start-time");
      case NEW_CONNECTIONS -> Messages.get("metric.new-connections");
      case AT_90_P99 -> Messages.get("metric.p99-at-90");
      case THROUGHPUT, TCP_THROUGHPUT -> Messages.get("metric.throughput");
      default -> title();
    };
  }

  /** Whether it is of the times of requests, so that a late load generator changes it. */
  public boolean isOfRequestTimes() {
    return REQUEST_TIMES.contains(this);
  }

  /** The unit of every stored value. */
  public Unit unit() {
    return unit;
  }

  /** Whether a larger value is the better one. */
  public boolean moreIsBetter() {
    return moreIsBetter;
  }

  /** The metric of that key, or empty when there is none. */
  public static Optional<Metric> ofKey(String key) {
    return Arrays.stream(values()).filter(metric -> metric.key.equals(key)).findFirst();
  }
}
