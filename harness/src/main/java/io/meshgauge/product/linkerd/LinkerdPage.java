package io.meshgauge.product.linkerd;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.PrometheusText;
import io.meshgauge.probe.Sample;
import io.meshgauge.topology.plane.IdentityCount;
import io.meshgauge.topology.plane.ListenerCounters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Parser of the page {@code /metrics} of Linkerd's proxy (versions 2.16 and later, checked up to
 * the edge release of August 2026), summed to the counters that the evidence reads.
 *
 * <p>{@code inbound.PORT.}: {@code requests} of meshed callers, refused ones included, since the
 * proxy's own {@code request_total} has only those that its policy let pass; {@code allowed} and
 * {@code denied} of them; {@code denied_strangers}, which presented no identity; {@code unrouted},
 * for which the policy had no route; {@code from.IDENTITY}. {@code connections} and {@code bytes}
 * of meshed callers, and {@code connections_from.IDENTITY}.
 *
 * <p>{@code inbound.PORT.}: {@code rate_limited} of meshed callers' requests, and {@code
 * rate_admitted}; {@code inbound.PORT.failures}, which the service answered 5xx.
 *
 * <p>{@code outbound.SERVICE.NAMESPACE.PORT.}: {@code requests}, each once, however often it was
 * sent; of those {@code retries}, which exists only if a route configures retries, {@code
 * retries_succeeded}, {@code retries_exhausted}, {@code retries_overflowed} and {@code timeouts};
 * {@code to.IDENTITY}, {@code connections_to.IDENTITY}, and {@code tls.} with version and ciphers
 * of connections in mutual TLS. {@code outbound.PORT.}: {@code connections} and {@code bytes} that
 * its workload opened and sent.
 *
 * <p>The kubelet's probes come without an identity, by a route of their own, and are in none of
 * them.
 */
final class LinkerdPage {
  private static final String TRUE = "true";
  private static final String INBOUND = "inbound";

  /** Every page has it from the start. */
  private static final String PAGE_MARKER = "proxy_build_info";

  /** Linkerd's route for the kubelet's probes of a server without routes. */
  private static final String DEFAULT_PROBE_ROUTE = "probe";

  /** Name suffix of the harness's routes for probes. */
  private static final String HARNESS_PROBE_SUFFIX = "-probes";

  /** Name prefix of the suites of TLS 1.3; Linkerd's proxies use no other version. */
  private static final String SUITE_1_3 = "TLS13_";

  /** Linkerd's label of a request that timed out. */
  private static final String TIMED_OUT = "REQUEST_TIMEOUT";

  private static final String RATE_ADMITTED = "rate_admitted";
  private static final String RATE_LIMITED = "rate_limited";

  private final Map<String, Double> values = new TreeMap<>();
  private String ciphers = "not reported";

  private LinkerdPage() {}

  /**
   * TCP connections, by port.
   *
   * @param at name prefix, including its final dot
   */
  static ListenerCounters connections(String at) {
    return ListenerCounters.of(
        Map.of(
            TrafficCounter.REQUESTS,
            CounterSource.onceUsed(at + "connections"),
            TrafficCounter.BYTES,
            CounterSource.onceUsed(at + "bytes")));
  }

  /** Requests to a service, and what the client's proxy did with them. */
  static ListenerCounters outboundRequests(String to) {
    return ListenerCounters.of(
        Map.of(
            TrafficCounter.REQUESTS,
            CounterSource.onceUsed(to + "requests"),
            TrafficCounter.RETRIES,
            CounterSource.onceUsed(to + "retries"),
            TrafficCounter.RETRIES_SUCCEEDED,
            CounterSource.onceUsed(to + "retries_succeeded"),
            TrafficCounter.RETRIES_EXHAUSTED,
            CounterSource.onceUsed(to + "retries_exhausted"),
            TrafficCounter.RETRIES_OVERFLOWED,
            CounterSource.onceUsed(to + "retries_overflowed"),
            TrafficCounter.TIMEOUTS,
            CounterSource.onceUsed(to + "timeouts")));
  }

