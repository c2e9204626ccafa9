package io.meshgauge.report.arm;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import io.meshgauge.stats.Proportion;
import io.meshgauge.stats.Replicates;
import io.meshgauge.text.Messages;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One variant under one plan with all its runs, of any outcome.
 *
 * @param variant column of the report
 * @param plan row of the report
 * @param runs in the order they ran
 */
public record Arm(Variant variant, Plan plan, List<Run> runs) {

  public Arm {
    runs = List.copyOf(runs);
  }

  /** The variant's name. */
  public String name() {
    return variant.name();
  }

  /** Label of the variant; a model is marked as one. */
  public String label() {
    return isModel() ? Messages.get("report.model", name()) : name();
  }

  /** Whether the numbers are those of a model of the product. */
  public boolean isModel() {
    return runs.stream().anyMatch(run -> run.fidelity() == Fidelity.MODEL);
  }

  /** Results of the load workers in the valid runs. */
  public List<LoadResult> loads() {
    return valid().stream().flatMap(run -> run.measuredLoad().stream()).toList();
  }

  /** Runs that are compared and scored. */
  public List<Run> valid() {
    return runs.stream().filter(Run::valid).toList();
  }

  /**
   * The arm without exclusion of void runs: the first measured run of each trial, void or valid,
   * without repeats. No rule has selected these runs.
   */
  public Arm ofFirstRuns() {
    Map<Trial, Run> first = new LinkedHashMap<>();
    for (Run run : runs) {
      if (!run.measurements().isEmpty()) {
        first.putIfAbsent(
            run.trial().at(0),
            run.outcome() == Outcome.VOID ? run.judged(Outcome.VALID, List.of()) : run);
      }
    }
    return new Arm(variant, plan, List.copyOf(first.values()));
  }

  /** Number of runs with an outcome. */
  public long count(Outcome outcome) {
    return runs.stream().filter(run -> run.outcome() == outcome).count();
  }

  /** Counts of outcomes, for example {@code 2 valid, 1 void}. */
  public String outcomes() {
    return runs.isEmpty()
        ? Messages.get("report.no-run")
        : outcomes(outcome -> ReportText.runs(count(outcome), outcome));
  }

  /** Counts of outcomes as programs read them: the same in all languages. */
  public String outcomeKeys() {
    return runs.isEmpty()
        ? "no run"
        : outcomes(outcome -> count(outcome) + " " + ReportText.key(outcome));
  }

  private String outcomes(Function<Outcome, String> words) {
    return Stream.of(Outcome.values())
        .filter(outcome -> count(outcome) > 0)
        .map(words)
        .collect(Collectors.joining(", "));
  }

  /**
   * Values of a metric in the valid runs, in running order. Percentiles are included even if a run
   * has too few values for them.
   */
  public double[] values(Metric metric) {
    return valid().stream().flatMapToDouble(run -> run.value(metric).stream()).toArray();
  }

  /**
   * Values of a metric in the valid runs, by block. Empty if no valid run has the metric, or if a
   * run has fewer than ten values beyond a percentile: it would be one of the largest values.
   */
  public Optional<Replicates> replicates(Metric metric) {
    SortedMap<Integer, Double> byBlock = Run.byReplicate(valid(), metric);
    return byBlock.isEmpty()
        ? Optional.empty()
        : Optional.of(new Replicates(byBlock, Run.byRound(valid(), metric)));
  }

  /** The replicates that are scored; all requests are one sample of errors. */
  public Map<Metric, Replicates> scored() {
    Map<Metric, Replicates> values = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      replicates(metric).ifPresent(found -> values.put(metric, found));
    }
    // A failed deployment counts in full.
    errors()
        .ifPresent(
            pooled ->
                values.computeIfPresent(
                    Metric.ERROR_RATIO, (metric, runs) -> runs.all(pooled.value())));
    return values;
  }

  /** Whether the metric is a percentile for which a valid run has too few values. */
  public boolean beyondTheData(Metric metric) {
    return Quantile.beyondTheData(metric, loads());
  }

  /** Failed requests among those of all valid runs; empty if none was sent. */
  public Optional<Proportion> errors() {
    long scheduled = loads().stream().mapToLong(LoadResult::scheduled).sum();
    return scheduled == 0
        ? Optional.empty()
        : Optional.of(
            new Proportion(loads().stream().mapToLong(LoadResult::failed).sum(), scheduled));
  }

  /** Merged response times of the valid runs, of requests that should succeed. */
  public LatencyHistogram response() {
    // Of the labels at once: a histogram per run of thousands would not fit into memory.
    return LatencyHistogram.merge(
        loads().stream()
            .flatMap(load -> load.labels().stream())
            .filter(label -> !label.refused())
            .map(LabelResult::response)
            .toList());
  }

  /** All evidence of this arm. */
  public List<Evidence> evidence() {
    return runs.stream().flatMap(run -> run.evidence().stream()).toList();
  }

  /** Combined verdict of the evidence; a valid run without evidence is unverified. */
  public EvidenceMark evidenceMark() {
    boolean gap = valid().stream().anyMatch(run -> run.evidence().isEmpty());
    boolean broken = evidence().stream().anyMatch(Evidence::unproven);
    if (count(Outcome.UNVERIFIED) > 0 || gap || broken) {
      return EvidenceMark.UNVERIFIED;
    }
    return evidence().isEmpty() ? EvidenceMark.NONE : EvidenceMark.OBSERVED;
  }

  /** Archive file of a metric, relative to a run's folder; empty if unknown. */
  public Optional<String> source(Metric metric) {
    return runs.stream()
        .flatMap(run -> run.measurements().stream())
        .filter(measurement -> measurement.metric() == metric)
        .map(measurement -> measurement.source())
        .findFirst();
  }

  /** Combined verdict of the evidence of an arm. */
  public enum EvidenceMark {
    /** Every guarantee was observed in every run. */
    OBSERVED,
    /** A guarantee was not observed. */
    UNVERIFIED,
    /** No evidence: no run got that far. */
    NONE;

    /** Label printed in tables. */
    public String key() {
      return ReportText.of(this);
    }
  }
}
