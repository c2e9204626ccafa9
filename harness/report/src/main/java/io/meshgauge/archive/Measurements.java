package io.meshgauge.archive;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Run.Integration;
import io.meshgauge.experiment.Run.Observations;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Computes one value per metric of a run from its archived files. */
public final class Measurements {
  /** What proxies counted, other than evidence; absent where nothing of it was requested. */
  public static final String COUNTED = "counted.json";

  private static final String WORKER = "load/" + LoadResults.COUNTS;
  private static final String OUTCOMES = "load/" + LoadResults.OUTCOMES;
  private static final String STREAM = "load/" + StreamResults.FILE;
  private static final String RUN = "run.json";
  private static final Set<Part> PROXIES = Set.of(Part.DATA_PLANE);
  private static final Set<Part> SERVICES = Set.of(Part.APPLICATION);
  private static final Set<Part> SYSTEM = Set.of(Part.APPLICATION, Part.DATA_PLANE);

  private final List<Measurement> values = new ArrayList<>();

  private Measurements() {}

  /**
   * The measurements of a run.
   *
   * @param load null if the run failed before it was measured: then there are none
   */
  public static List<Measurement> of(
      @Nullable LoadResult load, List<ResourceUse> resources, @Nullable TcpUse tcp) {
    if (load == null || load.completed() == 0) {
      return List.of();
    }
    Measurements measurements = new Measurements();
    measurements.latencies(load);
    measurements.add(Metric.THROUGHPUT, load.completed() / load.seconds(), WORKER);
    measurements.add(
        Metric.ERROR_RATIO, (double) load.failed() / Math.max(1, load.scheduled()), WORKER);
    measurements.resources(resources, load.completed());
    if (tcp != null) {
      measurements.add(Metric.NETWORK_BYTES, tcp.bytesOut() * 1e3 / load.completed(), RUN);
      measurements.add(Metric.TCP_RETRANSMITS, tcp.retransmitsPerGib(), RUN);
    }
    return List.copyOf(measurements.values);
  }

  /**
   * The measurements of a run. One that searched the capacity measured its load at a share of it.
   *
   * @param load null if it sent a stream, or failed before it was measured
   * @param stream null if it sent requests, or failed before it was measured
   */
  public static List<Measurement> of(
      @Nullable LoadResult load, @Nullable StreamResult stream, Observations observed) {
    List<Measurement> all =
        new ArrayList<>(
            stream == null
                ? of(load, observed.resources(), observed.tcp())
                : of(stream, observed.resources(), observed.tcp()));
    if (all.isEmpty()) {
      return List.of();
    }
    if (observed.capacity() != null) {
      all.add(new Measurement(Metric.CAPACITY, observed.capacity().capacity(), RUN));
      observed.capacity().windows().stream()
          .filter(window -> window.broken().isEmpty())
          .forEach(window -> atShare(window, all));
    }
    if (observed.integration() != null) {
      Integration taken = observed.integration();
      all.add(new Measurement(Metric.CONFIG_OBJECTS, taken.objects(), RUN));
      all.add(new Measurement(Metric.CONFIG_LINES, taken.lines(), RUN));
      all.add(new Measurement(Metric.READY, taken.secondsToReady(), RUN));
    }
    return List.copyOf(all);
  }

  /**
   * The measurements of a run that its plan can have, of the load and of changes in its window.
   *
   * @param changes none where nothing was changed
   * @return a list that may be added to
   */
  public static List<Measurement> of(
      Plan plan,
      @Nullable LoadResult load,
      @Nullable StreamResult stream,
      Observations observed,
      List<ChangeEffect> changes) {
    List<Measurement> all = new ArrayList<>(of(load, stream, observed));
    all.addAll(of(changes));
    all.removeIf(it -> !plan.timesRequests() && !plan.measures(it.metric()));
    return all;
  }

  /**
   * The measurements of changes in a window: means over the changes.
   *
   * @param effects none where nothing was changed
   */
  public static List<Measurement> of(List<ChangeEffect> effects) {
    if (effects.isEmpty()) {
      return List.of();
    }
    Measurements measurements = new Measurements();
    measurements.mean(Metric.CHANGE_ERRORS, effects, ChangeEffect::failed);
    measurements.mean(Metric.LONGEST_GAP, effects, ChangeEffect::longestGapSeconds);
    measurements.mean(Metric.WORST_SECOND, effects, ChangeEffect::worstSecondSeconds);
    measurements.mean(Metric.RECOVERY, effects, ChangeEffect::recoverySeconds);
    List<ChangeEffect> rules =
        effects.stream().filter(it -> it.change().enforcedWithin() > 0).toList();
    if (!rules.isEmpty()) {
      measurements.mean(Metric.ENFORCED_WITHIN, rules, it -> it.change().enforcedWithin());
    }
    List<ChangeEffect> starts =
        effects.stream().filter(it -> it.change().answeredWithin() > 0).toList();
    if (!starts.isEmpty()) {
      measurements.mean(Metric.START_TIME, starts, it -> it.change().answeredWithin());
    }
    return List.copyOf(measurements.values);
  }

  /** Writes to a run's folder what is in none of its other files. */
  static void keep(Path folder, Run run) {
    SortedMap<Metric, Double> values = new TreeMap<>();
    run.measurements().stream()
        .filter(it -> it.source().equals(COUNTED))
        .forEach(it -> values.put(it.metric(), it.value()));
    if (!values.isEmpty()) {
      Json.write(folder.resolve(COUNTED), new Counted(values));
    }
  }

