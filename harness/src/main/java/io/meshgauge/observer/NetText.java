package io.meshgauge.observer;

/**
 * The kernel's counters of one network namespace, as it writes them.
 *
 * @param snmp {@code /proc/PID/net/snmp}
 * @param dev {@code /proc/PID/net/dev}
 */
public record NetText(String snmp, String dev) {

  /** Both, in the order and form in which a run's TCP readings are archived. */
  public String text() {
    return snmp + "\n" + dev;
  }
}
