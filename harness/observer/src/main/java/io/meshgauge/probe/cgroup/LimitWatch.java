package io.meshgauge.probe.cgroup;

import io.meshgauge.measure.limit.GroupReading;
import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.probe.process.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A window over which the control groups of limited processes are read: outside of the meter of
 * their CPU time, so that this time cannot be longer than the window.
 */
public final class LimitWatch {
  private final GroupProbe probe;
  private final Limits limits;
  private final List<Target> targets;
  private final long started;
  private final Map<String, Optional<GroupReading>> before;

  private LimitWatch(GroupProbe probe, Limits limits, List<Target> targets) {
    this.probe = probe;
    this.limits = limits;
    this.targets = targets.stream().filter(target -> limits.of(target.part()).any()).toList();
    this.started = System.nanoTime();
    this.before = readings();
  }

  /**
   * Begins a window now.
   *
   * @param targets processes of the arm, without their children
   * @throws IllegalArgumentException when the process that is to stay without its limit does not
   *     exist
   */
  public static LimitWatch start(GroupProbe probe, Limits limits, List<Target> targets) {
    LimitWatch watch = new LimitWatch(probe, limits, targets);
    limits.checkUnapplied(watch.targets.stream().map(Target::container).toList());
    return watch;
  }

  /** Ends the window. */
  public List<LimitUse> finish() {
    Map<String, Optional<GroupReading>> after = readings();
    double seconds = (System.nanoTime() - started) / 1e9;
    return targets.stream()
        .map(
            target ->
                LimitUse.between(
                    target.container(),
                    target.part(),
                    limits.of(target.part()),
                    before.getOrDefault(target.container(), Optional.empty()),
                    after.getOrDefault(target.container(), Optional.empty()),
                    seconds))
        .toList();
  }

  private Map<String, Optional<GroupReading>> readings() {
    return targets.stream()
        .collect(
            Collectors.toMap(
                Target::container, target -> probe.read(target.pid()), (one, two) -> one));
  }
}
