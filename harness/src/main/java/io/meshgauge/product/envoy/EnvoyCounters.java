package io.meshgauge.product.envoy;

import static io.meshgauge.measure.counter.CounterSource.onceUsed;
import static java.util.Map.entry;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.connection.TlsDetail;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.PolicyEnforcementPoint;
import io.meshgauge.topology.plane.ProxyTotal;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Names of Envoy's counters. */
public final class EnvoyCounters {
  /** Name prefix of the listeners and clusters that only sampled requests use. */
  public static final String TAP = "tap_";

  private static final String SAMPLED_SPANS = ".tracing.random_sampling";

  /** Counted where a control plane sends the routes; those of a file cannot change. */
  private static final String ROUTE_RELOADS = ".config_reload";

  /** Counters of a whole proxy. */
  static final Map<ProxyTotal, CounterSource> TOTALS =
      Map.of(
          ProxyTotal.CLUSTERS,
          CounterSource.of("cluster_manager.active_clusters"),
          ProxyTotal.ROUTE_RELOADS,
          CounterSource.endingIn(ROUTE_RELOADS),
          ProxyTotal.SPANS,
          CounterSource.endingIn(SAMPLED_SPANS),
          ProxyTotal.SPAN_REPORTS_LOST,
          CounterSource.of(
              "tracing.zipkin.reports_dropped",
              "tracing.zipkin.reports_failed",
              "tracing.zipkin.reports_skipped_no_cluster"),
          ProxyTotal.LOG_LINES,
          CounterSource.of("filesystem.write_buffered"),
          ProxyTotal.LOG_WRITES,
          CounterSource.of("filesystem.write_completed"));

  /**
   * Suffixes or fragments of the counter names that a proxy keeps when it keeps only the counters
   * that evidence reads.
   */
  public static final List<String> KEPT =
      List.of(
          ".downstream_rq_total",
          ".downstream_cx_total",
          ".downstream_cx_rx_bytes_total",
          ".upstream_rq_retry",
          ".upstream_cx_connect_fail",
          ".downstream_rq_5xx",
          ".upstream_rq_retry_success",
          ".upstream_rq_retry_limit_exceeded",
          ".upstream_rq_retry_overflow",
          ".upstream_rq_timeout",
          ".upstream_cx_total",
          ".upstream_cx_http2_total",
          ".upstream_cx_active",
          ".upstream_rq_pending_overflow",
          ".upstream_rq_active_overflow",
          ".fault.delays_injected",
          ".fault.aborts_injected",
          ".http_local_rate_limit.ok",
          ".http_local_rate_limit.rate_limited",
          "cluster_manager.active_clusters",
          ROUTE_RELOADS,
          ".ssl.");

  private EnvoyCounters() {}

  /**
   * A listener and the cluster it forwards to.
   *
   * @param listener its name in statistics, after {@code http.} or {@code tcp.}
   * @param cluster the cluster's name in statistics
   */
  public static ListenerCounters of(Protocol protocol, String listener, String cluster) {
    Map<TrafficCounter, CounterSource> sources = new EnumMap<>(TrafficCounter.class);
    boolean tcp = protocol == Protocol.TCP;
    String prefix = (tcp ? "tcp." : "http.") + listener + ".";
    String upstream = "cluster." + cluster + ".";
    sources.put(
        TrafficCounter.REQUESTS,
        CounterSource.of(prefix + (tcp ? "downstream_cx_total" : "downstream_rq_total")));
    sources.put(TrafficCounter.BYTES, CounterSource.of(prefix + "downstream_cx_rx_bytes_total"));
    if (tcp) {
      sources.put(TrafficCounter.RETRIES, CounterSource.of(upstream + "upstream_cx_connect_fail"));
    } else {
      sources.put(TrafficCounter.FAILURES, CounterSource.of(prefix + "downstream_rq_5xx"));
      sources.put(TrafficCounter.SPANS, CounterSource.of(prefix + SAMPLED_SPANS.substring(1)));
      sources.put(
          TrafficCounter.RATE_ADMITTED, CounterSource.endingIn(".http_local_rate_limit.ok"));
      sources.put(
          TrafficCounter.RATE_LIMITED,
          CounterSource.endingIn(".http_local_rate_limit.rate_limited"));
      sources.putAll(upstream(upstream));
    }
    return new ListenerCounters(
        listener, cluster.replaceFirst(";$", ""), sources, tlsSessions(cluster));
  }

  /**
   * Counters of a listener that serves other destinations too: requests are counted as the cluster
   * sent them, without its retries.
   */
  public static ListenerCounters byDestination(ListenerCounters counters, String cluster) {
    String upstream = "cluster." + cluster + ".";
    Map<TrafficCounter, CounterSource> sources = new EnumMap<>(TrafficCounter.class);
    sources.putAll(counters.sources());
    sources.remove(TrafficCounter.BYTES);
    sources.put(
        TrafficCounter.REQUESTS,
        CounterSource.of(upstream + "upstream_rq_total").without(upstream + "upstream_rq_retry"));
    return new ListenerCounters(
        counters.name(), counters.destination(), sources, counters.tlsSessions());
  }

  /**
   * Counters of a listener that sends a share of its requests to a second version of its
   * destination: what is counted by destination is added.
   *
   * @param first the listener with the first version as its only destination
   * @param second the listener with the second version as its only destination
   */
  public static ListenerCounters split(ListenerCounters first, ListenerCounters second) {
    Map<TrafficCounter, CounterSource> sources = new EnumMap<>(TrafficCounter.class);
    sources.putAll(first.sources());
    second
        .sources()
        .forEach(
            (counter, more) ->
                sources.merge(
                    counter, more, (one, other) -> one.equals(other) ? one : one.plus(other)));
    Map<TlsDetail, List<String>> sessions = new EnumMap<>(first.tlsSessions());
    second
        .tlsSessions()
        .forEach(
            (detail, prefixes) ->
                sessions.merge(
                    detail,
                    prefixes,
                    (one, other) -> Stream.concat(one.stream(), other.stream()).toList()));
    return new ListenerCounters(first.name(), first.destination(), sources, sessions);
  }

