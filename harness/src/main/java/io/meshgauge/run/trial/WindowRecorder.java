package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.window.WindowObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.OpenConnections;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.ProxyRules;
import io.meshgauge.measure.ResourceTotals;
import io.meshgauge.measure.TcpUse;
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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Records windows of one deployment: what was read before the first and after the last, and the
 * meters at the edges of each.
 *
 * <p>The edges are nested: scrapes, which cost the services CPU, are outermost; CPU and TCP
 * counters are read last before and first after the load. So no reading is part of another.
 */
final class WindowRecorder {
  private final SessionContext context;
  private final TestEnvironment environment;
  private final Optional<Part> ending;
  private final Scrape servicesBefore;
  private final SortedMap<String, ProxyProbe.Reading> before;
  private final TelemetryWatch telemetryWatch;
  private static final String UNREAD = "unread.txt";

  private final List<Evidence> missing = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();
  private final Set<Integer> discarded = new HashSet<>();

  private WindowRecorder(
      SessionContext context, TestEnvironment environment, Optional<Part> ending) {
    this.context = context;
    this.environment = environment;
    this.ending = ending;
    servicesBefore = context.micrometer().read(environment.metrics());
    before = environment.proxies();
    telemetryWatch =
        TelemetryWatch.start(
            environment.deployment().dataPlane(),
            context.scraper(),
            environment.instruments()::copyLogs);
  }

  /**
   * One window.
   *
   * @param load requests sent and answered
   * @param reading of the meters
   * @param wire captured bytes
   * @param open connections open while the load was sent
   */
  record Piece(
      LoadResult load, Instruments.Reading reading, WireSightings wire, OpenConnections open) {}

  /**
   * Reads what is read before the first window.
   *
   * @param ending the part whose processes may end in a window, together with their counters
   */
  static WindowRecorder open(
      SessionContext context, TestEnvironment environment, Optional<Part> ending) {
    return new WindowRecorder(context, environment, ending);
  }

  /** Measures a window. */
  Piece measure(LoadSession worker, LoadListener listener) {
    try (WireWatch wires = environment.prover().watch();
        Instruments.Meter meter =
            environment.instruments().meter(part -> ending.equals(Optional.of(part)))) {
      meter.caveat().ifPresent(context::noteOnce);
      WindowMeter edge =
          new WindowMeter(listener, meter, environment.instruments()::connections, context.times());
      worker.measure(edge);
      Piece piece =
          new Piece(
              LoadResults.readLatest(worker.folder()), edge.reading(), wires.finish(), edge.open());
      pieces.add(piece);
      return piece;
    }
  }

  /**
   * Leaves the latest window out of the results. It stays part of the evidence, since the counters
   * of the proxies contain it.
   */
  void discardLatest() {
    discarded.add(pieces.size() - 1);
  }