  /** Requests that the proxy before a service received. */
  static ListenerCounters inboundRequests(String at) {
    return ListenerCounters.of(
        Map.of(
            TrafficCounter.REQUESTS,
            CounterSource.onceUsed(at + "requests"),
            TrafficCounter.FAILURES,
            CounterSource.onceUsed(at + "failures"),
            TrafficCounter.RATE_ADMITTED,
            CounterSource.onceUsed(at + RATE_ADMITTED),
            TrafficCounter.RATE_LIMITED,
            CounterSource.onceUsed(at + RATE_LIMITED)));
  }

  /**
   * The counters of a page.
   *
   * @throws ProbeException when the page is not Linkerd's
   */
  static Map<String, Double> parse(String text) {
    List<Sample> samples = PrometheusText.parse(text);
    if (samples.stream().noneMatch(it -> it.name().equals(PAGE_MARKER))) {
      throw new ProbeException(
          "expected the page /metrics of Linkerd's proxy, which has %s; found: %s"
              .formatted(PAGE_MARKER, text.lines().findFirst().orElse("nothing")));
    }
    LinkerdPage page = new LinkerdPage();
    page.ciphers(samples);
    samples.forEach(page::take);
    page.conclude();
    return page.values;
  }

  private void ciphers(List<Sample> samples) {
    samples.stream()
        .filter(it -> it.name().equals("rustls_info"))
        .map(it -> it.label("tls_suites").replaceFirst(",$", ""))
        .filter(it -> !it.isEmpty())
        .findFirst()
        .ifPresent(it -> ciphers = "one of " + it);
  }

  private void take(Sample sample) {
    boolean inbound = sample.label("direction").equals(INBOUND);
    switch (sample.name()) {
      case "request_total" -> {
        if (inbound) {
          inboundRequests(sample);
        } else {
          server(sample).ifPresent(it -> outboundRequests(it, sample));
        }
      }
      case "inbound_http_authz_allow_total" -> judged(sample, "allowed");
      case "inbound_http_authz_deny_total" -> {
        judged(sample, "denied");
        refused(sample);
      }
      case "inbound_http_route_not_found_total" -> {
        add(inbound(sample) + "unrouted", sample);
        refused(sample);
      }
      case "inbound_http_local_ratelimit_total" -> limited(sample);
      case "response_total" -> answers(sample, inbound);
      case "outbound_http_route_retry_requests_total", "outbound_grpc_route_retry_requests_total" ->
          steered(sample, "retries");
      case "outbound_http_route_retry_successes_total",
          "outbound_grpc_route_retry_successes_total" ->
          steered(sample, "retries_succeeded");
      case "outbound_http_route_retry_limit_exceeded_total",
          "outbound_grpc_route_retry_limit_exceeded_total" ->
          steered(sample, "retries_exhausted");
      case "outbound_http_route_retry_overflow_total", "outbound_grpc_route_retry_overflow_total" ->
          steered(sample, "retries_overflowed");
      case "outbound_http_route_request_statuses_total",
          "outbound_grpc_route_request_statuses_total" -> {
        if (sample.label("error").equals(TIMED_OUT)) {
          steered(sample, "timeouts");
        }
      }
      case "tcp_open_total" -> connections(sample, inbound);
      case "tcp_read_bytes_total" -> bytes(sample, inbound);
      default -> {}
    }
  }

  private void inboundRequests(Sample sample) {
    if (meshed(sample)) {
      add(inbound(sample) + "requests", sample);
    }
    if (meshed(sample) || !asksForHealth(sample)) {
      add(inbound(sample) + "from." + identity(sample, "client_id"), sample);
    }
  }

  private void outboundRequests(String server, Sample sample) {
    add(server + "requests", sample);
    add(server + "to." + identity(sample, "server_id"), sample);
  }

  private void judged(Sample sample, String verdict) {
    if (meshed(sample)) {
      add(inbound(sample) + verdict, sample);
    }
  }