  /**
   * Counters of a listener that injects faults into the calls of its hop.
   *
   * @param shared whether the listener serves other destinations too, so that requests are counted
   *     as they are sent, and aborted ones are not among them
   */
  public static ListenerCounters injecting(ListenerCounters counters, boolean shared) {
    String faults = "http." + counters.name() + ".fault.";
    CounterSource aborts = CounterSource.of(faults + "aborts_injected");
    ListenerCounters injecting =
        counters
            .with(TrafficCounter.INJECTED_DELAYS, CounterSource.of(faults + "delays_injected"))
            .with(TrafficCounter.INJECTED_ABORTS, aborts);
    return shared
        ? injecting.with(
            TrafficCounter.REQUESTS, counters.source(TrafficCounter.REQUESTS).plus(aborts))
        : injecting;
  }

  /**
   * Prefixes of the counters of TLS versions, ciphers and groups of the connections that a cluster
   * opened.
   */
  public static Map<TlsDetail, List<String>> tlsSessions(String cluster) {
    String tls = "cluster." + cluster + ".ssl.";
    return Map.of(
        TlsDetail.VERSION, List.of(tls + "versions."),
        TlsDetail.CIPHER, List.of(tls + "ciphers."),
        TlsDetail.GROUP, List.of(tls + "curves."));
  }

  /**
   * Counters of the requests that a cluster sends.
   *
   * @param upstream name prefix, including its final dot
   */
  public static Map<TrafficCounter, CounterSource> upstream(String upstream) {
    return Map.ofEntries(
        entry(TrafficCounter.RETRIES, CounterSource.of(upstream + "upstream_rq_retry")),
        entry(
            TrafficCounter.RETRIES_SUCCEEDED,
            CounterSource.of(upstream + "upstream_rq_retry_success")),
        entry(
            TrafficCounter.RETRIES_EXHAUSTED,
            CounterSource.of(upstream + "upstream_rq_retry_limit_exceeded")),
        entry(
            TrafficCounter.RETRIES_OVERFLOWED,
            CounterSource.of(upstream + "upstream_rq_retry_overflow")),
        entry(TrafficCounter.CONNECTIONS, CounterSource.of(upstream + "upstream_cx_total")),
        entry(
            TrafficCounter.HTTP2_CONNECTIONS,
            CounterSource.of(upstream + "upstream_cx_http2_total")),
        entry(TrafficCounter.OPEN_CONNECTIONS, CounterSource.of(upstream + "upstream_cx_active")),
        entry(TrafficCounter.HANDSHAKES, CounterSource.of(upstream + "ssl.handshake")),
        entry(TrafficCounter.RESUMPTIONS, CounterSource.of(upstream + "ssl.session_reused")),
        entry(TrafficCounter.TIMEOUTS, CounterSource.of(upstream + "upstream_rq_timeout")),
        // Envoy distinguishes overflows by whether a request had a connection; versions before 1.33
        // count all as if it had none.
        entry(
            TrafficCounter.OVERFLOWS,
            CounterSource.of(
                upstream + "upstream_rq_pending_overflow",
                upstream + "upstream_rq_active_overflow")),
        // Envoy creates counters by status with the first such response.
        entry(TrafficCounter.UPSTREAM_FAILURES, onceUsed(upstream + "upstream_rq_5xx")),
        entry(TrafficCounter.UPSTREAM_RETRY_FAILURES, onceUsed(upstream + "retry.upstream_rq_5xx")),
        entry(
            TrafficCounter.EJECTIONS,
            CounterSource.of(upstream + "outlier_detection.ejections_enforced_total")),
        entry(
            TrafficCounter.EJECTED,
            CounterSource.of(upstream + "outlier_detection.ejections_active")));
  }

  /**
   * The same listener next to a capture listener that carries the requests sampled by the harness.
   */
  static ListenerCounters tapped(ListenerCounters counters, Hop hop) {
    ListenerCounters tap = of(hop.protocol(), TAP + hop.server(), TAP + hop.server());
    return counters.with(
        TrafficCounter.SAMPLES,
        CounterSource.of(
            tap.source(TrafficCounter.REQUESTS).names().get(0),
            tap.source(TrafficCounter.RETRIES).names().get(0)));
  }

  /** Connections through a capture, by the name of its listener. */
  public static CounterSource connections(String tap) {
    return of(Protocol.TCP, tap, tap).source(TrafficCounter.REQUESTS);
  }

  /**
   * Envoy's RBAC filter in the connection manager of that prefix. A page without its counters has
   * no such filter, which then has decided nothing.
   */
  public static PolicyEnforcementPoint rbac(String service, String proxy, String prefix) {
    String names = "http." + prefix + ".rbac.";
    return PolicyEnforcementPoint.before(service, proxy)
        .counting(onceUsed(names + "allowed"), onceUsed(names + "denied"));
  }

  /** Envoy's external authorization filter in the connection manager of that prefix. */
  static PolicyEnforcementPoint externalAuthorization(String service, String proxy, String prefix) {
    String names = "http." + prefix + ".ext_authz.";
    return PolicyEnforcementPoint.before(service, proxy)
        .counting(onceUsed(names + "ok"), onceUsed(names + "denied"))
        .failingOpen(onceUsed(names + "error", names + "failure_mode_allowed", names + "invalid"));
  }
}
