package io.meshgauge.evidence.telemetry;

import io.meshgauge.evidence.window.Expected;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.TelemetryReading;
import io.meshgauge.measure.TelemetryReading.Lines;
import io.meshgauge.measure.TelemetryReading.Scrapes;
import io.meshgauge.measure.TelemetryReading.Target;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.Backends.AccessLogs;
import io.meshgauge.topology.plane.Backends.Scraping;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.ProxyTotal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether the telemetry that an arm asks for was on while it was measured: what its backends got,
 * against what the proxies and the load worker counted.
 */
public final class TelemetryProof {

  /**
   * Writes for each line: of single lines no fewer, of pieces no more. On a machine without a
   * processor to spare lines come together before the thread that writes them gets one: 4,498
   * writes for 6,194 lines were counted on one that was ten times overbooked.
   */
  private static final double ONE_BY_ONE = 0.5;

  private static final double IN_PIECES = 0.3;

  /**
   * A window of so many intervals holds a reading; planned for one, it ends with its last answer.
   */
  private static final double SHORTEST = 0.95;

  private final DataPlane plane;

  public TelemetryProof(DataPlane plane) {
    this.plane = plane;
  }

  public List<Evidence> evidence(
      ProxyCounters counters, LoadResult load, TelemetryReading reading) {
    List<Evidence> all = new ArrayList<>();
    plane
        .backends()
        .tracing()
        .ifPresent(
            tracing ->
                all.addAll(
                    reading
                        .spans()
                        .map(
                            spans ->
                                new TracingProof(plane, tracing).evidence(counters, load, spans))
                        .orElseGet(() -> List.of(missing("traces", "spans in a Zipkin")))));
    plane
        .backends()
        .scraping()
        .ifPresent(
            scraping ->
                all.addAll(
                    reading
                        .scrapes()
                        .map(scrapes -> scrapes(scraping, scrapes))
                        .orElseGet(() -> List.of(missing("scrapes", "a Prometheus that reads")))));
    plane
        .backends()
        .accessLogs()
        .ifPresent(
            logs ->
                all.addAll(
                    reading
                        .lines()
                        .map(lines -> lines(logs, counters, lines))
                        .orElseGet(() -> List.of(missing("access logs", "lines in files")))));
    if (!plane.backends().kept().isEmpty()) {
      all.add(fewest(counters));
    }
    return all;
  }

  /** Every page was read as often as the interval asks for, give or take one at each edge. */
  private List<Evidence> scrapes(Scraping scraping, Scrapes scrapes) {
    List<String> proxies = plane.proxies().stream().map(it -> it.name()).toList();
    List<String> services =
        plane.dial().keySet().stream().map(Hop::server).distinct().sorted().toList();
    List<Evidence> all = new ArrayList<>();
    all.add(scrapes("services' pages", services, scraping, scrapes));
    if (!proxies.isEmpty()) {
      all.add(scrapes("proxies' pages", proxies, scraping, scrapes));
    }
    return all;
  }

  private static Evidence scrapes(
      String subject, List<String> names, Scraping scraping, Scrapes scrapes) {
    Duration window = scrapes.window();
    double times = (double) window.toMillis() / scraping.interval().toMillis();
    long least = Math.max(1, (long) times - 1);
    long most = (long) Math.ceil(times) + 1;
    Map<String, Target> targets = new TreeMap<>();
    names.forEach(
        name -> targets.put(name, scrapes.targets().getOrDefault(name, new Target(0, false))));
    boolean kept =
        targets.values().stream()
            .allMatch(it -> it.always() && it.readings() >= least && it.readings() <= most);
    return new Evidence(
        Promise.TELEMETRY,
        subject,
        times < SHORTEST ? Verdict.MISSING : kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        String.format(
            Locale.ROOT,
            "each of %d read every %d s: %d to %d times in %.1f s",
            names.size(),
            scraping.interval().toSeconds(),
            least,
            most,
            window.toMillis() / 1e3),
        targets.entrySet().stream()
            .map(
                it ->
                    it.getKey()
                        + " "
                        + it.getValue().readings()
                        + (it.getValue().always() ? "" : " (not always there)"))
            .collect(Collectors.joining(", ")),
        "series of Prometheus");
  }

