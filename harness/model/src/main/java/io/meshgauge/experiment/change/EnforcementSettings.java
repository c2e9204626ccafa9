package io.meshgauge.experiment.change;

import java.time.Duration;
import java.util.Map;

/**
 * How the plan {@code enforcement} is run: its properties.
 *
 * @param interval from the begin of a change to that of the next; changes deny and allow in turn
 */
public record EnforcementSettings(Duration interval) {
  /** Property: the time from one change to the next. */
  public static final String INTERVAL = "change-interval";

  /** Kind of a change that makes proxies refuse a request. */
  public static final String DENY = "deny";

  /** Kind of a change that takes such a rule back. */
  public static final String ALLOW = "allow";

  /** Kind in an arm without proxies: nothing happens at the time of a change. */
  public static final String NONE = "none";

  private static final String DEFAULT_INTERVAL = "PT5S";

  /** The settings of a plan with valid properties. */
  public static EnforcementSettings of(Map<String, String> properties) {
    return new EnforcementSettings(
        Duration.parse(properties.getOrDefault(INTERVAL, DEFAULT_INTERVAL)));
  }

  /** Number of changes in a window: even, so that it ends without the rule; 0 if none fit. */
  public int changes(Duration window) {
    return Math.toIntExact(window.dividedBy(interval)) / 2 * 2;
  }
}
