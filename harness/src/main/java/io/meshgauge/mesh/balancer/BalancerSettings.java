package io.meshgauge.mesh.balancer;

import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings of a variant with load balancers.
 *
 * @param algorithm how a replica is chosen
 * @param replicas processes of each service, 1 to 9
 * @param workers worker threads, or processes, of each balancer
 * @param slow by how much the last replica of the services that can think is slower than the others
 * @param checked whether balancers look after the health of replicas
 * @param tls whether the balancer where the load enters ends TLS; behind it all is plaintext
 */
public record BalancerSettings(
    Algorithm algorithm,
    int replicas,
    int workers,
    Optional<Duration> slow,
    boolean checked,
    boolean tls) {
  static final Setting REPLICAS =
      new Setting(
          "replicas",
          "a whole number from 1 to 9: processes of each service",
          Pattern.compile("[1-9]").asMatchPredicate());
  static final Setting SLOW_REPLICA = Setting.duration("slow-replica");
  static final Setting HEALTH_CHECKS = Setting.oneOf("health-checks", List.of("on", "off"));
  static final Setting TLS = Setting.oneOf("tls", List.of("off", "terminate"));
  private static final String ALGORITHM = "algorithm";

  /** Two, the fewest that calls can be spread over: every replica is one more Java machine. */
  private static final String DEFAULT_REPLICAS = "2";

  /** As in the arms of sidecars. */
  private static final String DEFAULT_WORKERS = "2";

  /** The setting that chooses one of a product's algorithms. */
  static Setting algorithm(List<Algorithm> known) {
    return Setting.oneOf(ALGORITHM, known.stream().map(Algorithm::name).toList());
  }

  /**
   * The settings of a variant that has no problems.
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
            .map(BalancerSettings::duration),
        variant.setting(HEALTH_CHECKS.name(), "on").equals("on"),
        terminates(variant));
  }

  /** Whether a variant asks for TLS up to the balancer where the load enters. */
  static boolean terminates(Variant variant) {
    return variant.setting(TLS.name(), "off").equals("terminate");
  }

  /** What is wrong with settings each of which is right by itself. */
  static List<String> problems(Variant variant) {
    List<String> problems = new ArrayList<>();
    boolean alone = variant.setting(REPLICAS.name(), DEFAULT_REPLICAS).equals("1");
    if (alone && variant.settings().containsKey(SLOW_REPLICA.name())) {
      problems.add(
          "setting slow-replica on mesh %s: there is one replica; expected replicas: 2 or more, so that calls can avoid the slow one"
              .formatted(variant.mesh()));
    }
    return problems;
  }

  /** In words, for the fairness manifest. */
  String words() {
    return "%s%s over %d replica%s of each service%s; %s"
        .formatted(
            algorithm.name(),
            algorithm.word().isEmpty() ? "" : " (" + algorithm.word() + ")",
            replicas,
            replicas == 1 ? "" : "s",
            slow.map(
                    more ->
                        ", the last of order and payment %d ms slower".formatted(more.toMillis()))
                .orElse(""),
            checked ? "health checks on" : "health checks off");
  }

  private static Duration duration(String text) {
    long number = Long.parseLong(text.replaceFirst("\\D+$", ""));
    return switch (text.replaceFirst("^\\d+", "")) {
      case "us" -> Duration.ofNanos(number * 1000);
      case "ms" -> Duration.ofMillis(number);
      default -> Duration.ofSeconds(number);
    };
  }
}
