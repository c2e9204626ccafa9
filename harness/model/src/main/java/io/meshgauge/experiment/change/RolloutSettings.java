package io.meshgauge.experiment.change;

import io.meshgauge.experiment.Plan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the plan {@value Plan#ROLLOUT} replaces the processes of a service, or scales it.
 *
 * @param service whose processes they are; the configuration names one where the file does not
 * @param drain from when the data plane stops choosing a process until that gets SIGTERM; zero: the
 *     data plane does not drain
 * @param pause from the end of a change to the begin of the next
 * @param scales whether all processes but one end together and come back, instead of one after the
 *     other
 */
public record RolloutSettings(
    Optional<String> service, Duration drain, Duration pause, boolean scales) {
  /** Property: the service. */
  public static final String SERVICE = "rollout-service";

  /** Property: the time of a drain. */
  public static final String DRAIN = "rollout-drain";

  /** Property: the time between replacements. */
  public static final String PAUSE = "rollout-pause";

  private static final String SCALE = "scale";

  /** Property: one of {@link #KINDS}. */
  public static final String KIND = "rollout-kind";

  /** What a plan does: replaces processes, or scales their number. */
  public static final List<String> KINDS = List.of("replace", SCALE);

  /** Kinds of changes of a plan that scales. */
  public static final String SCALE_IN = "scale-in";

  public static final String SCALE_OUT = "scale-out";

  /** A process that starts takes seconds. */
  private static final Duration START = Duration.ofSeconds(10);

  /** The settings of a plan with valid properties. */
  public static RolloutSettings of(Map<String, String> properties) {
    return new RolloutSettings(
        Optional.ofNullable(properties.get(SERVICE)),
        Duration.parse(properties.getOrDefault(DRAIN, "PT2S")),
        Duration.parse(properties.getOrDefault(PAUSE, "PT3S")),
        properties.getOrDefault(KIND, "").equals(SCALE));
  }

  /** Whether the data plane drains before a process ends. */
  public boolean drains() {
    return !drain.isZero();
  }

  /** The same replacements without a drain. */
  public RolloutSettings undrained() {
    return new RolloutSettings(service, Duration.ZERO, pause, scales);
  }

  /** The shortest window in which a replacement, or scaling in and out, is sure to fit. */
  public Duration least() {
    return drain.plus(START).plus(scales ? pause.multipliedBy(2) : pause);
  }
}
