package io.meshgauge.product.balancer;

import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Setting;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.product.replica.ReplicaSettings;
import io.meshgauge.topology.plane.Balancing.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of a variant with load balancers.
 *
 * @param replication the replicas and how they are chosen
 * @param workers worker threads, or processes, of each balancer
 * @param checked whether balancers check the health of replicas
 * @param tls whether the balancer where the load enters terminates TLS; behind it all traffic is
 *     plaintext
 * @param connections whether connections are balanced instead of requests
 */
public record BalancerSettings(
    ReplicaSettings replication, int workers, boolean checked, boolean tls, boolean connections) {
  static final Setting HEALTH_CHECKS = Setting.oneOf("health-checks", List.of("on", "off"));
  static final Setting TLS = Setting.oneOf("tls", List.of("off", "terminate"));
  static final Setting LAYER = Setting.oneOf("layer", List.of("http", "tcp"));

  /** Why some settings are not available on a cluster. */
  static final Map<String, String> LOCAL_ONLY = localOnly();

  /** Two is the minimum for balancing; every replica is another JVM. */
  private static final int DEFAULT_REPLICAS = 2;

  /** As in the arms of sidecars. */
  private static final String DEFAULT_WORKERS = "2";

  /** The algorithms whose distribution can be proven on a cluster. */
  static List<Algorithm> provenOnCluster(List<Algorithm> known) {
    return known.stream().filter(it -> it.rule() != Rule.IP_HASH).toList();
  }

  /** The setting that selects one of those algorithms. */
  static Setting algorithmOnCluster(List<Algorithm> known) {
    Setting proven = ReplicaSettings.algorithm(provenOnCluster(known));
    return new Setting(
        proven.name(),
        proven.expected()
            + "; algorithms by client address are not supported on a cluster, where callers do not have several known addresses",
        proven.accepts());
  }

  /**
   * The settings of a valid variant.
   *
   * @param known the product's algorithms, the first of which is the default
   */
  static BalancerSettings of(Variant variant, List<Algorithm> known) {
    return new BalancerSettings(
        ReplicaSettings.of(variant, known, DEFAULT_REPLICAS),
        Integer.parseInt(variant.setting(Setting.WORKERS.name(), DEFAULT_WORKERS)),
        variant.setting(HEALTH_CHECKS.name(), "on").equals("on"),
        terminates(variant),
        spreadsConnections(variant));
  }

  /** Copy without health checks. */
  BalancerSettings unchecked() {
    return new BalancerSettings(replication, workers, false, tls, connections);
  }

  Algorithm algorithm() {
    return replication.algorithm();
  }

  /** Whether a variant requests balancing of connections instead of requests. */
  static boolean spreadsConnections(Variant variant) {
    return variant.setting(LAYER.name(), "http").equals("tcp");
  }

  /** Whether a variant requests TLS up to the balancer where the load enters. */
  static boolean terminates(Variant variant) {
    return variant.setting(TLS.name(), "off").equals("terminate");
  }

  /**
   * Problems in the combination of settings that are each valid.
   *
   * @param known the product's algorithms, the first of which is the default
   */
  static List<String> problems(Variant variant, List<Algorithm> known) {
    List<String> problems = new ArrayList<>(ReplicaSettings.problems(variant, DEFAULT_REPLICAS));
    if (spreadsConnections(variant)) {
      problems.addAll(problemsOfConnections(variant, known));
    }
    return problems;
  }

  private static Map<String, String> localOnly() {
    Map<String, String> reasons = new TreeMap<>();
    Stream.concat(
            Stream.of(ReplicaSettings.FAILING_REPLICA.name()),
            Arrays.stream(TrafficSetting.values()).map(TrafficSetting::key))
        .forEach(name -> reasons.put(name, "it is supported on local only"));
    reasons.put(LAYER.name(), "the owner of a connection can be determined on one machine only");
    reasons.put(Setting.WORKERS.name(), "on a cluster it is fixed in the manifests");
    return Map.copyOf(reasons);
  }

  private static List<String> problemsOfConnections(Variant variant, List<Algorithm> known) {
    List<String> problems = new ArrayList<>();
    Algorithm wanted = of(variant, known).algorithm();
    if (wanted.ofConnections().isEmpty()) {
      problems.add(
          "setting algorithm: '%s' on mesh %s with layer tcp: it balances requests only; expected one of %s"
              .formatted(
                  wanted.name(),
                  variant.mesh(),
                  known.stream()
                      .filter(it -> it.ofConnections().isPresent())
                      .map(Algorithm::name)
                      .collect(Collectors.joining(", "))));
    }
    if (terminates(variant)) {
      problems.add(
          "setting tls on mesh %s: layer tcp forwards bytes unchanged; expected layer: http with tls: terminate"
              .formatted(variant.mesh()));
    }
    Arrays.stream(TrafficSetting.values())
        .filter(setting -> setting.of(variant).isPresent())
        .map(
            setting ->
                "setting %s on mesh %s: layer tcp handles connections, not requests; expected layer: http"
                    .formatted(setting.key(), variant.mesh()))
        .forEach(problems::add);
    return problems;
  }

  /** Human-readable form for the fairness manifest. */
  String description() {
    String word = connections ? algorithm().ofConnections().orElse("") : algorithm().word();
    return "%s%s; health checks %s"
        .formatted(
            connections ? "connections " : "",
            replication.description(word),
            checked ? "on" : "off");
  }
}
