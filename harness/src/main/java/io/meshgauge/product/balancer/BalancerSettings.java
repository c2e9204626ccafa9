package io.meshgauge.product.balancer;

import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Durations;
import io.meshgauge.product.Setting;
import io.meshgauge.topology.Balancing.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of a variant with load balancers.
 *
 * @param algorithm how a replica is chosen
 * @param replicas processes of each service, 1 to 9
 * @param workers worker threads, or processes, of each balancer
 * @param slow additional delay of the last replica of each service that supports a delay
 * @param checked whether balancers check the health of replicas
 * @param tls whether the balancer where the load enters terminates TLS; behind it all traffic is
 *     plaintext
 * @param connections whether connections are balanced instead of requests
 * @param failing the share of its calls that the last replica of each service that can fail them
 *     fails
 */
public record BalancerSettings(
    Algorithm algorithm,
    int replicas,
    int workers,
    Optional<Duration> slow,
    boolean checked,
    boolean tls,
    boolean connections,
    Optional<Double> failing) {
  static final Setting REPLICAS = Setting.whole("replicas", 1, 9, "processes of each service");
  static final Setting SLOW_REPLICA = Setting.duration("slow-replica");
  static final Setting HEALTH_CHECKS = Setting.oneOf("health-checks", List.of("on", "off"));
  static final Setting TLS = Setting.oneOf("tls", List.of("off", "terminate"));
  static final Setting LAYER = Setting.oneOf("layer", List.of("http", "tcp"));
  static final Setting FAILING_REPLICA =
      new Setting(
          "failing-replica",
          "a share above 0, up to 1",
          Pattern.compile("1|1\\.0+|0?\\.\\d*[1-9]\\d*").asMatchPredicate());
  private static final String ALGORITHM = "algorithm";

  /** Settings that have no effect with one replica, with reasons. */
  private static final Map<String, String> REQUIRING_REPLICAS =
      new TreeMap<>(
          Map.of(
              FAILING_REPLICA.name(), "so that others succeed",
              SLOW_REPLICA.name(), "so that calls can avoid the slow one",
              TrafficSetting.OUTLIER_DETECTION.key(), "so that one can be ejected"));

  /** Why some settings are not available on a cluster. */
  static final Map<String, String> LOCAL_ONLY = localOnly();

  /** Two is the minimum for balancing; every replica is another JVM. */
  private static final String DEFAULT_REPLICAS = "2";

  /** As in the arms of sidecars. */
  private static final String DEFAULT_WORKERS = "2";

  /** The setting that selects one of a product's algorithms. */
  static Setting algorithm(List<Algorithm> known) {
    return Setting.oneOf(ALGORITHM, known.stream().map(Algorithm::name).toList());
  }

  /** The algorithms whose distribution can be proven on a cluster. */
  static List<Algorithm> provenOnCluster(List<Algorithm> known) {
    return known.stream().filter(it -> it.rule() != Rule.IP_HASH).toList();
  }

  /** The setting that selects one of those algorithms. */
  static Setting algorithmOnCluster(List<Algorithm> known) {
    Setting proven = algorithm(provenOnCluster(known));
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
    String wanted = variant.setting(ALGORITHM, known.get(0).name());
    return new BalancerSettings(
        known.stream().filter(it -> it.name().equals(wanted)).findFirst().orElseThrow(),
        Integer.parseInt(variant.setting(REPLICAS.name(), DEFAULT_REPLICAS)),
        Integer.parseInt(variant.setting(Setting.WORKERS.name(), DEFAULT_WORKERS)),
        Optional.of(variant.setting(SLOW_REPLICA.name(), ""))
            .filter(text -> !text.isEmpty())
            .map(Durations::of),
        variant.setting(HEALTH_CHECKS.name(), "on").equals("on"),
        terminates(variant),
        spreadsConnections(variant),
        Optional.ofNullable(variant.lookup().get(FAILING_REPLICA.name())).map(Double::valueOf));
  }

  /** Copy without health checks. */
  BalancerSettings unchecked() {
    return new BalancerSettings(
        algorithm, replicas, workers, slow, false, tls, connections, failing);
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
    List<String> problems = new ArrayList<>();
    if (variant.setting(REPLICAS.name(), DEFAULT_REPLICAS).equals("1")) {
      REQUIRING_REPLICAS.forEach(
          (setting, why) -> {
            if (variant.settings().containsKey(setting)) {
              problems.add(
                  "setting %s on mesh %s: there is one replica; expected replicas: 2 or more, %s"
                      .formatted(setting, variant.mesh(), why));
            }
          });
    }
    if (spreadsConnections(variant)) {
      problems.addAll(problemsOfConnections(variant, known));
    }
    return problems;
  }

  private static Map<String, String> localOnly() {
    Map<String, String> reasons = new TreeMap<>();
    Stream.concat(
            Stream.of(FAILING_REPLICA.name()),
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
    String word = connections ? algorithm.ofConnections().orElse("") : algorithm.word();
    return "%s%s%s over %d replica%s of each service%s%s; %s"
        .formatted(
            connections ? "connections " : "",
            algorithm.name(),
            word.isEmpty() ? "" : " (" + word + ")",
            replicas,
            replicas == 1 ? "" : "s",
            slow.map(
                    more ->
                        ", the last of each service with a think time %d ms slower"
                            .formatted(more.toMillis()))
                .orElse(""),
            failing
                .map(
                    share ->
                        String.format(
                            Locale.ROOT,
                            ", the last of each service that can fail calls fails %.0f %%",
                            100 * share))
                .orElse(""),
            checked ? "health checks on" : "health checks off");
  }
}
