package io.meshgauge.run.fault;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.FailoverSettings.Fault;
import io.meshgauge.experiment.change.RolloutSettings;
import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.Amounts;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.PlatformException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Replaces the processes of a service one after the other, again and again during a window: drain ▸
 * wait ▸ stop ▸ start, ready ▸ traffic again ▸ pause. The next one begins only if the window has
 * time for the longest so far, so that a window ends undisturbed.
 */
public final class Rollout extends RepeatedChange {
  private final Interrupter deployment;
  private final List<String> victims;
  private final RolloutSettings settings;
  private final Duration window;
  private final Runnable restored;

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
    Instant end = start.plus(window);
    Duration longest = Duration.ZERO;
    List<Change> done = new ArrayList<>();
    sleepUntil(start);
    while (true) {
      Instant begin = Instant.now();
      done.add(replace(victims.get(done.size() % victims.size())));
      Instant ready = Instant.now();
      Duration took = Duration.between(begin, ready);
      if (done.size() == 1 && ready.isAfter(end)) {
        throw new PlatformException(
            "the replacement of %s took %s; expected at most the window of %s: set a longer duration"
                .formatted(victims.get(0), seconds(took), seconds(window)));
      }
      longest = took.compareTo(longest) > 0 ? took : longest;
      Instant next = ready.plus(settings.pause());
      if (next.plus(longest).plus(settings.pause()).isAfter(end)) {
        return done;
      }
      sleepUntil(next);
    }
  }

  /** A change, from the begin of the drain until the process may be chosen again. */
  private Change replace(String victim) throws InterruptedException {
    long begin = Change.now();
    Fault kind = settings.drains() ? Fault.DRAIN : Fault.STOP;
    Deployment.Outage drained =
        settings.drains() ? deployment.interrupt(victim, Fault.DRAIN) : () -> {};
    sleepUntil(Instant.now().plus(settings.drain()));
    deployment.interrupt(victim, Fault.STOP).end();
    restored.run();
    drained.end();
    return new Change(kind.key(), victim, begin, Change.now());
  }

  private static String seconds(Duration time) {
    return Amounts.duration(time.toMillis() / 1e3);
  }
}
