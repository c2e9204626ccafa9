package io.meshgauge.product.envoy;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Telemetry.AccessLog;
import io.meshgauge.experiment.Telemetry.Statistics;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Setting;
import io.meshgauge.product.TrafficSettings;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.product.replica.ReplicaSettings;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Traffic;
import io.meshgauge.topology.routing.Canary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Settings that are equal in every arm of Envoy sidecars, plain ones included: Istio's defaults.
 * The difference between two such arms is then what the mesh adds, and not a timeout or a limit.
 *
 * @param workers worker threads of each proxy
 * @param telemetry what each proxy reports
 * @param traffic deviations from the default traffic rules
 * @param changes which parts of the configuration can change while proxies run
 * @param replicas the replicas of services and how each caller's proxy chooses one
 */
public record SidecarSettings(
    int workers,
    Telemetry telemetry,
    Traffic traffic,
    SidecarChanges changes,
    ReplicaSettings replicas) {
  /** Envoy's own default first. */
  public static final List<Algorithm> ALGORITHMS =
      List.of(Algorithm.roundRobin("ROUND_ROBIN"), Algorithm.leastConnections("LEAST_REQUEST"));

  /** Values of settings that are proven of one process of each service only. */
  private static final Set<String> SINGLE = Set.of("on", SidecarChanges.WATCHED);

  /** One, unless a variant sets more. */
  private static final int DEFAULT_REPLICAS = 1;

  /** Istio's default. */
  private static final String DEFAULT_WORKERS = "2";

  /** The settings of a product's replicas, after its own. */
  public static Setting[] and(List<Algorithm> algorithms, Setting... own) {
    return Stream.concat(
            Stream.of(own),
            Stream.of(
                ReplicaSettings.REPLICAS,
                ReplicaSettings.algorithm(algorithms),
                ReplicaSettings.SLOW_REPLICA,
                ReplicaSettings.FAILING_REPLICA))
        .toArray(Setting[]::new);
  }

  /** Problems in the combination of settings that are each valid. */
  public static List<String> problems(Variant variant) {
    List<String> problems = new ArrayList<>(ReplicaSettings.problems(variant, DEFAULT_REPLICAS));
    boolean several = replicas(variant, ALGORITHMS).several();
    boolean canary = TrafficSetting.CANARY.of(variant).isPresent();
    if (several && canary) {
      problems.add(
          "setting canary on mesh %s: the second version is the second process of its service; expected replicas: 1"
              .formatted(variant.mesh()));
    }
    if (several || canary) {
      single(variant)
          .map(
              what ->
                  "%s on mesh %s: it is proven of one process of each service only; expected %s"
                      .formatted(
                          what, variant.mesh(), several ? "replicas: 1" : "no setting canary"))
          .forEach(problems::add);
    }
    return problems;
  }

  /** What a variant requests that is proven of services with one process only. */
  private static Stream<String> single(Variant variant) {
    Stream<String> settings =
        Stream.of(Setting.TAP, SidecarChanges.CERTIFICATES, SidecarChanges.LISTENERS)
            .filter(it -> SINGLE.contains(variant.setting(it.name(), "")))
            .map(it -> "setting " + it.name());
    Stream<String> limits =
        Stream.of(
                TrafficSetting.RATE_LIMIT,
                TrafficSetting.CIRCUIT_BREAKER,
                TrafficSetting.CONCURRENT_RETRIES)
            .filter(it -> it.of(variant).isPresent())
            .map(it -> "setting " + it.key());
    Stream<String> telemetry =
        Telemetry.of(variant).chosen()
            ? Stream.of("telemetry " + variant.telemetry())
            : Stream.of();
    return Stream.of(settings, limits, telemetry).flatMap(it -> it);
  }

  /** The processes that a variant requests of the services of an application. */
  public Topology topology(Topology services) {
    Topology replicated = replicas.replicated(services);
    return traffic(services)
        .routing()
        .canary()
        .flatMap(Canary::service)
        .filter(services.services()::contains)
        .map(replicated::withCanary)
        .orElse(replicated);
  }

  /** The traffic rules with the services that they choose in an application. */
  public Traffic traffic(Topology services) {
    return traffic.routed(traffic.routing().at(services.behindEntry()));
  }

  /** How requests are distributed over the processes of services at a site. */
  Map<String, Balancing> balancing(Site site) {
    Map<String, Balancing> all = new LinkedHashMap<>(replicas.balancing(site));
    all.putAll(balancing(site.topology(), site::servingOf));
    return all;
  }

  /**
   * How requests are distributed over two versions of a service.
   *
   * @param addresses where processes of services listen
   */
  public Map<String, Balancing> balancing(Topology topology, Function<Replica, Address> addresses) {
    Map<String, Balancing> all = new LinkedHashMap<>();
    traffic
        .routing()
        .canary()
        .ifPresent(
            it ->
                topology
                    .canary()
                    .ifPresent(
                        service ->
                            all.put(
                                service, Balancing.versions(service, it.percent(), addresses))));
    return all;
  }

  private static ReplicaSettings replicas(Variant variant, List<Algorithm> algorithms) {
    return ReplicaSettings.of(variant, algorithms, DEFAULT_REPLICAS);
  }

  /**
   * The settings of a variant.
   *
   * @param algorithms of the product, the default first
   */
  public static SidecarSettings of(Variant variant, List<Algorithm> algorithms) {
    return new SidecarSettings(
        Integer.parseInt(variant.setting(Setting.WORKERS.name(), DEFAULT_WORKERS)),
        Telemetry.of(variant),
        TrafficSettings.of(variant),
        SidecarChanges.of(variant),
        replicas(variant, algorithms));
  }

  /**
   * Command-line arguments of an Envoy for its access log. A separate thread of Envoy always writes
   * the lines, and requests do not wait for it; the argument sets the amount of buffered data that
   * wakes it. A shorter flush interval would wake it as well, but also when there is nothing to
   * write.
   */
  public static List<String> arguments(Telemetry telemetry) {
    return telemetry.accessLog() == AccessLog.EACH_LINE
        ? List.of("--file-flush-min-size-kb", "0")
        : List.of();
  }

  /** Command-line arguments of a sidecar. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(arguments(telemetry));
    arguments.addAll(changes.arguments());
    return arguments;
  }

  /** Template values of the traffic rules. */
  Map<String, Object> templateValues() {
    Map<String, Object> values = new TreeMap<>(TrafficTemplateValues.of(traffic));
    values.put("lbPolicy", replicas.algorithm().word());
    return values;
  }

  /** Line {@code balancing} of the fairness manifest. */
  public String balancing() {
    return traffic
        .routing()
        .canary()
        .map(
            it ->
                "each caller's proxy: %d %% of the requests for %s to its second version"
                    .formatted(it.percent(), it.service().orElse(TrafficSettings.FIRST_SERVICE)))
        .orElseGet(() -> replicas.factor("each caller's proxy"));
  }

  /** Lines of the fairness manifest. */
  public Map<String, String> manifest() {
    Map<String, String> lines = new TreeMap<>(TrafficSettings.manifest(traffic, "each caller"));
    lines.computeIfPresent(
        "retries", (line, outbound) -> outbound + "; inbound 2 on reset-before-request");
    lines.put("access log", accessLog(telemetry));
    lines.put(TrafficSetting.HTTP2_UPGRADE.line(), httpVersion());
    lines.put("telemetry", statistics());
    lines.put("tracing", tracing());
    lines.put("workers", Integer.toString(workers));
    return lines;
  }

  /** The access log's line in the fairness manifest. */
  public static String accessLog(Telemetry telemetry) {
    return switch (telemetry.accessLog()) {
      case OFF -> "off";
      case EACH_LINE -> "JSON to a file, one write per line";
      case BUFFERED -> "JSON to a file, flushed at 64 KiB or every 10 s";
    };
  }

  private String httpVersion() {
    return traffic.connections().upgraded()
        ? "HTTP/2 between proxies, HTTP/1.1 from and to processes, HTTP/2 for gRPC"
        : "HTTP/1.1, HTTP/2 for gRPC";
  }

  private String statistics() {
    return telemetry.statistics() == Statistics.ALL
        ? "Envoy's counters"
        : "only the Envoy counters that the evidence reads";
  }

  private String tracing() {
    return telemetry.traces()
        ? "Zipkin, %d %% of requests, sampled where they enter".formatted(telemetry.percent())
        : "off";
  }
}
