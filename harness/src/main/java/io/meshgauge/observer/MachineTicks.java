package io.meshgauge.observer;

import java.util.Arrays;

/**
 * CPU time of the node so far in clock ticks, all CPUs together; guest time is within user time.
 *
 * @param busy user, nice, system, interrupts
 * @param stolen taken by the hypervisor
 * @param all busy, stolen, idle and waiting for devices
 * @param text the line of {@code /proc/stat} it was read from
 */
public record MachineTicks(long busy, long stolen, long all, String text) {
  private static final int COLUMNS = 9;

  /**
   * Reads the text of {@code /proc/stat}.
   *
   * @throws ObserverException when its first line is not that of all CPUs
   */
  static MachineTicks of(String stat) {
    String line = stat.lines().findFirst().orElse("");
    String[] columns = line.split("\\s+");
    if (columns.length < COLUMNS || !columns[0].equals("cpu")) {
      throw new ObserverException(
          "/proc/stat starts with '%s'; expected 'cpu' and 8 numbers or more".formatted(line));
    }
    long[] ticks = Arrays.stream(columns, 1, COLUMNS).mapToLong(Long::parseLong).toArray();
    return new MachineTicks(
        ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6],
        ticks[7],
        Arrays.stream(ticks).sum(),
        line);
  }

  /** The share of all CPU time since an earlier reading that was busy, 0 to 1. */
  public double busySince(MachineTicks before) {
    return (busy - before.busy) / passed(before);
  }

  /** The share of all CPU time since an earlier reading that was stolen, 0 to 1. */
  public double stolenSince(MachineTicks before) {
    return (stolen - before.stolen) / passed(before);
  }

  private double passed(MachineTicks before) {
    return Math.max(1, all - before.all);
  }
}
