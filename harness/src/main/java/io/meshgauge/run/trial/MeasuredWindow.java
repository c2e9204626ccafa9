package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.window.WindowObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.Counters;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.OpenConnections;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.ProxyRules;
import io.meshgauge.measure.TelemetryReading;
import io.meshgauge.measure.Vitals;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.Workload;
import io.meshgauge.probe.micrometer.HeapUse;
import io.meshgauge.probe.micrometer.HopLatencies;
import io.meshgauge.probe.micrometer.Scrape;
import io.meshgauge.probe.micrometer.ServedCalls;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.run.session.SessionContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All readings of one measured window.
 *
 * <p>The edges are nested: scrapes, which cost the services CPU, are outermost; CPU and TCP
 * counters are read last before and first after the load. So no reading is part of another.
 *
 * @param load requests sent and answered
 * @param resources CPU and memory by container, segments, and how busy the machine was
 * @param hops latency per hop
 * @param observation input of the proofs: captured bytes, and proxies' counters at both edges
 * @param vitals state of each container at the end
 * @param files raw texts for the archive by name
 */
public record MeasuredWindow(
    LoadResult load,
    Instruments.Reading resources,
    List<HopLatency> hops,
    WindowObservation observation,
    List<Vitals> vitals,
    SortedMap<String, String> files)
    implements TrialTemplate.ObservedWindow {

  /**
   * Measures a window.
   *
   * @param drain waits until asynchronous work of the window has ended
   * @param ending the part whose processes may end in the window, together with their counters
   */
  static MeasuredWindow measure(
      SessionContext context,
      TestEnvironment environment,
      LoadSession worker,
      LoadListener listener,
      Runnable drain,
      Optional<Part> ending) {
    SortedMap<String, String> files = new TreeMap<>();
    Scrape servicesBefore = context.micrometer().read(environment.management(Part.APPLICATION));
    SortedMap<String, ProxyProbe.Reading> before = environment.proxies();
    TelemetryWatch telemetryWatch =
        TelemetryWatch.start(
            environment.deployment().dataPlane(),
            context.scraper(),
            environment.instruments()::copyLogs);

    LoadResult load;
    WindowMeter edge;
    WireSightings wire;
    try (WireWatch wires = environment.prover().watch();
        Instruments.Meter meter =
            environment.instruments().meter(part -> ending.equals(Optional.of(part)))) {
      meter.caveat().ifPresent(context::noteOnce);
      edge =
          new WindowMeter(listener, meter, environment.instruments()::connections, context.times());
      worker.measure(edge);
      load = LoadResults.read(worker.folder());
      wire = wires.finish();
    }
    drain.run();

    SortedMap<String, ProxyProbe.Reading> after = environment.proxies();
    SortedMap<String, ProxyRules> rules = environment.rules();
    TelemetryReading telemetry =
        telemetryWatch.finish(load.window(), counters(before), counters(after), files);
    Scrape servicesAfter = context.micrometer().read(environment.management(Part.APPLICATION));

    keep(files, "micrometer", "before", servicesBefore.texts());
    keep(files, "micrometer", "after", servicesAfter.texts());
    keep(files, "proxy", "before", texts(before));
    keep(files, "proxy", "after", texts(after));
    if (!rules.isEmpty()) {
      files.put("proxy/rules.txt", text(rules));
    }
    if (edge.open().read()) {
      files.put("tcp/connections.txt", text(edge.open()));
    }
    files.putAll(edge.reading().files());
    return new MeasuredWindow(
        load,
        edge.reading(),
        ending.equals(Optional.of(Part.APPLICATION))
            ? List.of()
            : HopLatencies.between(servicesBefore, servicesAfter, environment.topology()),
        new WindowObservation(
            wire,
            counters(before),
            counters(after),
            load,
            ServedCalls.between(servicesBefore, servicesAfter, environment.topology()),
            telemetry,
            byTopologyName(rules),
            edge.open()),
        edge.reading().vitals().stream().map(it -> withHeap(it, servicesAfter)).toList(),
        files);
  }

  @Override
  public List<Evidence> conclude(Prover prover) {
    return prover.conclude(observation);
  }

  @Override
  public void addTo(RunBuilder run) {
    run.window(this);
  }

  private static Vitals withHeap(Vitals vitals, Scrape services) {
    OptionalDouble heap = HeapUse.of(services, vitals.container());
    return heap.isPresent() ? vitals.with(heap.getAsDouble()) : vitals;
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

  private static Map<String, ProxyRules> byTopologyName(SortedMap<String, ProxyRules> rules) {
    Map<String, ProxyRules> some = new TreeMap<>();
    rules.forEach((name, reported) -> some.putIfAbsent(Workload.proxyInTopology(name), reported));
    return some;
  }

  /** Open connections, one line per service and replica. */
  private static String text(OpenConnections open) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(open.before())
        .forEach((service, it) -> text.append("before %s: %d%n".formatted(service, it)));
    new TreeMap<>(open.behind())
        .forEach(
            (replica, it) ->
                text.append(
                    "at %s: %d of the proxy, %d of others%n"
                        .formatted(replica, it, open.past().getOrDefault(replica, 0L))));
    return text.toString();
  }

  /** Rules reported by each proxy, one line per rule. */
  private static String text(SortedMap<String, ProxyRules> rules) {
    StringBuilder text = new StringBuilder();
    rules.forEach(
        (proxy, reported) -> {
          text.append(proxy).append('\n');
          new TreeMap<>(reported.routes())
              .forEach((to, it) -> text.append("  %s %s%n".formatted(to, it)));
          new TreeMap<>(reported.limits())
              .forEach((to, it) -> text.append("  %s %s%n".formatted(to, it)));
          new TreeMap<>(reported.leavingOut())
              .forEach(
                  (to, it) ->
                      text.append("  %s ejected after %d consecutive errors%n".formatted(to, it)));
          reported.rates().forEach(it -> text.append("  %s%n".formatted(it)));
        });
    return text.toString();
  }

  static Map<String, Counters> counters(SortedMap<String, ProxyProbe.Reading> readings) {
    Map<String, Counters> counters = new TreeMap<>();
    readings.forEach(
        (name, reading) ->
            counters.merge(Workload.proxyInTopology(name), reading.counters(), Counters::plus));
    return counters;
  }
}
