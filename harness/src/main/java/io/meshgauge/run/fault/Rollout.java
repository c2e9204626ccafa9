package io.meshgauge.run.fault;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.FailoverSettings.Fault;
import io.meshgauge.experiment.change.RolloutSettings;
import io.meshgauge.load.LoadListener;
import io.meshgauge.platform.Deployment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Replaces the processes of a service one after the other, again and again during a window: drain ▸
 * wait ▸ stop ▸ start, ready ▸ traffic again ▸ pause. Or scales the service to one process and
 * back: drain ▸ wait ▸ stop of all others ▸ pause ▸ start, ready ▸ traffic again ▸ pause. The next
 * one begins only if the window has time for the longest so far, so that a window ends undisturbed.
 */
public final class Rollout extends RepeatedChange {
  private final Interrupter deployment;
  private final List<String> victims;
  private final RolloutSettings settings;
  private final Duration window;
  private final Runnable restored;
  private int round;

  /**
   * @param listener receives the progress as well
   * @param victims the processes, in order of their replacement
   * @param window its length
   * @param restored called whenever a process is ready again, before it gets traffic
   */
  public Rollout(
      LoadListener listener,
      Interrupter deployment,
      List<String> victims,
      RolloutSettings settings,
      Duration window,
      Runnable restored) {
    super(listener, String.join(", ", victims));
    this.deployment = deployment;
    this.victims = List.copyOf(victims);
    this.settings = settings;
    this.window = window;
    this.restored = restored;
  }

  @Override
  List<Change> carryOut(Instant start) throws InterruptedException {
    String what = settings.scales() ? "the scaling in and out of " : "the replacement of ";
    return whileTheyFit(start, window, settings.pause(), what + victims.get(0), this::next);
  }

  private List<Change> next() throws InterruptedException {
    return settings.scales() ? scale() : List.of(replace(victims.get(round++ % victims.size())));
  }

  /** A change, from the begin of the drain until the process may be chosen again. */
  private Change replace(String victim) throws InterruptedException {
    long begin = Change.now();
    start(stop(List.of(victim)));
    Fault kind = settings.drains() ? Fault.DRAIN : Fault.STOP;
    return new Change(kind.key(), victim, begin, Change.now());
  }

  /** Two changes: until all processes but one have ended, and until all may be chosen again. */
  private List<Change> scale() throws InterruptedException {
    List<String> others = victims.subList(1, victims.size());
    String names = String.join(", ", others);
    long begin = Change.now();
    Stopped stopped = stop(others);
    Change in = new Change(RolloutSettings.SCALE_IN, names, begin, Change.now());
    sleepUntil(Instant.now().plus(settings.pause()));
    long beginOut = Change.now();
    start(stopped);
    return List.of(in, new Change(RolloutSettings.SCALE_OUT, names, beginOut, Change.now()));
  }

  /** Processes that have ended, and what keeps the data plane from choosing them. */
  private record Stopped(Deployment.Outage processes, Deployment.Outage drain) {}

  private Stopped stop(List<String> processes) throws InterruptedException {
    Deployment.Outage drain =
        settings.drains() ? deployment.interrupt(processes, Fault.DRAIN) : () -> {};
    sleepUntil(Instant.now().plus(settings.drain()));
    return new Stopped(deployment.interrupt(processes, Fault.STOP), drain);
  }

  private void start(Stopped stopped) {
    stopped.processes().end();
    restored.run();
    stopped.drain().end();
  }
}
