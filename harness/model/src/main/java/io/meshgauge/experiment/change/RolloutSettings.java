package io.meshgauge.experiment.change;

import io.meshgauge.experiment.Plan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How the plan {@value Plan#ROLLOUT} replaces the processes of a service.
 *
 * @param service whose processes they are; the configuration names one where the file does not
 * @param drain from when the data plane stops choosing a process until that gets SIGTERM; zero: the
 *     data plane does not drain
 * @param pause from the end of a replacement to the begin of the next
 */
public record RolloutSettings(Optional<String> service, Duration drain, Duration pause) {
  /** Property: the service. */
  public static final String SERVICE = "rollout-service";

  /** Property: the time of a drain. */
  public static final String DRAIN = "rollout-drain";

  /** Property: the time between replacements. */
  public static final String PAUSE = "rollout-pause";

  /** A process that starts takes seconds. */
  private static final Duration START = Duration.ofSeconds(10);

  /** The settings of a plan with valid properties. */
  public static RolloutSettings of(Map<String, String> properties) {
    return new RolloutSettings(
        Optional.ofNullable(properties.get(SERVICE)),
        Duration.parse(properties.getOrDefault(DRAIN, "PT2S")),
        Duration.parse(properties.getOrDefault(PAUSE, "PT3S")));
  }

  /** Whether the data plane drains before a process ends. */
  public boolean drains() {
    return !drain.isZero();
  }

  /** The same replacements without a drain. */
  public RolloutSettings undrained() {
    return new RolloutSettings(service, Duration.ZERO, pause);
  }

  /** The shortest window in which a replacement is sure to fit. */
  public Duration least() {
    return drain.plus(START).plus(pause);
  }
}
