package io.meshgauge.experiment;

import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.stage.Stage;
import io.meshgauge.measure.stage.StageResult;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An executed trial, as read from the archive.
 *
 * @param trial the planned cell
 * @param outcome whether its numbers may be compared
 * @param reasons why it is not valid; empty when it is
 * @param setup the conditions it ran under
 * @param evidence observations of the variant's promises
 * @param observations what the harness measured around the load
 * @param results what the load generator measured, and the values derived from all of it
 */
public record Run(
    Trial trial,
    Outcome outcome,
    List<Reason> reasons,
    Setup setup,
    List<Evidence> evidence,
    Observations observations,
    Results results) {
  /** Prefix of the lines of the fairness manifest that are the factor under test. */
  public static final String FACTOR = "factor.";

  public Run {
    reasons = List.copyOf(reasons);
    evidence = List.copyOf(evidence);
    // They are files of their own in an archive, which are read after the run.
    results = results == null ? Results.NONE : results;
  }

  /**
   * The conditions of a run.
   *
   * @param fidelity how close the arm is to the product as its users deploy it
   * @param environment facts of machine and versions
   * @param fairness settings that must be equal in all arms, by name; the factor under test has
   *     names that start with {@link #FACTOR}
   */
  public record Setup(
      Fidelity fidelity, Environment environment, SortedMap<String, String> fairness) {
    public Setup {
      fairness = new TreeMap<>(fairness);
    }
  }

  /**
   * What the harness measured around the load.
   *
   * @param resources use of CPU and memory by container
   * @param tcp TCP counters, or null when they could not be read
   * @param hops latency per hop
   * @param capacity the search under the plan {@value Plan#CAPACITY}, or null
   * @param machine how busy the machine was in the window, other work included; null in archives
   *     that did not record it, and for a soak, which has it per window
   * @param warmUp how the deployment was warmed up; null where its CPU time is not known at once,
   *     and in older archives
   * @param windows values by metric of each window, in the order of the rounds in which arms took
   *     turns; empty for a single window, and in older archives
   * @param integration what the arm took to set up; null in older archives, and where it is
   *     deployed more than once or ran already
   */
  public record Observations(
      List<ResourceUse> resources,
      @Nullable TcpUse tcp,
      List<HopLatency> hops,
      @Nullable CapacityResult capacity,
      @Nullable MachineUse machine,
      @Nullable WarmUp warmUp,
      List<SortedMap<Metric, Double>> windows,
      @Nullable Integration integration) {
    /** The run failed before its window. */
    public static final Observations NONE =
        new Observations(List.of(), null, List.of(), null, null);

    /** Observations of a deployment whose warm-up is not known. */
    public Observations(
        List<ResourceUse> resources,
        @Nullable TcpUse tcp,
        List<HopLatency> hops,
        @Nullable CapacityResult capacity,
        @Nullable MachineUse machine) {
      this(resources, tcp, hops, capacity, machine, null, List.of(), null);
    }

    public Observations {
      resources = List.copyOf(resources);
      hops = List.copyOf(hops);
      // Archives of older versions lack them.
      windows = windows == null ? List.of() : List.copyOf(windows);
    }
  }

  /**
   * How a deployment was warmed up.
   *
   * @param requests sent and not recorded
   * @param settled whether the CPU time of a request had stopped falling when the warm-up ended
   * @param cpuMillis CPU time of services and proxies per request, in milliseconds, of successive
   *     batches
   */
  public record WarmUp(long requests, boolean settled, List<Double> cpuMillis) {
    public WarmUp {
      cpuMillis = List.copyOf(cpuMillis);
    }
  }

  /**
   * What an arm took to set up in addition to the services: nothing for a baseline.
   *
   * @param objects files that its proxies read, or Kubernetes objects that are new or changed
   * @param lines of them that are not blank
   * @param secondsToReady from the start of the first process or object until all was ready: of the
   *     proxies on this machine, of the pods, services included, on a cluster
   */
  public record Integration(int objects, int lines, double secondsToReady) {
    /** Counts texts of which each is one object. */
    public static Integration of(List<String> texts, Duration ready) {
      long lines = texts.stream().flatMap(String::lines).filter(line -> !line.isBlank()).count();
      return new Integration(texts.size(), (int) lines, ready.toMillis() / 1e3);
    }
  }

  /**
   * What the load generator measured. A run has at most one of load and stream.
   *
   * @param load requests and answers, or null when the run failed earlier or sent a stream
   * @param stream a TCP stream, or null when the run failed earlier or sent requests
   * @param soak the windows under the plan {@value Plan#SOAK}, or null
   * @param measurements one value per metric
   * @param changes what was changed in the window on purpose, and what it cost; empty where nothing
   *     was
   * @param stages what was measured in each stage of the load; empty where it has one rate
   */
  public record Results(
      @Nullable LoadResult load,
      @Nullable StreamResult stream,
      @Nullable SoakRecord soak,
      List<Measurement> measurements,
      List<ChangeEffect> changes,
      List<StageResult> stages) {
    /** The run failed before its window. */
    public static final Results NONE = new Results(null, null, null, List.of());

    public Results {
      measurements = List.copyOf(measurements);
      changes = List.copyOf(changes);
      stages = List.copyOf(stages);
    }

    /** Results of a run whose load has one rate. */
    public Results(
        @Nullable LoadResult load,
        @Nullable StreamResult stream,
        @Nullable SoakRecord soak,
        List<Measurement> measurements,
        List<ChangeEffect> changes) {
      this(load, stream, soak, measurements, changes, List.of());
    }

    /** Results of a run in which nothing was changed. */
    public Results(
        @Nullable LoadResult load,
        @Nullable StreamResult stream,
        @Nullable SoakRecord soak,
        List<Measurement> measurements) {
      this(load, stream, soak, measurements, List.of());
    }
  }

  /** The same run with other results. */
  public Run with(Results others) {
    return new Run(trial, outcome, reasons, setup, evidence, observations, others);
  }

  /** The same run with other observations. */
  public Run with(Observations others) {
    return new Run(trial, outcome, reasons, setup, evidence, others, results);
  }

  /** Adds the record of a soak. */
  public Run with(SoakRecord record) {
    return with(new Results(results.load, results.stream, record, results.measurements));
  }

  /** The same run with another outcome, for other reasons. */
  public Run judged(Outcome other, List<Reason> because) {
    return new Run(trial, other, because, setup, evidence, observations, results);
  }

  /**
   * Judges the send lag by a limit that replaces the one the run was judged by when it ran. Failed
   * runs and soaks keep their outcome.
   */
  Run judgedBy(LagLimit limit) {
    LoadResult sent = results.load;
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

  /** Older versions voided runs for requests without an answer, which now count as errors. */
  private static boolean unanswered(Reason reason) {
    return reason.rule().equals("achieved-rate");
  }

  /** Marks the run as not needed: an earlier run of its trial is valid. */
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

  public Fidelity fidelity() {
    return setup.fidelity;
  }

  public Environment environment() {
    return setup.environment;
  }

  public SortedMap<String, String> fairness() {
    return setup.fairness;
  }

  public List<ResourceUse> resources() {
    return observations.resources;
  }

  public @Nullable TcpUse tcp() {
    return observations.tcp;
  }

  public List<HopLatency> hops() {
    return observations.hops;
  }

  public @Nullable MachineUse machine() {
    return observations.machine;
  }

  /** Processors that {@link #machine()} speaks of; empty if they are not known. */
  public OptionalDouble cores() {
    MachineUse machine = machine();
    if (machine != null && machine.nodes() != null) {
      return OptionalDouble.of(machine.nodes().cores());
    }
    return environment().cores().stream().asDoubleStream().max();
  }

  /** How the deployment was warmed up; empty where that is not known. */
  public Optional<WarmUp> warmUp() {
    return Optional.ofNullable(observations.warmUp);
  }

  public List<Measurement> measurements() {
    return results.measurements;
  }

  /** The run as if its window were the seconds of a stage; empty without an answer in them. */
  public Optional<Run> in(Stage stage) {
    return results.stages.stream()
        .filter(it -> it.stage().equals(stage) && !it.measurements().isEmpty())
        .map(it -> with(new Results(it.load(), null, null, it.measurements())))
        .findFirst();
  }

  /** The load result; empty when the run failed before its window. */
  public Optional<LoadResult> measuredLoad() {
    return Optional.ofNullable(results.load);
  }

  /** The stream's result; empty when the run sent requests or failed earlier. */
  public Optional<StreamResult> measuredStream() {
    return Optional.ofNullable(results.stream);
  }

  /** The capacity that was found; empty under other plans. */
  public Optional<CapacityResult> searchedCapacity() {
    return Optional.ofNullable(observations.capacity);
  }

  /** The record of a soak; empty under other plans. */
  public Optional<SoakRecord> soaked() {
    return Optional.ofNullable(results.soak);
  }

  /** Second by second; answers that came after the planned window are only in the totals. */
  public List<SecondSample> seconds() {
    long planned = trial.plan().duration().toSeconds();
    return measuredLoad().map(LoadResult::timeline).orElse(List.of()).stream()
        .filter(sample -> sample.second() < planned)
        .toList();
  }

  /**
   * Values of a metric in the windows of some runs, by block and in the order of the rounds; of
   * runs in which every window has the metric.
   *
   * @param valid of one arm
   */
  public static SortedMap<Integer, List<Double>> byRound(List<Run> valid, Metric metric) {
    SortedMap<Integer, List<Double>> rounds = new TreeMap<>();
    for (Run run : valid) {
      List<SortedMap<Metric, Double>> windows = run.observations.windows();
      if (!windows.isEmpty() && windows.stream().allMatch(it -> it.containsKey(metric))) {
        rounds.put(run.trial().replicate(), windows.stream().map(it -> it.get(metric)).toList());
      }
    }
    return rounds;
  }

  /**
   * Values of a metric by replicate. None if a run has fewer than ten values beyond a percentile,
   * which would then be one of the largest values.
   *
   * @param valid runs of one arm
   */
  public static SortedMap<Integer, Double> byReplicate(List<Run> valid, Metric metric) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    List<LoadResult> loads = valid.stream().flatMap(run -> run.measuredLoad().stream()).toList();
    if (!Quantile.beyondTheData(metric, loads)) {
      for (Run run : valid) {
        run.value(metric).ifPresent(value -> values.put(run.trial().replicate(), value));
      }
    }
    return values;
  }

  /** The value of one metric, in its unit; empty when it was not measured. */
  public OptionalDouble value(Metric metric) {
    return measurements().stream()
        .filter(measurement -> measurement.metric() == metric)
        .mapToDouble(Measurement::value)
        .findFirst();
  }
}
