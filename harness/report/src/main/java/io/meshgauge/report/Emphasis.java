package io.meshgauge.report;

import io.meshgauge.experiment.Plan;
import io.meshgauge.measure.Metric;
import java.util.List;

/**
 * Metrics that the report emphasises under a kind of plan.
 *
 * @param lead metric of the verdict
 * @param headlines metrics shown first; the others follow below
 * @param charts metrics whose differences are drawn
 * @param secondary metrics the verdict mentions after the lead
 * @param added metrics that show the cost of additions; CPU of the services is not among them,
 *     because it would hide that cost
 */
public record Emphasis(
    Metric lead,
    List<Metric> headlines,
    List<Metric> charts,
    List<Metric> secondary,
    List<Metric> added) {
  private static final Emphasis REQUESTS =
      new Emphasis(
          Metric.RESPONSE_P99,
          List.of(
              Metric.RESPONSE_P99,
              Metric.RESPONSE_P50,
              Metric.THROUGHPUT,
              Metric.CPU_SYSTEM,
              Metric.MEMORY_SYSTEM),
          List.of(
              Metric.RESPONSE_P99, Metric.RESPONSE_P50, Metric.CPU_SYSTEM, Metric.MEMORY_SYSTEM),
          List.of(Metric.RESPONSE_P50, Metric.CPU_SYSTEM, Metric.MEMORY_SYSTEM, Metric.THROUGHPUT),
          List.of(Metric.RESPONSE_P50, Metric.RESPONSE_P99, Metric.CPU_DATA_PLANE));

  private static final Emphasis STREAM =
      new Emphasis(
          Metric.TCP_THROUGHPUT,
          List.of(
              Metric.TCP_THROUGHPUT,
              Metric.STREAM_RETRANSMITS,
              Metric.STREAM_LOSS,
              Metric.STREAM_CPU_PATH,
              Metric.MEMORY_DATA_PLANE),
          List.of(
              Metric.TCP_THROUGHPUT,
              Metric.STREAM_RETRANSMITS,
              Metric.STREAM_CPU_PATH,
              Metric.MEMORY_DATA_PLANE),
          List.of(Metric.STREAM_RETRANSMITS, Metric.STREAM_CPU_PATH, Metric.MEMORY_DATA_PLANE),
          List.of(Metric.TCP_THROUGHPUT, Metric.STREAM_CPU_DATA_PLANE, Metric.MEMORY_DATA_PLANE));

  private static final Emphasis CAPACITY =
      new Emphasis(
          Metric.CAPACITY,
          List.of(
              Metric.CAPACITY,
              Metric.AT_50_P99,
              Metric.RESPONSE_P99,
              Metric.AT_90_P99,
              Metric.CPU_SYSTEM),
          List.of(Metric.CAPACITY, Metric.AT_50_P99, Metric.RESPONSE_P99, Metric.CPU_SYSTEM),
          List.of(Metric.RESPONSE_P99, Metric.CPU_SYSTEM),
          List.of(Metric.CAPACITY, Metric.RESPONSE_P99, Metric.CPU_DATA_PLANE));

  private static final Emphasis CHANGES =
      new Emphasis(
          Metric.CHANGE_ERRORS,
          List.of(
              Metric.CHANGE_ERRORS,
              Metric.LONGEST_GAP,
              Metric.WORST_SECOND,
              Metric.RECOVERY,
              Metric.CPU_SYSTEM),
          List.of(Metric.CHANGE_ERRORS, Metric.LONGEST_GAP, Metric.WORST_SECOND, Metric.RECOVERY),
          List.of(Metric.LONGEST_GAP, Metric.WORST_SECOND, Metric.RECOVERY),
          List.of(Metric.CHANGE_ERRORS, Metric.LONGEST_GAP, Metric.CPU_DATA_PLANE));

  private static final Emphasis ENFORCEMENT =
      new Emphasis(
          Metric.CHANGE_ERRORS,
          List.of(
              Metric.ENFORCED_WITHIN,
              Metric.CHANGE_ERRORS,
              Metric.LONGEST_GAP,
              Metric.WORST_SECOND,
              Metric.CPU_SYSTEM),
          List.of(Metric.ENFORCED_WITHIN, Metric.CHANGE_ERRORS, Metric.WORST_SECOND),
          List.of(Metric.LONGEST_GAP, Metric.WORST_SECOND),
          List.of(Metric.CHANGE_ERRORS, Metric.WORST_SECOND, Metric.CPU_DATA_PLANE));

  private static final Emphasis START =
      new Emphasis(
          Metric.START_TIME,
          List.of(Metric.START_TIME, Metric.CHANGE_ERRORS, Metric.LONGEST_GAP, Metric.CPU_SYSTEM),
          List.of(Metric.START_TIME, Metric.CHANGE_ERRORS, Metric.LONGEST_GAP),
          List.of(Metric.CHANGE_ERRORS, Metric.LONGEST_GAP),
          List.of(Metric.START_TIME, Metric.CHANGE_ERRORS, Metric.CPU_DATA_PLANE));

  public Emphasis {
    headlines = List.copyOf(headlines);
    charts = List.copyOf(charts);
    secondary = List.copyOf(secondary);
    added = List.copyOf(added);
  }

  /** The emphasis under a plan. */
  public static Emphasis of(Plan plan) {
    return switch (plan.kind()) {
      case REQUESTS, SOAK -> ofRequests(plan);
      case CAPACITY -> CAPACITY;
      case STREAM -> STREAM;
    };
  }

  private static Emphasis ofRequests(Plan plan) {
    if (plan.isStart()) {
      return START;
    }
    return plan.isEnforcement() ? ENFORCEMENT : plan.isDisturbed() ? CHANGES : REQUESTS;
  }
}
