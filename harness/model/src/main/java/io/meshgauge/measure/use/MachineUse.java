package io.meshgauge.measure.use;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How busy the whole machine was in a window, as shares of all its CPU time. On a cluster: the
 * nodes with pods of the session, of which the one counts that most was taken from.
 *
 * @param busy user, system and interrupt time of everything that ran here, 0 to 1
 * @param stolen time a hypervisor gave to others although something here wanted to run, 0 to 1
 * @param foreign user and system time of processes that are not part of the session, 0 to 1: a
 *     lower bound, since interrupts are no process's; null where it was not measured
 * @param busiest the processes behind {@code foreign} that used most, the busiest first; empty
 *     where processes of others cannot be seen
 * @param nodes the nodes of a cluster; null on one machine
 */
public record MachineUse(
    double busy,
    double stolen,
    @Nullable Double foreign,
    List<ProcessUse> busiest,
    @Nullable Nodes nodes) {

  /**
   * The highest share of all CPU time in a window that may be taken from the session, by other
   * processes and by the hypervisor together (decision 45).
   */
  public static final double MOST_TAKEN = 0.10;

  public MachineUse {
    busiest = List.copyOf(busiest);
  }

  /** A machine of which only the total is known. */
  public MachineUse(double busy, double stolen) {
    this(busy, stolen, null, List.of());
  }

  /** One machine. */
  public MachineUse(
      double busy, double stolen, @Nullable Double foreign, List<ProcessUse> busiest) {
    this(busy, stolen, foreign, busiest, null);
  }

  /**
   * The nodes of a cluster that had pods of the session.
   *
   * @param cores processors of all of them
   * @param worst name of the node that {@code stolen} and {@code foreign} are of
   */
  public record Nodes(double cores, String worst) {}

  /**
   * The use of several nodes: all of them are busy together, and other work counts where most of it
   * was, since it slows the pods there however many nodes are idle.
   *
   * @param use by node, at least one
   * @param cores processors by node
   */
  public static MachineUse ofNodes(Map<String, MachineUse> use, Map<String, Double> cores) {
    String worst =
        use.entrySet().stream()
            .max(Comparator.comparingDouble(node -> node.getValue().taken()))
            .orElseThrow()
            .getKey();
    double all = cores.values().stream().mapToDouble(Double::doubleValue).sum();
    double busy =
        use.entrySet().stream()
            .mapToDouble(it -> it.getValue().busy * Objects.requireNonNull(cores.get(it.getKey())))
            .sum();
    MachineUse taken = Objects.requireNonNull(use.get(worst));
    return new MachineUse(
        busy / all, taken.stolen, taken.foreign, taken.busiest, new Nodes(all, worst));
  }

  /**
   * What one process that is not part of the session used.
   *
   * @param command its name as the kernel gives it, at most 15 characters
   * @param pid its id
   * @param cores mean of the window, in cores; its children that ended in the window are in it
   */
  public record ProcessUse(String command, long pid, double cores) {

    /** For example {@code java (1234) 1.9 cores}. */
    public String words() {
      return String.format(Locale.ROOT, "%s (%d) %.2f cores", command, pid, cores);
    }
  }

  /**
   * The mean of several windows; the names are those of the window of which most was taken.
   *
   * @param windows at least one
   */
  public static MachineUse mean(List<MachineUse> windows) {
    MachineUse worst = Collections.max(windows, Comparator.comparingDouble(MachineUse::taken));
    boolean measured = windows.stream().noneMatch(it -> it.foreign == null);
    return new MachineUse(
        windows.stream().mapToDouble(MachineUse::busy).average().orElseThrow(),
        windows.stream().mapToDouble(MachineUse::stolen).average().orElseThrow(),
        measured
            ? windows.stream()
                .map(MachineUse::foreign)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow()
            : null,
        worst.busiest,
        worst.nodes);
  }

  /** The same with the names behind it. */
  public MachineUse with(List<ProcessUse> names) {
    return new MachineUse(busy, stolen, foreign, names, nodes);
  }

  /**
   * The same without processes that turn out to be part of the session.
   *
   * @param share of all CPU time that they used, 0 to 1
   */
  public MachineUse without(double share) {
    return new MachineUse(
        busy, stolen, foreign == null ? null : Math.max(0, foreign - share), busiest, nodes);
  }

  /** Whether more was taken from the session than is allowed. */
  public boolean overTaken() {
    return taken() > MOST_TAKEN;
  }

  /** CPU time that was not there for the session, 0 to 1: other processes' and stolen. */
  public double taken() {
    return stolen + (foreign == null ? 0 : foreign);
  }
}
