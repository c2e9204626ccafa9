package io.meshgauge.probe.process;

import io.meshgauge.measure.ResourceUse;
import java.time.Duration;
import java.util.List;

/**
 * The meter of what processes and the machine use in a window.
 *
 * <p>CPU is user and system time of the whole process, threads that have ended included, read at
 * both edges. Memory is sampled in between: see {@link ProcFiles#workingSetBytes} for what counts.
 */
public final class ResourceProbe {
  private static final Duration EVERY = Duration.ofMillis(500);

  private final ProcFiles proc;
  private final Duration every;

  /** A probe of this machine that samples memory twice a second. */
  public ResourceProbe() {
    this(new ProcFiles(), EVERY);
  }

  ResourceProbe(ProcFiles proc, Duration every) {
    this.proc = proc;
    this.every = every;
  }

  /**
   * What was used between start and finish.
   *
   * @param uses one per target, in the order given
   * @param machine share of the machine that was busy
   * @param textBefore counters at the start under cAdvisor's names, in Prometheus' text format
   * @param textAfter the same at the end
   * @param gone names of targets that ended within the window; their use is a lower bound
   */
  public record Reading(
      List<ResourceUse> uses,
      MachineUse machine,
      String textBefore,
      String textAfter,
      List<String> gone) {

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
    return new ResourceWatch(proc, targets, every);
  }
}
