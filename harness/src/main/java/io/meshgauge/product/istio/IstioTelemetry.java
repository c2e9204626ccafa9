package io.meshgauge.product.istio;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Telemetry.AccessLog;
import io.meshgauge.experiment.Telemetry.Statistics;
import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.design.ClusterDesign.Collector;
import io.meshgauge.topology.plane.Backends;
import io.meshgauge.topology.plane.Backends.AccessLogs;
import io.meshgauge.topology.plane.Backends.Form;
import io.meshgauge.topology.plane.Backends.Scraping;
import io.meshgauge.topology.plane.Backends.Tracing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Telemetry of Istio's own sidecars on a cluster. All of it is configured by objects in the
 * experiment's namespace; the control plane's configuration stays unchanged.
 *
 * @param telemetry what the variant requests
 */
record IstioTelemetry(Telemetry telemetry) {
  private static final int ZIPKIN = 9411;
  private static final int PROMETHEUS = 9090;
  private static final ConfigTemplate LOGGING =
      new ConfigTemplate(IstioTelemetry.class, "logging.yaml.mustache");
  private static final ConfigTemplate TRACING =
      new ConfigTemplate(IstioTelemetry.class, "tracing.yaml.mustache");

  /** Supported telemetry settings. */
  static final List<Telemetry> SUPPORTED =
      Telemetry.ALL.stream()
          .filter(it -> it.accessLog() != AccessLog.EACH_LINE)
          .filter(it -> it.statistics() != Statistics.MINIMAL)
          .toList();

  /** Unsupported settings, with reasons. */
  static final Map<String, String> UNSUPPORTED =
      Map.of(
          "access-log-sync",
          "an Istio sidecar writes every second or 64 KiB; its agent passes no smaller buffer to"
              + " Envoy than 1 KiB, which is several lines",
          "none",
          "an Istio sidecar keeps counters of its own that no setting disables");

  /** Objects of the namespace, one YAML document each. */
  List<String> objects() {
    List<String> objects = new ArrayList<>();
    if (telemetry.logs()) {
      objects.add(LOGGING.fill(telemetry, Map.of()));
    }
    if (telemetry.traces()) {
      objects.add(TRACING.fill(telemetry, Map.of("port", ZIPKIN)));
    }
    return objects;
  }

  /** The programs that collect it. */
  List<Collector> collectors() {
    List<Collector> collectors = new ArrayList<>();
    if (telemetry.traces()) {
      collectors.add(new Collector(Telemetry.ZIPKIN, ZIPKIN, Optional.empty()));
    }
    telemetry
        .scraped()
        .map(interval -> new Collector(Telemetry.PROMETHEUS, PROMETHEUS, Optional.of(interval)))
        .ifPresent(collectors::add);
    return collectors;
  }

  /**
   * Destinations.
   *
   * @param proxies names of the proxies that write access logs; may be empty
   */
  Backends backends(Placement placement, Collection<String> proxies) {
    return new Backends(
        Optional.of(telemetry)
            .filter(Telemetry::traces)
            .map(
                it ->
                    // Istio names a proxy by its workload's label `app` and its namespace.
                    new Tracing(
                        placement.collector(Telemetry.ZIPKIN),
                        it.percent(),
                        "." + placement.namespace())),
        telemetry
            .scraped()
            .map(
                interval ->
                    new Scraping(placement.collector(Telemetry.PROMETHEUS), interval, true)),
        Optional.of(telemetry)
            .filter(Telemetry::logs)
            .map(
                it ->
                    new AccessLogs(
                        proxies.stream()
                            .distinct()
                            .collect(
                                Collectors.toMap(
                                    Function.identity(),
                                    name -> placement.logs().resolve(name + ".log"))),
                        false,
                        Form.ISTIO)),
        List.of());
  }

  /** Lines of the fairness manifest that differ from those of the model. */
  Map<String, String> manifest() {
    return telemetry.logs()
        ? Map.of(
            "access log", "Istio's format to the container's log, flushed at 64 KiB or every 1 s")
        : Map.of();
  }
}
