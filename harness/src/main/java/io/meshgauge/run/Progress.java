package io.meshgauge.run;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.SecondSample;
import java.time.Duration;
import java.util.List;

/** Hears what happens while an experiment runs. */
public interface Progress {

  /** The experiment is about to begin. */
  void planned(Experiment experiment, Schedule schedule, Duration expected);

  /** A trial begins. */
  void trialStarted(Trial trial);

  /**
   * A trial is in a phase.
   *
   * @param fraction how much of the phase is done, 0 to 1
   */
  void phase(Trial trial, Phase phase, double fraction);

  /** A second of the measured window has passed. */
  void second(Trial trial, SecondSample sample);

  /** Something the reader should know. */
  void note(String text);

  /** A trial has ended. */
  void trialFinished(Trial trial, Outcome outcome, List<Reason> reasons);
}
