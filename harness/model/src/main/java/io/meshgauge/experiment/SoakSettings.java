package io.meshgauge.experiment;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a soak is run: the properties of the plan {@value Plan#SOAK}.
 *
 * @param window length of each measured window
 * @param windows number of planned windows
 * @param settling time at the start that is not searched for drifts, while compilers and heaps
 *     settle
 * @param drift growth over the whole soak that matters, as a share of a level
 * @param stops whether an alarm ends the soak
 * @param collects whether services collect garbage between windows, so that only live objects
 *     remain
 * @param acts the injected faults and changes, with their number
 */
public record SoakSettings(
    Duration window,
    int windows,
    Duration settling,
    double drift,
    boolean stops,
    boolean collects,
    SortedMap<SoakAct, Duration> acts) {
  /** Property: the length of a window. */
  public static final String WINDOW = "window";

  /** Property: the time at the start that is not searched for drifts. */
  public static final String SETTLING = "settling";

  /** Property: the growth that matters. */
  public static final String DRIFT = "drift";

  /** Property: {@value #STOP} or {@value #CONTINUE}. */
  public static final String ON_ALARM = "on-alarm";

  /** An alarm ends the soak. */
  public static final String STOP = "stop";

  /** An alarm is reported, and the soak continues. */
  public static final String CONTINUE = "continue";

  /** Property: {@value #BETWEEN_WINDOWS} or {@value #NEVER}. */
  public static final String COLLECT = "collect";

  /** Services collect garbage between windows. */
  public static final String BETWEEN_WINDOWS = "between-windows";

  /** Services collect garbage only as the JVM decides. */
  public static final String NEVER = "never";

  private static final Duration DEFAULT_WINDOW = Duration.ofMinutes(1);
  private static final Duration MAX_DEFAULT_SETTLING = Duration.ofMinutes(30);
  private static final double DEFAULT_DRIFT = 0.1;

  /** The settings of a soak with valid properties. */
  public static SoakSettings of(Plan plan) {
    Duration window = duration(plan, WINDOW).orElse(DEFAULT_WINDOW);
    int windows = (int) Math.max(1, plan.duration().dividedBy(window));
    Duration sixth = plan.duration().dividedBy(6);
    return new SoakSettings(
        window,
        windows,
        duration(plan, SETTLING)
            .orElse(sixth.compareTo(MAX_DEFAULT_SETTLING) < 0 ? sixth : MAX_DEFAULT_SETTLING),
        Optional.ofNullable(plan.properties().get(DRIFT))
            .map(Double::parseDouble)
            .orElse(DEFAULT_DRIFT),
        plan.properties().getOrDefault(ON_ALARM, STOP).equals(STOP),
        plan.properties().getOrDefault(COLLECT, BETWEEN_WINDOWS).equals(BETWEEN_WINDOWS),
        acts(plan));
  }

  private static SortedMap<SoakAct, Duration> acts(Plan plan) {
    SortedMap<SoakAct, Duration> acts = new TreeMap<>();
    for (SoakAct act : SoakAct.values()) {
      duration(plan, act.key()).ifPresent(every -> acts.put(act, every));
    }
    return acts;
  }

  /**
   * The action of a window, at most one. Actions that fall into the same window are moved to the
   * following ones.
   */
  public Optional<SoakAct> act(int index) {
    int place = 0;
    for (Map.Entry<SoakAct, Duration> it : acts.entrySet()) {
      long shifted = (long) index - place;
      long before = window.multipliedBy(shifted).dividedBy(it.getValue());
      long after = window.multipliedBy(shifted + 1).dividedBy(it.getValue());
      if (shifted > 0 && after > before) {
        return Optional.of(it.getKey());
      }
      place++;
    }
    return Optional.empty();
  }

  private static Optional<Duration> duration(Plan plan, String property) {
    return Optional.ofNullable(plan.properties().get(property)).map(Duration::parse);
  }

  /** The growth per hour that matters, as a share of a level. */
  public double driftPerHour() {
    return drift / (windows * (window.toMillis() / 3_600_000.0));
  }
}
