package io.meshgauge.evidence.telemetry;

import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.TelemetryReading.Span;
import io.meshgauge.measure.TelemetryReading.Spans;
import io.meshgauge.measure.TelemetryReading.Trace;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.Backends.Tracing;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.ProxyTotal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Whether as many requests were traced as the arm asks for, whether all their spans came in, and
 * whether a trace holds every hop of its request.
 *
 * <p>Each request is drawn once, where it enters; so the number of traces is binomial, and a number
 * outside of the range that holds 99.9 % of such draws is refused. At 100 % the range is one
 * number. Spans are held against the proxies' own count of sampled requests: one on either side of
 * every hop.
 */
final class TracingProof {
  /** Probability of a fair draw to lie below the range, and the same above it. */
  private static final double TAIL = 0.0005;

  private final DataPlane plane;
  private final Tracing tracing;

  TracingProof(DataPlane plane, Tracing tracing) {
    this.plane = plane;
    this.tracing = tracing;
  }

  public List<Evidence> evidence(ProxyCounters counters, LoadResult load, Spans spans) {
    List<Evidence> all = new ArrayList<>();
    all.add(rate(counters, load));
    all.add(arrival(counters, spans));
    all.add(traces(spans.traces()));
    return all;
  }

  private Evidence rate(ProxyCounters counters, LoadResult load) {
    String subject = "traces begun at the load";
    Optional<Listener> entry =
        counters
            .outbound(TelemetryProof.entry(plane))
            .filter(it -> counters.gap(it, TrafficCounter.SPANS).isEmpty());
    if (entry.isEmpty()) {
      return TelemetryProof.missing(subject, "counters of the proxy where requests enter");
    }
    BinomialDistribution draws =
        BinomialDistribution.of(Math.toIntExact(load.sent()), tracing.percent() / 100.0);
    int least = draws.inverseCumulativeProbability(TAIL);
    int most = draws.inverseCumulativeProbability(1 - TAIL);
    long begun = counters.count(entry.get(), TrafficCounter.SPANS);
    boolean kept = begun >= least && begun <= most && begun > 0;
    return new Evidence(
        Promise.TELEMETRY,
        subject,
        kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        least == most
            ? "all %d requests".formatted(least)
            : "%d %% of %d requests: %d to %d"
                .formatted(tracing.percent(), load.sent(), Math.max(1, least), most),
        String.format(
            Locale.ROOT, "%d traces, %.1f %%", begun, 100.0 * begun / Math.max(1, load.sent())),
        "counters of the proxy where requests enter");
  }

  /**
   * Proxies hold spans back for some seconds, so that some of the warm-up come in within the
   * window. Those of the window are waited for.
   */
  private Evidence arrival(ProxyCounters counters, Spans spans) {
    OptionalLong counted = counters.total(ProxyTotal.SPANS);
    OptionalLong undelivered = counters.total(ProxyTotal.SPAN_REPORTS_LOST);
    if (counted.isEmpty() || undelivered.isEmpty()) {
      return TelemetryProof.missing("spans in Zipkin", "the proxies' own counters of spans");
    }
    long made = counted.getAsLong();
    long lost = undelivered.getAsLong();
    long earlier = counters.before(ProxyTotal.SPANS).orElse(0);
    long inFlight = Math.max(0, earlier - spans.before());
    long came = spans.after() - spans.before();
    boolean all = came >= made && came <= made + inFlight && came > 0;
    return new Evidence(
        Promise.TELEMETRY,
        "spans in Zipkin",
        all && spans.dropped() == 0 && lost == 0 ? Verdict.PROVEN : Verdict.DISPROVEN,
        "%d spans made in the window, and up to %d that were on their way when it began; none lost"
            .formatted(made, inFlight),
        "%d came in; Zipkin dropped %d, and the proxies %d reports"
            .formatted(came, spans.dropped(), lost),
        "Zipkin's own counters, and the proxies' counters of sampled requests");
  }

  private Evidence traces(List<Trace> traces) {
    String expected =
        "each one tree from the load on, with both sides of every hop, and some beyond the entry";
    List<String> broken =
        traces.stream().map(this::fault).flatMap(Optional::stream).distinct().sorted().toList();
    Map<String, Long> reach =
        traces.stream()
            .collect(
                Collectors.groupingBy(TracingProof::services, TreeMap::new, Collectors.counting()));
    boolean beyond = traces.stream().anyMatch(trace -> workloads(trace).size() > 2);
    String observed =
        broken.isEmpty()
            ? "%d looked at: %s"
                .formatted(
                    traces.size(),
                    reach.entrySet().stream()
                        .map(it -> it.getValue() + " of " + it.getKey())
                        .collect(Collectors.joining("; ")))
            : "%d looked at, and found: %s".formatted(traces.size(), String.join("; ", broken));
    Verdict verdict =
        traces.isEmpty()
            ? Verdict.MISSING
            : broken.isEmpty() && beyond ? Verdict.PROVEN : Verdict.DISPROVEN;
    return new Evidence(
        Promise.TELEMETRY, "hops of a trace", verdict, expected, observed, "telemetry/traces.json");
  }

  private static List<String> workloads(Trace trace) {
    return trace.spans().stream().map(Span::workload).distinct().sorted().toList();
  }

  private static String services(Trace trace) {
    return String.join(" ", workloads(trace));
  }

  /** What is wrong with a trace; empty when it is whole. */
  private Optional<String> fault(Trace trace) {
    Map<String, Span> byId =
        trace.spans().stream()
            .collect(Collectors.toMap(Span::id, Function.identity(), (one, other) -> one));
    if (byId.size() < trace.spans().size()) {
      return Optional.of("a span twice");
    }
    for (Span span : trace.spans()) {
      Span parent = byId.get(span.parent());
      if (span.parent().isEmpty()) {
        if (!span.client() || !span.workload().equals(Topology.LOAD)) {
          return Optional.of("a root at " + span.workload());
        }
      } else if (parent == null) {
        return Optional.of(
            "a span of %s without the one it was made for".formatted(span.workload()));
      } else if (!follows(span, parent)) {
        return Optional.of(
            "a span of %s made for one of %s".formatted(span.workload(), parent.workload()));
      }
      if (span.client() && trace.spans().stream().noneMatch(it -> it.parent().equals(span.id()))) {
        return Optional.of("a call of %s without the called side".formatted(span.workload()));
      }
    }
    return trace.spans().stream().filter(span -> span.parent().isEmpty()).count() == 1
        ? Optional.empty()
        : Optional.of("several roots");
  }

  /** A caller's side is made within its workload, a called side by a hop of the topology. */
  private boolean follows(Span span, Span parent) {
    if (span.client()) {
      return !parent.client() && parent.workload().equals(span.workload());
    }
    return parent.client()
        && plane.dial().keySet().stream()
            .anyMatch(
                (Hop hop) ->
                    hop.client().equals(parent.workload()) && hop.server().equals(span.workload()));
  }
}
