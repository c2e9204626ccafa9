package io.meshgauge.run.trial;

import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.PhaseTimes;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Reports the progress of one trial: its phase, and how far it is. */
public final class Steps implements LoadListener {
  /** Asynchronous events are delivered within this time; counters are read after it. */
  private static final Duration DRAIN = Duration.ofMillis(1500);

  private final Trial trial;
  private final Progress progress;
  private final PhaseTimes times;

  public Steps(Trial trial, SessionContext context) {
    this(trial, context.progress(), context.times());
  }

  /** Steps whose time is not added to that of a session. */
  public Steps(Trial trial, Progress progress) {
    this(trial, progress, new PhaseTimes(InstantSource.system()));
  }

  private Steps(Trial trial, Progress progress, PhaseTimes times) {
    this.trial = trial;
    this.progress = progress;
    this.times = times;
  }

  public void enter(Phase phase) {
    times.enter(phase);
    progress.phase(trial, phase, 0);
  }

  @Override
  public void measuring(Instant start) {
    progress.phase(trial, Phase.MEASURE, 0);
  }

  void pause(Phase phase) {
    enter(phase);
    try {
      Thread.sleep(DRAIN.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("interrupted while " + phase.title(), e);
    }
  }

  /** Reports how many seconds of the measured window have passed. */
  void measured(long seconds) {
    double planned = Math.max(1, trial.plan().duration().toSeconds());
    progress.phase(trial, Phase.MEASURE, Math.min(1, seconds / planned));
  }

  @Override
  public void warming(long done, long of) {
    progress.phase(trial, Phase.WARM_UP, of == 0 ? 1 : (double) done / of);
  }

  @Override
  public void second(Second second) {
    long planned = trial.plan().duration().toSeconds();
    if (second.second() >= planned) {
      // Late responses arrive after the window.
      return;
    }
    progress.phase(trial, Phase.MEASURE, (second.second() + 1.0) / planned);
    progress.second(
        trial,
        new SecondSample(
            second.second(),
            second.scheduled(),
            second.sent(),
            second.completed(),
            second.errors(),
            second.p50Micros() / 1e6,
            second.p99Micros() / 1e6));
  }
}
