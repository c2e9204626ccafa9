package io.meshgauge.predict;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.text.Messages;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What is predicted. */
public enum Target {
  /** Busy share of the machine, by everything on it. */
  UTILISATION(Kind.SHARE, calls(Term.RULE)),
  CPU_DATA_PLANE(Metric.CPU_DATA_PLANE, Kind.CORES, calls(Term.RULE)),
  CPU_APPLICATION(Metric.CPU_APPLICATION, Kind.CORES, calls()),
  CPU_SYSTEM(Metric.CPU_SYSTEM, Kind.CORES, calls(Term.RULE)),
  CPU_LOAD(Kind.CORES, List.of(Term.REQUEST, Term.FIXED, Term.RECEIVED)),
  MEMORY_DATA_PLANE(Metric.MEMORY_DATA_PLANE, Kind.BYTES, memory()),
  MEMORY_SYSTEM(Metric.MEMORY_SYSTEM, Kind.BYTES, memory()),
  P50(Metric.RESPONSE_P50, Kind.SECONDS, times()),
  P99(Metric.RESPONSE_P99, Kind.SECONDS, times());

  private final Optional<Metric> metric;
  private final Kind kind;
  private final List<Term> terms;

  Target(Kind kind, List<Term> terms) {
    this.metric = Optional.empty();
    this.kind = kind;
    this.terms = terms;
  }

  Target(Metric metric, Kind kind, List<Term> terms) {
    this.metric = Optional.of(metric);
    this.kind = kind;
    this.terms = terms;
  }

  private static List<Term> calls(Term... more) {
    return Stream.concat(
            Stream.of(Term.CALL, Term.IDLE, Term.BYTE, Term.CONNECTION, Term.SPAN),
            Arrays.stream(more))
        .toList();
  }

  private static List<Term> memory() {
    return List.of(Term.SERVICE, Term.CONNECTION, Term.STORED_RULE, Term.CONFIGURED);
  }

  private static List<Term> times() {
    return List.of(Term.HOP, Term.QUEUE, Term.TRANSFER, Term.CHECK, Term.RECORD);
  }

  /** Its name as programs read it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it is. */
  public String words() {
    return Messages.of("predict.target", this);
  }

  public Kind kind() {
    return kind;
  }

  /** Its terms, the indispensable one first. */
  List<Term> terms() {
    return terms;
  }

  /**
   * The same in the results of a run, where CPU is that of 1,000 requests; empty if no metric is.
   */
  public Optional<Metric> metric() {
    return metric;
  }

  /** The value of a run; empty where it was not measured, is zero or not known well enough. */
  OptionalDouble of(Run run) {
    LoadResult load = run.results().load();
    if (load == null) {
      return OptionalDouble.empty();
    }
    OptionalDouble value =
        switch (this) {
          case UTILISATION ->
              run.machine() == null
                  ? OptionalDouble.empty()
                  : OptionalDouble.of(run.machine().busy());
          case CPU_DATA_PLANE -> cores(run, load, Part.DATA_PLANE);
          case CPU_APPLICATION -> cores(run, load, Part.APPLICATION);
          case CPU_SYSTEM -> cores(run, load, Part.DATA_PLANE, Part.APPLICATION);
          case CPU_LOAD -> OptionalDouble.of(load.worker().cpuSeconds() / load.seconds());
          case MEMORY_DATA_PLANE, MEMORY_SYSTEM, P50, P99 -> known(run, load, metric.orElseThrow());
        };
    return value.isPresent() && value.getAsDouble() > 0 ? value : OptionalDouble.empty();
  }

  private static OptionalDouble cores(Run run, LoadResult load, Part... parts) {
    return OptionalDouble.of(
        run.resources().stream()
                .filter(use -> Arrays.asList(parts).contains(use.part()))
                .mapToDouble(ResourceUse::cpuSeconds)
                .sum()
            / load.seconds());
  }

  private static OptionalDouble known(Run run, LoadResult load, Metric metric) {
    return Quantile.beyondTheData(metric, List.of(load))
        ? OptionalDouble.empty()
        : run.value(metric);
  }
}
