package io.meshgauge.run.session;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.soak.Alarm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Listener of a running experiment. Calls are sequential but may come from different threads;
 * implementations must be quick and must not throw.
 */
public interface Progress {

  /** The session has its archive folder. */
  default void opened(Path folder) {}

  /** The experiment is about to start; nothing is deployed yet. */
  void planned(Experiment experiment, Schedule schedule, Duration expected);

  /** Trials are added to the plan: repeats of void ones, or replicates; negative: removed. */
  void added(int trials);

  /** A trial starts. */
  void trialStarted(Trial trial);

  /**
   * A phase of a trial progressed.
   *
   * @param fraction of the phase that is done, 0 to 1
   */
  void phase(Trial trial, Phase phase, double fraction);

  /** A second of the measured window has ended. */
  void second(Trial trial, SecondSample sample);

  /** Explains a choice made while the experiment runs. */
  void note(String text);

  /**
   * A soak of an earlier harness is resumed.
   *
   * @param record its recorded windows and events
   * @param alarms raised by that record, which were reported before
   */
  default void recorded(Trial trial, SoakRecord record, List<Alarm> alarms) {}

  /** A window of a soak was stored durably. */
  default void kept(Trial trial, SoakWindow window) {}

  /** An event of a soak was recorded. */
  default void happened(Trial trial, SoakEvent event) {}

  /** An alarm of a soak was raised; it was also passed to {@link #happened}. */
  default void alarmed(Trial trial, Alarm alarm) {}

  /** A trial ended; reasons are empty when it is valid. */
  void trialFinished(Trial trial, Outcome outcome, List<Reason> reasons);
}
