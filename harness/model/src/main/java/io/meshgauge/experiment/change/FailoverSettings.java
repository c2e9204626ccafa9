package io.meshgauge.experiment.change;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the plan {@code failover} is run: its properties.
 *
 * @param fault what happens to the last process of the service
 * @param service whose process it is; the configuration names one where the file does not
 * @param on length of a fault
 * @param off time without a fault after it
 */
public record FailoverSettings(Fault fault, Optional<String> service, Duration on, Duration off) {
  /** Property: the fault. */
  public static final String FAULT = "fault";

  /** Property: the service. */
  public static final String SERVICE = "fault-service";

  /** Property: the length of a fault. */
  public static final String ON = "fault-on";

  /** Property: the time without a fault after it. */
  public static final String OFF = "fault-off";

  private static final String DEFAULT_TIME = "PT20S";

  /** What takes a process out of service. */
  public enum Fault {
    /** It is killed, and started again at the end: its port refuses connections meanwhile. */
    REFUSE,
    /** It is halted: its port accepts connections, and nothing answers. */
    VANISH,
    /** It gets SIGTERM, and is started again at the end. No fault of the plan. */
    STOP,
    /** The data plane stops choosing it while it goes on serving. No fault of the plan. */
    DRAIN;

    /** The name in an experiment file. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The names of those that the plan knows. */
    public static List<String> keys() {
      return Stream.of(REFUSE, VANISH).map(Fault::key).toList();
    }
  }

  /** The settings of a plan with valid properties. */
  public static FailoverSettings of(Map<String, String> properties) {
    return new FailoverSettings(
        Fault.valueOf(properties.getOrDefault(FAULT, Fault.REFUSE.key()).toUpperCase(Locale.ROOT)),
        Optional.ofNullable(properties.get(SERVICE)),
        Duration.parse(properties.getOrDefault(ON, DEFAULT_TIME)),
        Duration.parse(properties.getOrDefault(OFF, DEFAULT_TIME)));
  }

  /** From the begin of a fault to that of the next. */
  public Duration period() {
    return on.plus(off);
  }

  /** Number of faults in a window; 0 if none fits. */
  public int faults(Duration window) {
    return Math.toIntExact(window.dividedBy(period()));
  }
}