  /** Every proxy wrote one line for every request that it counted. */
  private List<Evidence> lines(AccessLogs logs, ProxyCounters counters, Lines lines) {
    List<Evidence> all = new ArrayList<>();
    logs.files().keySet().stream()
        .sorted()
        .forEach(proxy -> all.add(lines(proxy, counters, lines)));
    all.add(writes(logs, counters));
    return all;
  }

  /**
   * Whether lines went to the files one by one or in pieces. Lines that come at the same moment may
   * share a write, and a piece is written in blocks of some KiB.
   */
  private static Evidence writes(AccessLogs logs, ProxyCounters counters) {
    long lines = counters.total(ProxyTotal.LOG_LINES).orElse(0);
    long writes = counters.total(ProxyTotal.LOG_WRITES).orElse(0);
    double share = lines == 0 ? 0 : (double) writes / lines;
    boolean kept = logs.eachLine() ? share >= ONE_BY_ONE : share <= IN_PIECES;
    return new Evidence(
        Promise.TELEMETRY,
        "writes of the access logs",
        lines == 0 ? Verdict.MISSING : kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        logs.eachLine() ? "a write for each line, or at most two" : "a write for many lines",
        "%d writes for %d lines".formatted(writes, lines),
        "the proxies' counters of their files");
  }

  private Evidence lines(String proxy, ProxyCounters counters, Lines lines) {
    List<String> expected = new ArrayList<>();
    List<String> observed = new ArrayList<>();
    Verdict verdict = Verdict.PROVEN;
    for (Listener listener : plane.listeners()) {
      if (!listener.proxy().equals(proxy)) {
        continue;
      }
      if (!counters.known(listener)) {
        return missing(proxy + "'s access log", "the counters of that proxy");
      }
      long requests = counters.requests(listener);
      long written = lines.of(proxy, listener.counters().name());
      long slack = Expected.slack(List.of(listener.hop()), requests);
      if (Math.abs(written - requests) > slack || (written == 0 && requests > 0)) {
        verdict = Verdict.DISPROVEN;
      }
      String name = listener.counters().name();
      expected.add(
          "%s %d%s".formatted(name, requests, slack > 0 ? " (give or take " + slack + ")" : ""));
      observed.add("%s %d".formatted(name, written));
    }
    return new Evidence(
        Promise.TELEMETRY,
        proxy + "'s access log",
        verdict,
        "a line for every request: " + String.join(", ", expected),
        String.join(", ", observed),
        "lines of the window in the file, and the proxy's counters");
  }

  /** Nothing is counted that no proof reads. */
  private Evidence fewest(ProxyCounters counters) {
    List<String> names = counters.names();
    List<String> others = names.stream().filter(name -> !isRead(name)).toList();
    return new Evidence(
        Promise.TELEMETRY,
        "proxies' counters",
        names.isEmpty() ? Verdict.MISSING : others.isEmpty() ? Verdict.PROVEN : Verdict.DISPROVEN,
        "none but those that the evidence is read from",
        "%d counters in %d proxies, %d others%s"
            .formatted(
                names.size(),
                plane.proxies().size(),
                others.size(),
                others.isEmpty() ? "" : ", for example " + others.get(0)),
        "proxies' counters at the end of the window");
  }

  private boolean isRead(String name) {
    return plane.backends().kept().stream().anyMatch(name::contains);
  }

  static Evidence missing(String subject, String expected) {
    return new Evidence(
        Promise.TELEMETRY,
        subject,
        Verdict.MISSING,
        expected,
        "nothing was read",
        "telemetry/errors.txt");
  }

  /** The hop on which the load enters. */
  static Hop entry(DataPlane plane) {
    return plane.dial().keySet().stream()
        .filter(hop -> hop.client().equals(Topology.LOAD))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the data plane has no hop of the load"));
  }
}
