package io.meshgauge.product.istio;

import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.PrometheusText;
import io.meshgauge.probe.Sample;
import io.meshgauge.product.istio.ZtunnelCounters.Security;
import io.meshgauge.product.istio.ZtunnelCounters.What;
import io.meshgauge.topology.plane.Listener.Side;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Parsers of Istio's metrics by their labels: of ztunnel and waypoint, versions 1.24 and later, and
 * of sidecars.
 */
final class IstioPages {
  private static final String REQUESTS = "istio_requests_total";
  private static final String BUILD = "istio_build";
  private static final String OPENED = "istio_tcp_connections_opened_total";

  /** The ztunnel's counters of connections and bytes, by direction, at either end. */
  private static final Map<String, What> CONNECTIONS =
      Map.of(
          OPENED,
          What.OPENED,
          "istio_tcp_received_bytes_total",
          What.UP,
          "istio_tcp_sent_bytes_total",
          What.DOWN);

  /** A ztunnel's page has one of these from its start, even before any traffic. */
  private static final List<String> ZTUNNEL = List.of(BUILD, "istio_tcp_", "istio_xds_");

  /** Envoy's counters of the services behind it, by port. */
  private static final String CLUSTER = "envoy_cluster_";

  private static final String BEHIND = "inbound-vip|";

  /** Envoy's counters of the files that it writes, access logs among them. */
  private static final String FILES = "envoy_filesystem_";

  private static final String UNKNOWN = "unknown";

  private IstioPages() {}

  /** Connections and bytes by the two workloads and their security. */
  static Map<String, Double> ztunnel(String text) {
    // A family without samples still has its HELP line.
    if (ZTUNNEL.stream().noneMatch(text::contains)) {
      throw ProbeException.unexpected("ztunnel's metrics, among them istio_build", text);
    }
    Map<String, Double> values = new TreeMap<>();
    for (Sample sample : PrometheusText.parse(text)) {
      What what = CONNECTIONS.get(sample.name());
      Optional<Side> side = side(sample.label("reporter"));
      if (what == null || side.isEmpty()) {
        continue;
      }
      ZtunnelCounters counters =
          new ZtunnelCounters(side.get(), end(sample, "source"), end(sample, "destination"));
      Security security = security(sample, side.get());
      values.merge(counters.of(security, what), sample.value(), Double::sum);
      if (security == Security.MUTUAL_TLS && what == What.OPENED) {
        values.merge(counters.session(), sample.value(), Double::sum);
      }
    }
    return values;
  }

  /**
   * Requests by service and, under Envoy's own names, what the waypoint did with them and its file
   * writes. The values of an Envoy page without any are zero.
   */
  static Map<String, Double> waypoint(String text) {
    if (!text.contains("envoy_") && !text.contains(REQUESTS)) {
      throw ProbeException.unexpected("Envoy's metrics in the format of Prometheus", text);
    }
    Map<String, Double> values = new TreeMap<>();
    for (Sample sample : PrometheusText.parse(text)) {
      if (sample.name().equals(REQUESTS)) {
        values.merge(WaypointCounters.requests(called(sample)), sample.value(), Double::sum);
      } else if (sample.label("cluster_name").startsWith(BEHIND)) {
        values.merge(behind(sample), sample.value(), Double::sum);
      } else if (sample.name().startsWith(FILES)) {
        values.put("filesystem." + sample.name().substring(FILES.length()), sample.value());
      }
    }
    return values;
  }

  /**
   * Requests and failures by side and called service, and with which peer connections are in mutual
   * TLS.
   */
  static Map<String, Double> sidecar(String text) {
    if (!text.contains("envoy_") && !text.contains(REQUESTS)) {
      throw ProbeException.unexpected("Istio's metrics in the format of Prometheus", text);
    }
    Map<String, Double> values = new TreeMap<>();
    if (text.contains(BUILD) || text.contains(REQUESTS)) {
      values.put(AttachedSidecarType.EXPOSED, 0.0);
    }
    for (Sample sample : PrometheusText.parse(text)) {
      boolean requests = sample.name().equals(REQUESTS);
      Optional<Side> side = side(sample.label("reporter"));
      if (side.isEmpty() || !(requests || sample.name().equals(OPENED))) {
        continue;
      }
      String of = AttachedSidecarType.name(side.get()) + "|" + called(sample);
      if (requests) {
        values.merge(AttachedSidecarType.requests(of), sample.value(), Double::sum);
        if (sample.label("response_code").startsWith("5")) {
          values.merge(AttachedSidecarType.failures(of), sample.value(), Double::sum);
        }
      }
      String peer =
          sample.label(side.get() == Side.OUTBOUND ? "destination_principal" : "source_principal");
      if (peer.startsWith("spiffe://")) {
        values.merge(
            AttachedSidecarType.sessions(of) + "mutual TLS with " + peer,
            sample.value(),
            Double::sum);
      }
    }
    return values;
  }

  private static String called(Sample sample) {
    return sample.label("destination_service_namespace")
        + "/"
        + sample.label("destination_service_name");
  }

  /** Envoy's own name of a cluster's counter, reassembled from Istio's labels. */
  private static String behind(Sample sample) {
    String counter =
        sample.name().replaceFirst("^" + CLUSTER, "").replaceFirst("^retry_", "retry.");
    String answers = sample.label("response_code_class") + sample.label("response_code");
    return "cluster.%s.%s%s"
        .formatted(sample.label("cluster_name"), counter, answers.isEmpty() ? "" : "_" + answers);
  }

  private static Optional<Side> side(String reporter) {
    return switch (reporter) {
      case "source" -> Optional.of(Side.OUTBOUND);
      case "destination" -> Optional.of(Side.INBOUND);
      default -> Optional.empty();
    };
  }

  private static String end(Sample sample, String which) {
    return sample.label(which + "_workload_namespace")
        + "/"
        + sample.label(which + "_canonical_service");
  }

  private static Security security(Sample sample, Side side) {
    if (!sample.label("connection_security_policy").equals("mutual_tls")) {
      return Security.PLAINTEXT;
    }
    // Some versions omit the client of a connection at its own end; the other end never does.
    boolean client =
        presents(sample, "source")
            || (side == Side.OUTBOUND && sample.label("source_principal").equals(UNKNOWN));
    return client && presents(sample, "destination") ? Security.MUTUAL_TLS : Security.OTHER_NAMES;
  }

  /** Whether a peer presented the name of its service account, which equals the workload's. */
  private static boolean presents(Sample sample, String which) {
    return sample
        .label(which + "_principal")
        .endsWith(
            "/ns/%s/sa/%s"
                .formatted(
                    sample.label(which + "_workload_namespace"),
                    sample.label(which + "_canonical_service")));
  }
}
