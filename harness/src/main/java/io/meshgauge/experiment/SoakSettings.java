package io.meshgauge.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a soak is conducted: the properties of the plan {@value Plan#SOAK}.
 *
 * @param window length of each measured window
 * @param windows how many are planned
 * @param settling time at the start in which nothing is taken for a drift: compilers and heaps grow
 *     into their size
 * @param drift a growth over the whole soak by this share of a level is of consequence
 * @param stops whether an alarm ends the soak
 * @param collects whether services collect garbage between windows: only what is live is then left
 * @param acts what is done to the arm on purpose, and how often
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

  /** Property: the time at the start that is not looked at. */
  public static final String SETTLING = "settling";

  /** Property: what growth is of consequence. */
  public static final String DRIFT = "drift";

  /** Property: {@value #STOP} or {@value #GO_ON}. */
  public static final String ON_ALARM = "on-alarm";

  /** An alarm ends the soak. */
  public static final String STOP = "stop";

  /** An alarm is told, and the soak goes on. */
  public static final String GO_ON = "continue";

  /** Property: {@value #BETWEEN_WINDOWS} or {@value #NEVER}. */
  public static final String COLLECT = "collect";

  /** Services collect garbage between windows. */
  public static final String BETWEEN_WINDOWS = "between-windows";

  /** Services collect garbage when they come to it. */
  public static final String NEVER = "never";

  /** All properties. */
  public static final List<String> ALL = List.of(WINDOW, SETTLING, DRIFT, ON_ALARM, COLLECT);

  private static final Duration USUAL_WINDOW = Duration.ofMinutes(1);
  private static final Duration LONGEST_SETTLING = Duration.ofMinutes(30);
  private static final double USUAL_DRIFT = 0.1;

  /** The settings of a soak, whose properties were found to be right. */
  public static SoakSettings of(Plan plan) {
    Duration window = duration(plan, WINDOW).orElse(USUAL_WINDOW);
    int windows = (int) Math.max(1, plan.duration().dividedBy(window));
    Duration sixth = plan.duration().dividedBy(6);
    return new SoakSettings(
        window,
        windows,
        duration(plan, SETTLING)
            .orElse(sixth.compareTo(LONGEST_SETTLING) < 0 ? sixth : LONGEST_SETTLING),
        Optional.ofNullable(plan.properties().get(DRIFT))
            .map(Double::parseDouble)
            .orElse(USUAL_DRIFT),
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
   * What is to be done in a window: one thing at most. Acts that would fall into the same window
   * follow each other.
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

  /** The growth per hour that is of consequence, as a share of a level. */
  public double driftPerHour() {
    return drift / (windows * (window.toMillis() / 3_600_000.0));
  }
}