  /** Reads what is read after the last window; asynchronous work must have ended. */
  MeasuredWindow finish() {
    SortedMap<String, String> files = new TreeMap<>();
    List<Piece> kept = kept();
    LoadResult sent = LoadResults.inSequence(pieces.stream().map(Piece::load).toList());
    SortedMap<String, ProxyProbe.Reading> after =
        read("the proxies' counters", environment::proxies, new TreeMap<>(), files);
    SortedMap<String, ProxyRules> rules =
        read("the proxies' rules", environment::rules, new TreeMap<>(), files);
    TelemetryReading telemetry =
        read(
            "the telemetry",
            () ->
                telemetryWatch.finish(
                    sent.window(),
                    MeasuredWindow.counters(before),
                    MeasuredWindow.counters(after),
                    files),
            TelemetryReading.NONE,
            files);
    Scrape servicesAfter =
        read(
            "the services' metrics",
            () -> context.micrometer().read(environment.metrics()),
            Scrape.of(Map.of()),
            files);

    MeasuredWindow.keep(files, "micrometer", "before", servicesBefore.texts());
    MeasuredWindow.keep(files, "micrometer", "after", servicesAfter.texts());
    MeasuredWindow.keep(files, "proxy", "before", MeasuredWindow.texts(before));
    MeasuredWindow.keep(files, "proxy", "after", MeasuredWindow.texts(after));
    if (!rules.isEmpty()) {
      files.put("proxy/rules.txt", text(rules));
    }
    OpenConnections open = pieces.get(pieces.size() - 1).open();
    if (open.read()) {
      files.put("tcp/connections.txt", text(open));
    }
    keepMeters(kept, files);
    Instruments.Reading reading = total(kept);
    WireSightings wire = pieces.stream().map(Piece::wire).reduce(WireSightings::plus).orElseThrow();
    return new MeasuredWindow(
        LoadResults.inSequence(kept.stream().map(Piece::load).toList()),
        reading,
        ending.equals(Optional.of(Part.APPLICATION))
            ? List.of()
            : read("the latency of hops", () -> hops(servicesAfter, wire), List.of(), files),
        new WindowObservation(
            wire,
            MeasuredWindow.counters(before),
            MeasuredWindow.counters(after),
            sent,
            ServedCalls.between(servicesBefore, servicesAfter, environment.topology()),
            telemetry,
            byTopologyName(rules),
            open),
        reading.vitals().stream().map(it -> withHeap(it, servicesAfter)).toList(),
        missing,
        files);
  }

  /** The windows that are not left out. */
  private List<Piece> kept() {
    List<Piece> kept = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      if (!discarded.contains(i)) {
        kept.add(pieces.get(i));
      }
    }
    return kept;
  }

  private static void keepMeters(List<Piece> kept, SortedMap<String, String> files) {
    for (int i = 0; i < kept.size(); i++) {
      String folder = kept.size() == 1 ? "" : "window-%d/".formatted(i + 1);
      kept.get(i).reading().files().forEach((name, text) -> files.put(folder + name, text));
    }
  }

  /**
   * Reads something after the load. What cannot be read is missing, and with it the evidence that
   * needs it; the load that was measured is not lost.
   */
  private <T> T read(String what, Supplier<T> reading, T unread, SortedMap<String, String> files) {
    try {
      return reading.get();
    } catch (RuntimeException e) {
      context
          .progress()
          .note("After the window %s could not be read: %s".formatted(what, e.getMessage()));
      files.merge(UNREAD, what + ": " + e + "\n", String::concat);
      missing.add(
          new Evidence(
              Promise.TRAVERSAL,
              what,
              Verdict.MISSING,
              "a reading after the window",
              String.valueOf(e.getMessage()),
              UNREAD));
      return unread;
    }
  }

  private List<HopLatency> hops(Scrape servicesAfter, WireSightings wire) {
    return Stream.concat(
            HopLatencies.between(servicesBefore, servicesAfter, environment.topology()).stream(),
            wire.latencies(environment.deployment().dataPlane()).stream())
        .toList();
  }

  private static Instruments.Reading total(List<Piece> kept) {
    List<Instruments.Reading> readings = kept.stream().map(Piece::reading).toList();
    if (readings.size() == 1) {
      return readings.get(0);
    }
    ResourceTotals uses = new ResourceTotals();
    readings.forEach(reading -> uses.add(reading.uses()));
    return new Instruments.Reading(
        uses.uses(),
        MachineUse.mean(readings.stream().map(Instruments.Reading::machine).toList()),
        readings.stream().map(Instruments.Reading::tcp).reduce(TcpUse::plus).orElseThrow(),
        Map.of(),
        readings.get(readings.size() - 1).vitals());
  }

  private static Vitals withHeap(Vitals vitals, Scrape services) {
    OptionalDouble heap = HeapUse.of(services, vitals.container());
    return heap.isPresent() ? vitals.with(heap.getAsDouble()) : vitals;
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
}
