package io.meshgauge.run.session;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.SecondSample;
import io.meshgauge.soak.Alarm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The listener of a running experiment. Calls come one after another, though not always from the
 * same thread; an implementation must be quick and must not throw.
 */
public interface Progress {

  /** The session has its folder, in which all that is measured is kept. */
  default void opened(Path folder) {}

  /** The experiment is about to start: nothing has been deployed yet. */
  void planned(Experiment experiment, Schedule schedule, Duration expected);

  /** So many void trials will be repeated, beyond what was planned. */
  void repeated(int trials);

  /** A trial begins. */
  void trialStarted(Trial trial);

  /**
   * A phase of a trial moved on.
   *
   * @param fraction of the phase that is done, 0 to 1
   */
  void phase(Trial trial, Phase phase, double fraction);

  /** One more second of the measured window was measured. */
  void second(Trial trial, SecondSample sample);

  /** A sentence about a choice made while the experiment runs. */
  void note(String text);

  /**
   * A soak goes on that an earlier harness has begun.
   *
   * @param record what is on record of it
   * @param alarms what is certain by that, of which has been told before
   */
  default void recorded(Trial trial, SoakRecord record, List<Alarm> alarms) {}

  /** A window of a soak is on record, and durable. */
  default void kept(Trial trial, SoakWindow window) {}

  /** Something happened in a soak, and is on record. */
  default void happened(Trial trial, SoakEvent event) {}

  /** Something of a soak has become certain; it has {@linkplain #happened happened} as well. */
  default void alarmed(Trial trial, Alarm alarm) {}

  /** A trial ended; the reasons are empty when it is valid. */
  void trialFinished(Trial trial, Outcome outcome, List<Reason> reasons);
}
