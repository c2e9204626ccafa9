package io.meshgauge.probe.process;

import io.meshgauge.measure.stage.UseSamples;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.ResourceUse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * The meter of what processes and the machine use in a window.
 *
 * <p>CPU is user and system time of the whole process, threads that have ended included, read at
 * both edges. Memory is sampled in between: a process's own pages (its anonymous memory) as they
 * are at that moment. What stands in the place of a working set adds its proportional share of the
 * pages it has in common with others, which is read once, at the end, like the resident set.
 *
 * <p>Why that: cAdvisor's working set is a control group's memory less what the kernel could drop
 * at once, and charges a page that five proxies share once. The resident set size would charge it
 * five times, and so punish the data plane for being many processes. The kernel's exact sum (PSS)
 * costs milliseconds of CPU per process and reading; taken twice a second it would disturb an arm
 * the more, the more proxies it has.
 */
public final class ResourceProbe {
  private static final Duration EVERY = Duration.ofMillis(500);

  private final ProcFiles proc;
  private final Duration every;
  private final ThreadFactory observers;

  /**
   * A probe of this machine that samples memory twice a second.
   *
   * @param observers makes the thread that samples
   */
  public ResourceProbe(ThreadFactory observers) {
    this(new ProcFiles(), EVERY, observers);
  }

  ResourceProbe(ProcFiles proc, Duration every, ThreadFactory observers) {
    this.proc = proc;
    this.every = every;
    this.observers = observers;
  }

  /**
   * What was used between start and finish.
   *
   * @param uses one per target, in the order given
   * @param machine how busy the machine was, and with what that is not one of the targets, this
   *     process, or a descendant of either
   * @param textBefore counters at the start under cAdvisor's names, in Prometheus' text format
   * @param textAfter the same at the end, and the working set
   * @param gone names of targets that ended within the window; their use is a lower bound
   * @param samples of CPU and memory within the window
   */
  public record Reading(
      List<ResourceUse> uses,
      MachineUse machine,
      String textBefore,
      String textAfter,
      List<String> gone,
      UseSamples samples) {

    public Reading {
      uses = List.copyOf(uses);
      gone = List.copyOf(gone);
    }
  }

  /**
   * Begins a window now.
   *
   * @throws io.meshgauge.probe.ProbeException when a target does not exist, or this system keeps no
   *     such books (it is not Linux)
   */
  public ResourceWatch start(List<Target> targets) {
    return new ResourceWatch(proc, targets, every, observers);
  }
}