  /** The count of requests does not include refused ones. */
  private void refused(Sample sample) {
    add(inbound(sample) + (meshed(sample) ? "requests" : "denied_strangers"), sample);
  }

  /** A limit applies after the policy has admitted a request, and before the request is counted. */
  private void limited(Sample sample) {
    if (meshed(sample)) {
      add(inbound(sample) + "requests", sample);
      add(inbound(sample) + RATE_LIMITED, sample);
    }
  }

  private void answers(Sample sample, boolean inbound) {
    if (inbound && meshed(sample) && sample.label("status_code").startsWith("5")) {
      add(inbound(sample) + "failures", sample);
    }
  }

  /** Retries and timeouts by a client's proxy for requests to a service. */
  private void steered(Sample sample, String counter) {
    add(
        "outbound.%s.%s.%s.%s"
            .formatted(
                sample.label("parent_name"),
                sample.label("parent_namespace"),
                sample.label("parent_port"),
                counter),
        sample);
  }

  /**
   * Derives counters from others. Requests that a limit admitted have no counter: they are those
   * that the policy admitted minus those that the limit refused. A retry is not counted as another
   * request.
   */
  private void conclude() {
    Map<String, Double> more = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          if (name.endsWith(".allowed")) {
            String port = name.replaceFirst("allowed$", "");
            more.put(port + RATE_ADMITTED, value - values.getOrDefault(port + RATE_LIMITED, 0.0));
          } else if (name.endsWith(".retries")) {
            String requests = name.replaceFirst("retries$", "requests");
            more.put(requests, values.getOrDefault(requests, 0.0) - value);
          }
        });
    values.putAll(more);
  }

  private void connections(Sample sample, boolean inbound) {
    boolean opened = sample.label("peer").equals("src");
    if (opened && inbound && meshed(sample)) {
      add(inbound(sample) + "connections", sample);
      add(inbound(sample) + "connections_from." + identity(sample, "client_id"), sample);
    } else if (opened && !inbound) {
      add("outbound." + port(sample) + ".connections", sample);
    } else if (!opened && !inbound) {
      server(sample).ifPresent(it -> connectionsTo(it, sample));
    }
  }

  private void connectionsTo(String server, Sample sample) {
    add(server + "connections_to." + identity(sample, "server_id"), sample);
    if (meshed(sample)) {
      String version = ciphers.replace(SUITE_1_3, "").contains("TLS_") ? "not reported" : "TLSv1.3";
      add(server + "tls.versions." + version, sample);
      add(server + "tls.ciphers." + ciphers, sample);
    }
  }

  private void bytes(Sample sample, boolean inbound) {
    if (!sample.label("peer").equals("src")) {
      return;
    }
    if (!inbound) {
      add("outbound." + port(sample) + ".bytes", sample);
    } else if (meshed(sample)) {
      add(inbound(sample) + "bytes", sample);
    }
  }

  private void add(String name, Sample sample) {
    values.merge(name, sample.value(), Double::sum);
  }

  private static boolean meshed(Sample sample) {
    return sample.label("tls").equals(TRUE);
  }

  /** The peer's identity in TLS; empty for a peer without a certificate. */
  private static String identity(Sample sample, String label) {
    String identity = meshed(sample) ? sample.label(label) : "";
    return identity.isEmpty() ? IdentityCount.UNIDENTIFIED : identity;
  }

  private static boolean asksForHealth(Sample sample) {
    String route = sample.label("route_name");
    return route.equals(DEFAULT_PROBE_ROUTE) || route.endsWith(HARNESS_PROBE_SUFFIX);
  }

  private static String inbound(Sample sample) {
    return INBOUND + "." + port(sample) + ".";
  }

  /** The service that was called; empty when only an address was called. */
  private static Optional<String> server(Sample sample) {
    String service = sample.label("dst_service");
    return service.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "outbound.%s.%s.%s.".formatted(service, sample.label("dst_namespace"), port(sample)));
  }

  private static String port(Sample sample) {
    String port = sample.label("target_port");
    return port.isEmpty() ? sample.label("target_addr").replaceFirst("^.*:", "") : port;
  }
}
