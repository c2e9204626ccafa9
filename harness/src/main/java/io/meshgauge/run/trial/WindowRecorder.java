package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.archive.Measurements;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.limit.LimitProof;
import io.meshgauge.evidence.traversal.ArmIsolation;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.evidence.window.WindowObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.TelemetryReading;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.stage.UseSamples;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceTotals;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.measure.use.Vitals;
import io.meshgauge.platform.Instruments;
import io.meshgauge.probe.micrometer.HeapUse;
import io.meshgauge.probe.micrometer.HopLatencies;
import io.meshgauge.probe.micrometer.Scrape;
import io.meshgauge.probe.micrometer.ServedCalls;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.topology.plane.DataPlane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
  private final WireWatch.Extent extent;
  private final Scrape servicesBefore;
  private final SortedMap<String, ProxyProbe.Reading> before;
  private final TelemetryWatch telemetryWatch;
  private static final String UNREAD = "unread.txt";
  private static final String LIMITS = "control groups at both ends of the window";

  /** Until what the services still send after the last answer of a window has arrived. */
  private static final Duration DRAIN = Duration.ofMillis(150);

  /**
   * What the services had counted when they were read last, by any arm: nothing uses them until the
   * next window. Null where there is one window, at whose edges all is read.
   */
  private final @Nullable AtomicReference<Scrape> latest;

  private final boolean shared;
  private final List<Edges> edges = new ArrayList<>();
  private long endedNanos;

  /** Whether the load of the latest window has stages, whose use is computed from samples. */
  private boolean staged;

  private final List<Evidence> further = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();
  private final Set<Integer> discarded = new HashSet<>();

  private WindowRecorder(
      SessionContext context,
      TestEnvironment environment,
      Optional<Part> ending,
      WireWatch.Extent extent,
      @Nullable AtomicReference<Scrape> latest,
      boolean shared) {
    this.latest = latest;
    this.shared = shared;
    this.context = context;
    this.environment = environment;
    this.ending = ending;
    this.extent = extent;
    servicesBefore = context.micrometer().read(environment.metrics());
    if (latest != null) {
      latest.set(servicesBefore);
    }
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
      LoadResult load, Instruments.Reading reading, WireSightings wire, OpenConnections open) {

    private SortedMap<Metric, Double> values() {
      SortedMap<Metric, Double> values = new TreeMap<>();
      Measurements.of(load, reading.uses(), null)
          .forEach(it -> values.put(it.metric(), it.value()));
      return values;
    }
  }

  /**
   * Reads what is read before the only window.
   *
   * @param ending the part whose processes may end in a window, together with their counters
   * @param extent of the capture
   */
  static WindowRecorder open(
      SessionContext context,
      TestEnvironment environment,
      Optional<Part> ending,
      WireWatch.Extent extent) {
    return new WindowRecorder(context, environment, ending, extent, null, false);
  }

  /**
   * Reads what is read before the first of several windows, some of which may be left out: services
   * are read at the edges of each, and where they are shared, proxies too.
   *
   * @param shared what the services had counted when they were read last, by any of the arms that
   *     share them; empty for services of its own
   */
  static WindowRecorder openRepeated(
      SessionContext context,
      TestEnvironment environment,
      Optional<AtomicReference<Scrape>> shared) {
    return new WindowRecorder(
        context,
        environment,
        Optional.empty(),
        WireWatch.Extent.BURSTS,
        shared.orElseGet(AtomicReference::new),
        shared.isPresent());
  }

  /** What services and proxies had counted at one edge of a window. */
  private record Edge(Scrape services, Map<String, Counters> proxies) {}

  /** Both edges of a window. */
  private record Edges(Edge before, Edge after) {}

  private Edge edge(Scrape services) {
    return new Edge(services, shared ? MeasuredWindow.counters(environment.proxies()) : Map.of());
  }

  /** Measures a window. */
  Piece measure(LoadSession worker, LoadListener listener) {
    if (latest == null) {
      return metered(worker, listener);
    }
    Edge before = edge(Objects.requireNonNull(latest.get()));
    Piece piece = metered(worker, listener);
    try {
      // Reading the meters took some of that time.
      TimeUnit.NANOSECONDS.sleep(DRAIN.toNanos() - (System.nanoTime() - endedNanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("interrupted after a window", e);
    }
    Scrape after = context.micrometer().read(environment.metrics());
    latest.set(after);
    edges.add(new Edges(before, edge(after)));
    return piece;
  }

  private Piece metered(LoadSession worker, LoadListener listener) {
    try (WireWatch wires = environment.prover().watch(extent);
        Instruments.Meter meter =
            environment.instruments().meter(part -> ending.equals(Optional.of(part)))) {
      meter.caveat().ifPresent(context::noteOnce);
      WindowMeter edge =
          new WindowMeter(listener, meter, environment.instruments()::connections, context.times());
      worker.measure(edge);
      endedNanos = edge.endedNanos();
      Piece piece =
          new Piece(
              LoadResults.readLatest(worker.folder()), edge.reading(), wires.finish(), edge.open());
      pieces.add(piece);
      staged = LoadResults.hasStages(worker.folder());
      return piece;
    }
  }

  /**
   * Leaves the latest window out of the results, those of the services' timers too. It stays part
   * of the evidence, since the counters of the proxies contain it.
   */
  void discardLatest() {
    discarded.add(pieces.size() - 1);
  }

  /** Reads what is read after the last window; asynchronous work must have ended. */
  MeasuredWindow finish() {
    SortedMap<String, String> files = new TreeMap<>();
    List<Piece> kept = kept(pieces);
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
    Scrape last =
        read(
            "the services' metrics",
            () -> context.micrometer().read(environment.metrics()),
            Scrape.of(Map.of()),
            files);
    Scrape servicesAfter = shared ? grownIn(edges) : last;
    if (shared) {
      isolation(after).ifPresent(further::add);
    }

    keepPages(last, after, files);
    OpenConnections open = pieces.get(pieces.size() - 1).open();
    WindowTexts.keep(rules, open, files);
    keepMeters(kept, files);
    if (staged && kept.size() == 1) {
      files.put(UseSamples.FILE, kept.get(0).reading().samples().text());
    }
    Instruments.Reading reading = total(kept);
    further.addAll(LimitProof.evidence(reading.limits(), reading.uses(), LIMITS));
    return new MeasuredWindow(
        LoadResults.inSequence(kept.stream().map(Piece::load).toList()),
        reading,
        ending.equals(Optional.of(Part.APPLICATION))
            ? List.of()
            : read("the latency of hops", () -> hops(servicesAfter, kept), List.of(), files),
        new WindowObservation(
            wire(pieces),
            MeasuredWindow.counters(before),
            MeasuredWindow.counters(after),
            sent,
            ServedCalls.between(servicesBefore, servicesAfter, environment.topology()),
            telemetry,
            MeasuredWindow.rules(rules),
            open),
        reading.vitals().stream().map(it -> withHeap(it, last)).toList(),
        further,
        kept.size() < 2 ? List.of() : kept.stream().map(Piece::values).toList(),
        files);
  }

  private void keepPages(
      Scrape services,
      SortedMap<String, ProxyProbe.Reading> after,
      SortedMap<String, String> files) {
    MeasuredWindow.keep(files, "micrometer", "before", servicesBefore.texts());
    MeasuredWindow.keep(files, "micrometer", "after", services.texts());
    MeasuredWindow.keep(files, "proxy", "before", MeasuredWindow.texts(before));
    MeasuredWindow.keep(files, "proxy", "after", MeasuredWindow.texts(after));
  }

  /** What the services had counted after some windows, if nothing but these had used them. */
  private Scrape grownIn(List<Edges> windows) {
    Scrape sum = servicesBefore;
    for (Edges window : windows) {
      sum = sum.plusGrowth(window.before().services(), window.after().services());
    }
    return sum;
  }

  private Optional<Evidence> isolation(SortedMap<String, ProxyProbe.Reading> after) {
    DataPlane plane = environment.deployment().dataPlane();
    List<ProxyCounters> own =
        edges.stream()
            .map(it -> new ProxyCounters(plane, it.before().proxies(), it.after().proxies()))
            .toList();
    return ArmIsolation.of(
        plane,
        new ProxyCounters(plane, MeasuredWindow.counters(before), MeasuredWindow.counters(after)),
        own);
  }

  /** Those of some windows, in their order, that are not left out. */
  private <T> List<T> kept(List<T> windows) {
    List<T> kept = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      if (!discarded.contains(i)) {
        kept.add(windows.get(i));
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
      further.add(
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

  /** Latencies in the windows that are not left out; the load of a run is that of the same. */
  private List<HopLatency> hops(Scrape servicesAfter, List<Piece> kept) {
    boolean all = !shared && kept.size() == pieces.size();
    Scrape grown = all ? servicesAfter : grownIn(kept(edges));
    return Stream.concat(
            HopLatencies.between(servicesBefore, grown, environment.topology()).stream(),
            wire(kept).latencies(environment.deployment().dataPlane()).stream())
        .toList();
  }

  private static WireSightings wire(List<Piece> windows) {
    return windows.stream().map(Piece::wire).reduce(WireSightings::plus).orElseThrow();
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
        readings.get(readings.size() - 1).vitals(),
        LimitUse.sum(readings.stream().map(Instruments.Reading::limits).toList()),
        UseSamples.NONE);
  }

  private static Vitals withHeap(Vitals vitals, Scrape services) {
    OptionalDouble heap = HeapUse.of(services, vitals.container());
    return heap.isPresent() ? vitals.with(heap.getAsDouble()) : vitals;
  }
}
