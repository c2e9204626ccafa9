package io.meshgauge.attribution;

import io.meshgauge.attribution.RequestTime.Resolution;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Unit;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Replicates;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What an arm adds to another one, split into shares that add up to it: differences within blocks,
 * in units, with Student's intervals. Every block's shares add up to its whole, hence so do the
 * means.
 *
 * @param unit seconds of mean response time, or CPU-seconds per 1000 requests
 * @param whole what is added
 * @param shares in the order of a request's way
 */
public record Attribution(Unit unit, Difference whole, List<Share> shares) {
  public Attribution {
    shares = List.copyOf(shares);
  }

  /**
   * A part of what is added.
   *
   * @param component where it is spent
   * @param added difference of the arm from the reference there
   */
  public record Share(Component component, Difference added) {}

  /** The components of several attributions, each once, those of one service together. */
  public static List<Component> components(List<Attribution> all) {
    List<Component> found =
        all.stream().flatMap(it -> it.shares.stream()).map(Share::component).distinct().toList();
    List<String> names = found.stream().map(Component::name).distinct().toList();
    return found.stream()
        .sorted(
            Comparator.<Component>comparingInt(it -> names.indexOf(it.name()))
                .thenComparing(Component::kind))
        .toList();
  }

  /** What the arm adds at one place; empty if it is not known there. */
  public Optional<Difference> share(Component component) {
    return shares.stream()
        .filter(it -> it.component().equals(component))
        .map(Share::added)
        .findFirst();
  }

  /**
   * Attribution of the added mean response time.
   *
   * @param references valid runs of each of several equal arms
   * @param arm valid runs
   * @param topology of the plan
   * @return empty if the load enters at several services, an arm has runs without timers, or the
   *     arms share no block
   */
  public static Optional<Attribution> ofTime(
      List<List<Run>> references, List<Run> arm, Topology topology) {
    List<Run> all =
        Stream.concat(references.stream(), Stream.of(arm)).flatMap(List::stream).toList();
    if (topology.entry().isEmpty()
        || all.stream().anyMatch(run -> run.hops().isEmpty() || run.measuredLoad().isEmpty())) {
      return Optional.empty();
    }
    Resolution resolution = Resolution.of(all);
    return of(
        Unit.SECONDS,
        references,
        arm,
        run -> RequestTime.of(run, topology, resolution),
        RequestTime::whole);
  }

  /** Attribution of the added CPU time per request, in the same way. */
  public static Optional<Attribution> ofCpu(List<List<Run>> references, List<Run> arm) {
    boolean metered =
        Stream.concat(references.stream(), Stream.of(arm))
            .flatMap(List::stream)
            .noneMatch(
                run ->
                    run.resources().isEmpty()
                        || run.measuredLoad().isEmpty()
                        || run.resources().stream().anyMatch(it -> Double.isNaN(it.cpuSeconds())));
    return metered
        ? of(Unit.CPU_SECONDS_PER_1000_REQUESTS, references, arm, RequestCpu::of, RequestCpu::whole)
        : Optional.empty();
  }

  private static Optional<Attribution> of(
      Unit unit,
      List<List<Run>> references,
      List<Run> arm,
      Function<Run, Map<Component, Double>> split,
      Function<Run, Double> whole) {
    List<Replicates> from = references.stream().map(runs -> replicates(runs, whole)).toList();
    Replicates to = replicates(arm, whole);
    if (from.isEmpty() || !Difference.shareBlocks(from, to)) {
      return Optional.empty();
    }
    List<Map<Run, Map<Component, Double>>> fromParts =
        references.stream().map(runs -> parts(runs, split)).toList();
    Map<Run, Map<Component, Double>> toParts = parts(arm, split);
    List<Share> shares = new ArrayList<>();
    for (Component component : components(toParts, fromParts)) {
      List<Replicates> reference =
          fromParts.stream().map(parts -> replicates(parts, component)).toList();
      shares.add(
          new Share(component, Difference.inUnits(reference, replicates(toParts, component))));
    }
    return Optional.of(new Attribution(unit, Difference.inUnits(from, to), shares));
  }

  private static Map<Run, Map<Component, Double>> parts(
      List<Run> runs, Function<Run, Map<Component, Double>> split) {
    Map<Run, Map<Component, Double>> parts = new LinkedHashMap<>();
    runs.forEach(run -> parts.put(run, split.apply(run)));
    return parts;
  }

  private static Set<Component> components(
      Map<Run, Map<Component, Double>> arm, List<Map<Run, Map<Component, Double>>> references) {
    Set<Component> all = new LinkedHashSet<>();
    arm.values().forEach(parts -> all.addAll(parts.keySet()));
    references.forEach(runs -> runs.values().forEach(parts -> all.addAll(parts.keySet())));
    return all;
  }

  private static Replicates replicates(List<Run> runs, Function<Run, Double> value) {
    SortedMap<Integer, Double> byBlock = new TreeMap<>();
    runs.forEach(run -> byBlock.put(run.trial().replicate(), value.apply(run)));
    return new Replicates(byBlock);
  }

  /** What an arm does not have, such as the baseline a proxy, costs it nothing. */
  private static Replicates replicates(Map<Run, Map<Component, Double>> runs, Component component) {
    return replicates(
        List.copyOf(runs.keySet()),
        run -> runs.getOrDefault(run, Map.of()).getOrDefault(component, 0.0));
  }
}
