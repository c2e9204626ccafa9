package io.meshgauge.measure.use;

import java.util.Arrays;
import java.util.List;

/**
 * CPU time of a machine so far in clock ticks, all CPUs together; guest time is within user time.
 *
 * @param busy user, nice, system, interrupts
 * @param interrupts the part of {@code busy} that is interrupts, which belong to no process
 * @param own the part of {@code busy} that processes of the session used, as far as they are known
 *     where the ticks are read
 * @param stolen taken by the hypervisor
 * @param all busy, stolen, idle and waiting for devices
 */
public record MachineTicks(long busy, long interrupts, long own, long stolen, long all) {
  private static final int COLUMNS = 9;

  /** No time at all. */
  public static final MachineTicks NONE = new MachineTicks(0, 0, 0, 0, 0);

  /**
   * Reads the text of {@code /proc/stat} (see proc(5)).
   *
   * @throws IllegalArgumentException when its first line is not that of all CPUs
   */
  public static MachineTicks of(String stat) {
    String line = stat.lines().findFirst().orElse("");
    String[] columns = line.split("\\s+");
    if (columns.length < COLUMNS || !columns[0].equals("cpu")) {
      throw new IllegalArgumentException(
          "/proc/stat starts with '%s'; expected 'cpu' and 8 numbers or more".formatted(line));
    }
    long[] ticks = Arrays.stream(columns, 1, COLUMNS).mapToLong(Long::parseLong).toArray();
    long interrupts = ticks[5] + ticks[6];
    return new MachineTicks(
        ticks[0] + ticks[1] + ticks[2] + interrupts,
        interrupts,
        0,
        ticks[7],
        Arrays.stream(ticks).sum());
  }

  /** The same with the time that processes of the session used. */
  public MachineTicks with(long ownTicks) {
    return new MachineTicks(busy, interrupts, ownTicks, stolen, all);
  }

  /** How the time since an earlier reading was spent. */
  public MachineUse since(MachineTicks before) {
    double passed = Math.max(1, all - before.all);
    long ofProcesses = busy - before.busy - (interrupts - before.interrupts);
    double foreign = Math.max(0, ofProcesses - (own - before.own)) / passed;
    return new MachineUse(
        (busy - before.busy) / passed, (stolen - before.stolen) / passed, foreign, List.of());
  }
}
