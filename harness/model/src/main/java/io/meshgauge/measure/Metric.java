package io.meshgauge.measure;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** A quantity that is measured once per run, with its unit and the direction that is better. */
public enum Metric {
  RESPONSE_P50("response_p50", "Response time p50", Unit.SECONDS, false),
  RESPONSE_P90("response_p90", "Response time p90", Unit.SECONDS, false),
  RESPONSE_P95("response_p95", "Response time p95", Unit.SECONDS, false),
  RESPONSE_P99("response_p99", "Response time p99", Unit.SECONDS, false),
  RESPONSE_P999("response_p999", "Response time p99.9", Unit.SECONDS, false),
  SERVICE_P50("service_p50", "Service time p50", Unit.SECONDS, false),
  SERVICE_P99("service_p99", "Service time p99", Unit.SECONDS, false),
  FIRST_BYTE_P50("first_byte_p50", "Time to first byte p50", Unit.SECONDS, false),
  FIRST_BYTE_P99("first_byte_p99", "Time to first byte p99", Unit.SECONDS, false),
  DENIED_P50("denied_p50", "Response time p50 of refused requests", Unit.SECONDS, false),
  DENIED_P99("denied_p99", "Response time p99 of refused requests", Unit.SECONDS, false),
  THROUGHPUT("throughput", "Completed requests", Unit.REQUESTS_PER_SECOND, true),
  ERROR_RATIO("error_ratio", "Unexpected answers", Unit.RATIO, false),
  CPU_DATA_PLANE(
      "cpu_data_plane", "CPU of the data plane", Unit.CPU_SECONDS_PER_1000_REQUESTS, false),
  CPU_APPLICATION(
      "cpu_application", "CPU of the services", Unit.CPU_SECONDS_PER_1000_REQUESTS, false),
  CPU_SYSTEM(
      "cpu_system", "CPU of services and data plane", Unit.CPU_SECONDS_PER_1000_REQUESTS, false),
  MEMORY_DATA_PLANE("memory_data_plane", "Memory of the data plane", Unit.BYTES, false),
  MEMORY_APPLICATION("memory_application", "Memory of the services", Unit.BYTES, false),
  MEMORY_SYSTEM("memory_system", "Memory of services and data plane", Unit.BYTES, false),
  TCP_RETRANSMITS("tcp_retransmits", "Retransmitted TCP segments", Unit.PER_GIB, false),
  TCP_THROUGHPUT("tcp_throughput", "TCP throughput", Unit.BITS_PER_SECOND, true),
  STREAM_RETRANSMITS("stream_retransmits", "Retransmits of the sender", Unit.PER_GIB, false),
  STREAM_LOSS("stream_loss", "Loss estimate of the sender", Unit.RATIO, false),
  STREAM_CPU_DATA_PLANE(
      "stream_cpu_data_plane", "CPU of the data plane per GiB", Unit.CPU_SECONDS_PER_GIB, false),
  STREAM_CPU_PATH(
      "stream_cpu_path",
      "CPU of sender, data plane and receiver per GiB",
      Unit.CPU_SECONDS_PER_GIB,
      false),
  CAPACITY("capacity", "Highest rate within the objectives", Unit.REQUESTS_PER_SECOND, true),
  AT_50_P50("at_50_p50", "Response time p50 at 50 % of the capacity", Unit.SECONDS, false),
  AT_50_P99("at_50_p99", "Response time p99 at 50 % of the capacity", Unit.SECONDS, false),
  AT_90_P50("at_90_p50", "Response time p50 at 90 % of the capacity", Unit.SECONDS, false),
  AT_90_P99("at_90_p99", "Response time p99 at 90 % of the capacity", Unit.SECONDS, false);

  private final String key;
  private final String title;
  private final Unit unit;
  private final boolean moreIsBetter;

  Metric(String key, String title, Unit unit, boolean moreIsBetter) {
    this.key = key;
    this.title = title;
    this.unit = unit;
    this.moreIsBetter = moreIsBetter;
  }

  /** The name used in YAML, JSON and CSV, for example {@code response_p99}. */
  public String key() {
    return key;
  }

  /** The name used in tables and charts. */
  public String title() {
    return title;
  }

  /** The name used in sentences, for example {@code p99}. */
  public String brief() {
    return switch (this) {
      case RESPONSE_P50 -> "p50";
      case RESPONSE_P99 -> "p99";
      case CAPACITY -> "capacity";
      case AT_50_P99 -> "p99 at 50 %";
      case CPU_SYSTEM, STREAM_CPU_PATH -> "CPU";
      case CPU_DATA_PLANE, STREAM_CPU_DATA_PLANE -> "CPU of the data plane";
      case STREAM_RETRANSMITS -> "retransmits";
      case MEMORY_SYSTEM, MEMORY_DATA_PLANE -> "memory";
      case AT_90_P99 -> "p99 at 90 %";
      case THROUGHPUT, TCP_THROUGHPUT -> "throughput";
      default -> title;
    };
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

  /** All keys in declaration order, comma separated, for messages that say what exists. */
  public static String keys() {
    return Arrays.stream(values()).map(Metric::key).collect(Collectors.joining(", "));
  }
}
