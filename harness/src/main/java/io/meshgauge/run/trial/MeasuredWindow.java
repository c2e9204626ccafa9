package io.meshgauge.run.trial;

import io.meshgauge.archive.Measurements;
import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.window.WindowObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.Vitals;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.Workload;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.SessionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All readings of a measured window, or of several with pauses between them.
 *
 * @param load requests sent and answered
 * @param resources CPU and memory by container, segments, and how busy the machine was
 * @param hops latency per hop
 * @param observation input of the proofs: captured bytes, and proxies' counters at both edges
 * @param vitals state of each container at the end
 * @param further evidence that needs no prover: of the arms that share services, and of what could
 *     not be read after the load
 * @param windows values by metric of each of several windows, in their order; empty for one
 * @param files raw texts for the archive by name
 */
public record MeasuredWindow(
    LoadResult load,
    Instruments.Reading resources,
    List<HopLatency> hops,
    WindowObservation observation,
    List<Vitals> vitals,
    List<Evidence> further,
    List<SortedMap<Metric, Double>> windows,
    SortedMap<String, String> files)
    implements TrialTemplate.ObservedWindow {

  /**
   * Measures a window.
   *
   * @param drain waits until asynchronous work of the window has ended
   * @param ending the part whose processes may end in the window, together with their counters
   * @param extent of the capture
   */
  static MeasuredWindow measure(
      SessionContext context,
      TestEnvironment environment,
      LoadSession worker,
      LoadListener listener,
      Runnable drain,
      Optional<Part> ending,
      WireWatch.Extent extent) {
    WindowRecorder recorder = WindowRecorder.open(context, environment, ending, extent);
    recorder.measure(worker, listener);
    drain.run();
    return recorder.finish();
  }

  @Override
  public List<Evidence> conclude(Prover prover) {
    List<Evidence> all = new ArrayList<>(prover.conclude(observation));
    all.addAll(further);
    return all;
  }

  @Override
  public List<Measurement> measured(Prover prover) {
    return Stream.of(
            counted(Metric.NEW_CONNECTIONS, prover.newConnections(observation)),
            counted(Metric.THROTTLED_APPLICATION, throttled(Part.APPLICATION)),
            counted(Metric.THROTTLED_DATA_PLANE, throttled(Part.DATA_PLANE)))
        .flatMap(Optional::stream)
        .toList();
  }

  private OptionalDouble throttled(Part part) {
    return LimitUse.throttledShare(resources.limits(), part);
  }

  private static Optional<Measurement> counted(Metric metric, OptionalDouble value) {
    return value.isPresent()
        ? Optional.of(new Measurement(metric, value.getAsDouble(), Measurements.COUNTED))
        : Optional.empty();
  }

  @Override
  public void addTo(RunBuilder run) {
    run.window(this);
  }

  static void keep(
      Map<String, String> files, String probe, String edge, Map<String, String> texts) {
    texts.forEach((name, text) -> files.put("%s/%s-%s.txt".formatted(probe, name, edge), text));
  }

  static Map<String, String> texts(SortedMap<String, ProxyProbe.Reading> readings) {
    Map<String, String> texts = new TreeMap<>();
    readings.forEach((name, reading) -> texts.put(name, reading.text()));
    return texts;
  }

  /** The rules of proxies, by their names in the topology. */
  static Map<String, ProxyRules> rules(SortedMap<String, ProxyRules> rules) {
    Map<String, ProxyRules> some = new TreeMap<>();
    rules.forEach((name, reported) -> some.putIfAbsent(Workload.proxyInTopology(name), reported));
    return some;
  }

  static Map<String, Counters> counters(SortedMap<String, ProxyProbe.Reading> readings) {
    Map<String, Counters> counters = new TreeMap<>();
    readings.forEach(
        (name, reading) ->
            counters.merge(Workload.proxyInTopology(name), reading.counters(), Counters::plus));
    return counters;
  }
}
