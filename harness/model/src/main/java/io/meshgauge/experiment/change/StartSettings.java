package io.meshgauge.experiment.change;

import io.meshgauge.experiment.Plan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How the plan {@value Plan#START} starts pods: its properties.
 *
 * @param service of which one more pod is started; the configuration names one where the file does
 *     not
 * @param pause from the end of a pod to the creation of the next
 */
public record StartSettings(Optional<String> service, Duration pause) {
  /** Property: the service. */
  public static final String SERVICE = "start-service";

  /** Property: the time between pods. */
  public static final String PAUSE = "start-pause";

  /** Kind of a change: the start of a pod. */
  public static final String START = "start";

  /** The shortest window in which the start of a pod with a proxy is sure to fit. */
  public static final Duration LEAST = Duration.ofSeconds(30);

  /** The settings of a plan with valid properties. */
  public static StartSettings of(Map<String, String> properties) {
    return new StartSettings(
        Optional.ofNullable(properties.get(SERVICE)),
        Duration.parse(properties.getOrDefault(PAUSE, "PT2S")));
  }
}
