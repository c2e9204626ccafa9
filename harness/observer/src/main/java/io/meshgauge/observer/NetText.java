package io.meshgauge.observer;

/**
 * Kernel counters of one network namespace, as text.
 *
 * @param snmp {@code /proc/PID/net/snmp}
 * @param dev {@code /proc/PID/net/dev}
 */
public record NetText(String snmp, String dev) {

  /** Both, in the format of the archive. */
  public String text() {
    return snmp + "\n" + dev;
  }
}
