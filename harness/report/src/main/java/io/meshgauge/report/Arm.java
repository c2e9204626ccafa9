package io.meshgauge.report;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import io.meshgauge.stats.Proportion;
import io.meshgauge.stats.Replicates;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One variant under one plan with all its runs, whatever became of them.
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

  /** The name printed with a number: a model never has the bare name of its product. */
  public String label() {
    return isModel() ? name() + " (model)" : name();
  }

  /** Whether the numbers are those of a model of the product. */
  public boolean isModel() {
    return runs.stream().anyMatch(run -> run.fidelity() == Fidelity.MODEL);
  }

  /** What the load workers sent and got in the valid runs. */
  List<LoadResult> loads() {
    return valid().stream().flatMap(run -> run.measuredLoad().stream()).toList();
  }

  /** The runs whose numbers may be compared and scored. */
  public List<Run> valid() {
    return runs.stream().filter(Run::valid).toList();
  }

  /**
   * The same arm as if no run had been left out for being void: of each trial the first run that
   * was measured counts, void or valid, and no repeat of it. So nothing was selected by a rule.
   */
  Arm ofFirstRuns() {
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

  /** How many runs had that outcome. */
  public long count(Outcome outcome) {
    return runs.stream().filter(run -> run.outcome() == outcome).count();
  }

  /** The outcomes in words, for example {@code 2 valid, 1 void}. */
  public String outcomes() {
    String words =
        Stream.of(Outcome.values())
            .filter(outcome -> count(outcome) > 0)
            .map(outcome -> count(outcome) + " " + ReportText.of(outcome))
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "no run" : words;
  }

  /**
   * The values of a metric in the valid runs, in the order they ran; also of a percentile that lies
   * beyond what a run holds.
   */
  public double[] values(Metric metric) {
    return valid().stream().flatMapToDouble(run -> run.value(metric).stream()).toArray();
  }

  /**
   * The values of a metric in the valid runs by block; empty where no valid run has it, and of a
   * percentile beyond which a run holds fewer than ten values: it would be one of the largest.
   */
  public Optional<Replicates> replicates(Metric metric) {
    if (beyondTheData(metric)) {
      return Optional.empty();
    }
    SortedMap<Integer, Double> byBlock = new TreeMap<>();
    for (Run run : valid()) {
      run.value(metric).ifPresent(value -> byBlock.put(run.trial().replicate(), value));
    }
    return byBlock.isEmpty() ? Optional.empty() : Optional.of(new Replicates(byBlock));
  }

  /** Whether the metric is a percentile for which some valid run holds too few values. */
  boolean beyondTheData(Metric metric) {
    return Quantile.beyondTheData(metric, loads());
  }

  /** How many of the requests of all valid runs failed; empty where none was sent. */
  Optional<Proportion> errors() {
    long scheduled = loads().stream().mapToLong(LoadResult::scheduled).sum();
    return scheduled == 0
        ? Optional.empty()
        : Optional.of(
            new Proportion(loads().stream().mapToLong(LoadResult::failed).sum(), scheduled));
  }

  /** The exact union of the response times of the valid runs' requests meant to succeed. */
  public LatencyHistogram response() {
    return LatencyHistogram.merge(loads().stream().map(LoadResult::allowedResponse).toList());
  }

  /** Everything that was observed in this arm. */
  public List<Evidence> evidence() {
    return runs.stream().flatMap(run -> run.evidence().stream()).toList();
  }

  /** What the observations say together; a valid run of which nothing was observed is no proof. */
  public EvidenceMark evidenceMark() {
    boolean gap = valid().stream().anyMatch(run -> run.evidence().isEmpty());
    boolean broken = !evidence().stream().allMatch(Evidence::proven);
    if (count(Outcome.UNVERIFIED) > 0 || gap || broken) {
      return EvidenceMark.UNVERIFIED;
    }
    return evidence().isEmpty() ? EvidenceMark.NONE : EvidenceMark.OBSERVED;
  }

  /** The archive file a metric was drawn from, relative to a run's folder; empty when unknown. */
  public Optional<String> source(Metric metric) {
    return runs.stream()
        .flatMap(run -> run.measurements().stream())
        .filter(measurement -> measurement.metric() == metric)
        .map(measurement -> measurement.source())
        .findFirst();
  }

  /** What the observations of an arm say together. */
  public enum EvidenceMark {
    /** Every promise was observed to hold in every run. */
    OBSERVED,
    /** Some promise was not observed to hold. */
    UNVERIFIED,
    /** Nothing was observed, as no run came so far. */
    NONE;

    /** The word printed in tables. */
    public String key() {
      return ReportText.of(this);
    }
  }
}
