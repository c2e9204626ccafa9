package io.meshgauge.run.fault;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.Amounts;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.PlatformException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Interrupts a workload again and again during a window: each time for the length of the fault,
 * with a time without fault after it, so that a window ends undisturbed.
 */
public final class RepeatedFault extends RepeatedChange {
  private final Interrupter deployment;
  private final String victim;
  private final FailoverSettings settings;
  private final int faults;
  private final Runnable restored;

  /**
   * @param listener receives the progress as well
   * @param victim the workload
   * @param faults their number
   * @param restored called whenever the workload is ready again
   */
  public RepeatedFault(
      LoadListener listener,
      Interrupter deployment,
      String victim,
      FailoverSettings settings,
      int faults,
      Runnable restored) {
    super(listener, victim);
    this.deployment = deployment;
    this.victim = victim;
    this.settings = settings;
    this.faults = faults;
    this.restored = restored;
  }

  @Override
  List<Change> carryOut(Instant start) throws InterruptedException {
    List<Change> done = new ArrayList<>();
    for (int i = 0; i < faults; i++) {
      Instant due = start.plus(settings.period().multipliedBy(i));
      sleepUntil(due);
      long begin = Change.now();
      Deployment.Outage outage = deployment.interrupt(List.of(victim), settings.fault());
      sleepUntil(due.plus(settings.on()));
      Instant ending = Instant.now();
      outage.end();
      restored.run();
      done.add(new Change(settings.fault().key(), victim, begin, Change.now()));
      Duration took = Duration.between(ending, Instant.now());
      boolean another = i + 1 < faults;
      if (another && took.compareTo(settings.off()) > 0) {
        throw new PlatformException(
            "%s was ready again %s after fault %d of %d; expected it within %s: %s, so that the next one hits a ready process: set %s longer"
                .formatted(
                    victim,
                    seconds(took),
                    i + 1,
                    faults,
                    FailoverSettings.OFF,
                    seconds(settings.off()),
                    FailoverSettings.OFF));
      }
    }
    return done;
  }

  private static String seconds(Duration time) {
    return Amounts.duration(time.toMillis() / 1e3);
  }
}
