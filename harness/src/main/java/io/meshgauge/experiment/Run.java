package io.meshgauge.experiment;

import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.SecondSample;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.TcpUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A trial that was executed, as the archive gives it back.
 *
 * @param trial what was planned
 * @param outcome what became of it
 * @param reasons why it is not valid; empty when it is
 * @param fidelity how near the contestant is to the product
 * @param environment facts of machine and versions
 * @param fairness settings that must be alike in all arms, by name; what differs because it is the
 *     factor under test has a name that starts with {@link #FACTOR}
 * @param evidence what was observed of the promises
 * @param load what was sent and answered, or null when the run failed before or sent a stream
 * @param resources use of CPU and memory by container
 * @param tcp TCP counters, or null when they could not be read
 * @param hops latency per hop
 * @param measurements one value per metric
 * @param stream what a TCP stream carried, or null when the run failed before or sent requests
 * @param capacity what was searched for under the plan {@value Plan#CAPACITY}, or null
 * @param soak window by window what was seen under the plan {@value Plan#SOAK}, or null
 * @param machine how busy the machine was in the window, other work included; null in archives that
 *     did not record it, and of a soak, whose windows have it one by one
 */
public record Run(
    Trial trial,
    Outcome outcome,
    List<Reason> reasons,
    Fidelity fidelity,
    Environment environment,
    SortedMap<String, String> fairness,
    List<Evidence> evidence,
    @Nullable LoadResult load,
    List<ResourceUse> resources,
    @Nullable TcpUse tcp,
    List<HopLatency> hops,
    List<Measurement> measurements,
    @Nullable StreamResult stream,
    @Nullable CapacityResult capacity,
    @Nullable SoakRecord soak,
    @Nullable MachineUse machine) {
  /** Prefix of the lines of the fairness manifest that are the factor under test. */
  public static final String FACTOR = "factor.";

  public Run {
    reasons = List.copyOf(reasons);
    fairness = new TreeMap<>(fairness);
    evidence = List.copyOf(evidence);
    resources = List.copyOf(resources);
    hops = List.copyOf(hops);
    measurements = List.copyOf(measurements);
  }

  /** A run that sent requests, or failed before it sent anything. */
  public Run(
      Trial trial,
      Outcome outcome,
      List<Reason> reasons,
      Fidelity fidelity,
      Environment environment,
      SortedMap<String, String> fairness,
      List<Evidence> evidence,
      @Nullable LoadResult load,
      List<ResourceUse> resources,
      @Nullable TcpUse tcp,
      List<HopLatency> hops,
      List<Measurement> measurements) {
    this(
        trial,
        outcome,
        reasons,
        fidelity,
        environment,
        fairness,
        evidence,
        load,
        resources,
        tcp,
        hops,
        measurements,
        null);
  }

  /** A run that neither searched a capacity nor was a soak. */
  public Run(
      Trial trial,
      Outcome outcome,
      List<Reason> reasons,
      Fidelity fidelity,
      Environment environment,
      SortedMap<String, String> fairness,
      List<Evidence> evidence,
      @Nullable LoadResult load,
      List<ResourceUse> resources,
      @Nullable TcpUse tcp,
      List<HopLatency> hops,
      List<Measurement> measurements,
      @Nullable StreamResult stream) {
    this(
        trial,
        outcome,
        reasons,
        fidelity,
        environment,
        fairness,
        evidence,
        load,
        resources,
        tcp,
        hops,
        measurements,
        stream,
        null,
        null,
        null);
  }

  /** The same run with the record of a soak. */
  public Run with(SoakRecord record) {
    return new Run(
        trial,
        outcome,
        reasons,
        fidelity,
        environment,
        fairness,
        evidence,
        load,
        resources,
        tcp,
        hops,
        measurements,
        stream,
        capacity,
        record,
        machine);
  }

  /** The same run with another outcome, for other reasons. */
  public Run judged(Outcome other, List<Reason> because) {
    return new Run(
        trial,
        other,
        because,
        fidelity,
        environment,
        fairness,
        evidence,
        load,
        resources,
        tcp,
        hops,
        measurements,
        stream,
        capacity,
        soak,
        machine);
  }

  /**
   * The same run with its send lag judged by a limit, whatever limit it was judged by when it ran.
   * A failed run and a soak stay as they are.
   */
  Run judgedBy(LagLimit limit) {
    LoadResult sent = load;
    if (sent == null || outcome == Outcome.FAILED || trial.plan().isSoak()) {
      return this;
    }
    List<Reason> kept = new ArrayList<>(reasons);
    kept.removeIf(reason -> reason.rule().equals(LagLimit.RULE) || unanswered(reason));
    limit.broken(sent).ifPresent(kept::add);
    if (outcome == Outcome.UNVERIFIED) {
      return judged(outcome, kept);
    }
    return judged(kept.isEmpty() ? Outcome.VALID : Outcome.VOID, kept);
  }

  /** What voided runs of older versions: requests without an answer, which are errors. */
  private static boolean unanswered(Reason reason) {
    return reason.rule().equals("achieved-rate");
  }

  /** The same run as one that is not needed: an earlier run of its trial is valid. */
  Run replaced() {
    return judged(
        Outcome.VOID,
        List.of(
            new Reason(
                "not-needed",
                "it repeats a run that was void when it ran, and is valid by the limit that holds for all arms")));
  }

  /** Whether the run's numbers may be compared and scored. */
  public boolean valid() {
    return outcome == Outcome.VALID;
  }

  /** The load result; empty when the run failed before it was measured. */
  public Optional<LoadResult> measuredLoad() {
    return Optional.ofNullable(load);
  }

  /** What the stream carried; empty when the run sent requests or failed before. */
  public Optional<StreamResult> measuredStream() {
    return Optional.ofNullable(stream);
  }

  /** The capacity that was searched for; empty under other plans. */
  public Optional<CapacityResult> searchedCapacity() {
    return Optional.ofNullable(capacity);
  }

  /** The record of a soak; empty under other plans. */
  public Optional<SoakRecord> soaked() {
    return Optional.ofNullable(soak);
  }

  /** Second by second; answers that came after the planned window are in the totals only. */
  public List<SecondSample> seconds() {
    long planned = trial.plan().duration().toSeconds();
    return measuredLoad().map(LoadResult::seconds).orElse(List.of()).stream()
        .filter(sample -> sample.second() < planned)
        .toList();
  }

  /** The value of one metric, in its unit; empty when it was not measured. */
  public OptionalDouble value(Metric metric) {
    return measurements.stream()
        .filter(measurement -> measurement.metric() == metric)
        .mapToDouble(Measurement::value)
        .findFirst();
  }
}
