package io.meshgauge.probe.process;

import io.meshgauge.measure.use.MachineUse.ProcessUse;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * CPU time of every process of this machine at one moment, those of the session apart from others.
 *
 * <p>A process counts with its children that have ended and were waited for ({@code cutime}, {@code
 * cstime}), so that what a short process used in a window is not lost with it.
 *
 * @param own ticks of the session's processes together
 * @param others all other processes by id
 */
record ProcessTable(long own, Map<Long, Row> others) {
  /** How many of the busiest processes are named. */
  private static final int NAMED = 3;

  /** A process is named from this share of one core on. */
  private static final double NOTABLE_CORES = 0.05;

  /** Fields of {@code /proc/PID/stat} behind the program's name: the parent, and four times. */
  private static final int PARENT = 1;

  private static final int FIRST_TIME = 11;
  private static final int AFTER_TIMES = 15;

  /**
   * One process.
   *
   * @param command its name
   * @param parent id of the process that started it, or that took it over
   * @param ticks user and system time of it and of its children that have ended
   */
  record Row(String command, long parent, long ticks) {

    /** Reads the text of {@code /proc/PID/stat} (see proc(5)). */
    static Row of(String stat) {
      // The name is in brackets and may itself hold blanks and brackets.
      int open = stat.indexOf('(');
      int close = stat.lastIndexOf(')');
      String[] fields = stat.substring(close + 1).strip().split("\\s+");
      long ticks = 0;
      for (int field = FIRST_TIME; field < AFTER_TIMES; field++) {
        ticks += Long.parseLong(fields[field]);
      }
      return new Row(stat.substring(open + 1, close), Long.parseLong(fields[PARENT]), ticks);
    }
  }

  /**
   * The processes as they are now.
   *
   * @param roots of the session: with all their descendants they are its processes
   */
  static ProcessTable read(ProcFiles proc, Set<Long> roots) {
    Map<Long, Row> all = proc.processes();
    Set<Long> ours = new HashSet<>(roots);
    boolean grown = true;
    while (grown) {
      grown = ours.addAll(childrenOf(ours, all));
    }
    long own = 0;
    Map<Long, Row> others = new HashMap<>();
    for (Map.Entry<Long, Row> process : all.entrySet()) {
      if (ours.contains(process.getKey())) {
        own += process.getValue().ticks();
      } else {
        others.put(process.getKey(), process.getValue());
      }
    }
    return new ProcessTable(own, others);
  }

  private static Set<Long> childrenOf(Set<Long> parents, Map<Long, Row> all) {
    return all.entrySet().stream()
        .filter(process -> parents.contains(process.getValue().parent()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /**
   * The processes of others that used most since an earlier reading, the busiest first.
   *
   * @param seconds between the two readings
   */
  List<ProcessUse> busiest(ProcessTable before, double seconds, double ticksPerSecond) {
    Map<Long, Long> then = before.ticksNowHeldBy(others.keySet());
    return others.entrySet().stream()
        .map(
            process -> {
              long used = process.getValue().ticks() - then.getOrDefault(process.getKey(), 0L);
              return new ProcessUse(
                  process.getValue().command(), process.getKey(), used / ticksPerSecond / seconds);
            })
        .filter(use -> use.cores() >= NOTABLE_CORES)
        .sorted(Comparator.comparingDouble(ProcessUse::cores).reversed())
        .limit(NAMED)
        .toList();
  }

  /**
   * The ticks of this reading by the processes that hold them at a later one: those of a process
   * that has ended are its parent's, or the next ancestor's that is left.
   */
  private Map<Long, Long> ticksNowHeldBy(Set<Long> left) {
    Map<Long, Long> held = new HashMap<>();
    for (Map.Entry<Long, Row> process : others.entrySet()) {
      long holder = process.getKey();
      // A chain of parents is no longer than there are processes; ids may have been used again.
      for (int i = 0; i < others.size() && !left.contains(holder); i++) {
        Row row = others.get(holder);
        holder = row == null ? 0 : row.parent();
      }
      held.merge(holder, process.getValue().ticks(), Long::sum);
    }
    return held;
  }
}