  /**
   * Reads what {@link #keep} wrote; nothing where there is no file.
   *
   * @throws ArchiveException naming the file that is damaged
   */
  static List<Measurement> counted(Path folder) {
    Path file = folder.resolve(COUNTED);
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    Measurements measurements = new Measurements();
    Json.read(file, Counted.class)
        .values()
        .forEach((metric, value) -> measurements.add(metric, value, COUNTED));
    return List.copyOf(measurements.values);
  }

  private record Counted(SortedMap<Metric, Double> values) {}

  private void mean(
      Metric metric, List<ChangeEffect> effects, ToDoubleFunction<ChangeEffect> value) {
    add(metric, effects.stream().mapToDouble(value).average().orElseThrow(), OUTCOMES);
  }

  private static void atShare(CapacityResult.AtShare window, List<Measurement> all) {
    boolean half = window.share() < 0.7;
    all.add(new Measurement(half ? Metric.AT_50_P50 : Metric.AT_90_P50, window.p50(), RUN));
    all.add(new Measurement(half ? Metric.AT_50_P99 : Metric.AT_90_P99, window.p99(), RUN));
  }

  /** The metrics of the load alone. */
  public static Map<Metric, Double> ofLoad(LoadResult load) {
    return of(load, List.of(), null).stream()
        .collect(Collectors.toMap(Measurement::metric, Measurement::value));
  }

  /** The measurements of a run that sent a stream. */
  public static List<Measurement> of(
      StreamResult stream, List<ResourceUse> resources, @Nullable TcpUse tcp) {
    if (stream.receivedBytes() == 0) {
      return List.of();
    }
    Measurements measurements = new Measurements();
    measurements.add(Metric.TCP_THROUGHPUT, stream.throughput(), STREAM);
    measurements.add(Metric.STREAM_RETRANSMITS, stream.retransmitsPerGib(), STREAM);
    measurements.add(Metric.STREAM_LOSS, stream.lossEstimate(), STREAM);
    if (!resources.isEmpty()) {
      measurements.cost(resources, stream.receivedGib());
      measurements.memory(resources);
    }
    if (tcp != null) {
      measurements.add(Metric.TCP_RETRANSMITS, tcp.retransmitsPerGib(), RUN);
    }
    return List.copyOf(measurements.values);
  }

  private void cost(List<ResourceUse> resources, double gib) {
    Set<Part> path = Set.of(Part.LOAD, Part.DATA_PLANE, Part.APPLICATION);
    ToDoubleFunction<ResourceUse> cpu = ResourceUse::cpuSeconds;
    add(Metric.STREAM_CPU_DATA_PLANE, sum(resources, PROXIES, cpu) / gib, RUN);
    add(Metric.STREAM_CPU_PATH, sum(resources, path, cpu) / gib, RUN);
  }

  private void latencies(LoadResult load) {
    Quantile.ALL.forEach(
        (metric, quantile) -> {
          LatencyHistogram histogram = quantile.distribution().of(load);
          if (!histogram.isEmpty()) {
            add(metric, histogram.seconds(quantile.percentile()), file(quantile.distribution()));
          }
        });
    LatencyHistogram response = Quantile.Distribution.RESPONSE.of(load);
    if (!response.isEmpty()) {
      String file = file(Quantile.Distribution.RESPONSE);
      add(Metric.RESPONSE_MEAN, response.meanSeconds(), file);
      add(Metric.RESPONSE_DEVIATION, response.deviationSeconds(), file);
    }
  }

  private static String file(Quantile.Distribution distribution) {
    return "load/"
        + switch (distribution) {
          case RESPONSE, DENIED -> LoadResults.RESPONSE;
          case SERVICE -> LoadResults.SERVICE;
          case FIRST_BYTE -> LoadResults.FIRST_BYTE;
        };
  }

  private void resources(List<ResourceUse> resources, long requests) {
    if (resources.isEmpty()) {
      return;
    }
    double thousands = requests / 1000.0;
    ToDoubleFunction<ResourceUse> cpu = ResourceUse::cpuSeconds;
    add(Metric.CPU_DATA_PLANE, sum(resources, PROXIES, cpu) / thousands, RUN);
    add(Metric.CPU_APPLICATION, sum(resources, SERVICES, cpu) / thousands, RUN);
    add(Metric.CPU_SYSTEM, sum(resources, SYSTEM, cpu) / thousands, RUN);
    memory(resources);
  }

  private void memory(List<ResourceUse> resources) {
    ToDoubleFunction<ResourceUse> memory = use -> use.comparedBytes(resources);
    add(Metric.MEMORY_DATA_PLANE, sum(resources, PROXIES, memory), RUN);
    add(Metric.MEMORY_APPLICATION, sum(resources, SERVICES, memory), RUN);
    add(Metric.MEMORY_SYSTEM, sum(resources, SYSTEM, memory), RUN);
  }

  private static double sum(
      List<ResourceUse> resources, Set<Part> parts, ToDoubleFunction<ResourceUse> what) {
    return resources.stream().filter(use -> parts.contains(use.part())).mapToDouble(what).sum();
  }

  private void add(Metric metric, double value, String source) {
    // A part that was not observed leaves its sums unknown.
    if (!Double.isNaN(value)) {
      values.add(new Measurement(metric, value, source));
    }
  }
}
