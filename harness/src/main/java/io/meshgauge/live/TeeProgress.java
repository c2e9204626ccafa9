package io.meshgauge.live;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.Progress;
import io.meshgauge.soak.Alarm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Forwards progress to two listeners. If the second fails, the first receives one note and the
 * second is no longer called.
 */
final class TeeProgress implements Progress {
  private final Progress first;
  private final Progress second;
  private volatile boolean failed;

  TeeProgress(Progress first, Progress second) {
    this.first = first;
    this.second = second;
  }

  private void both(Consumer<Progress> call) {
    call.accept(first);
    if (failed) {
      return;
    }
    try {
      call.accept(second);
    } catch (RuntimeException e) {
      failed = true;
      first.note("The live view has failed and is no longer updated; the run continues: " + e);
    }
  }

  @Override
  public void opened(Path folder) {
    both(it -> it.opened(folder));
  }

  @Override
  public void planned(Experiment experiment, Schedule schedule, Duration expected) {
    both(it -> it.planned(experiment, schedule, expected));
  }

  @Override
  public void added(int trials) {
    both(it -> it.added(trials));
  }

  @Override
  public void trialStarted(Trial trial) {
    both(it -> it.trialStarted(trial));
  }

  @Override
  public void phase(Trial trial, Phase phase, double fraction) {
    both(it -> it.phase(trial, phase, fraction));
  }

  @Override
  public void second(Trial trial, SecondSample sample) {
    both(it -> it.second(trial, sample));
  }

  @Override
  public void note(String text) {
    both(it -> it.note(text));
  }

  @Override
  public void recorded(Trial trial, SoakRecord record, List<Alarm> alarms) {
    both(it -> it.recorded(trial, record, alarms));
  }

  @Override
  public void kept(Trial trial, SoakWindow window) {
    both(it -> it.kept(trial, window));
  }

  @Override
  public void happened(Trial trial, SoakEvent event) {
    both(it -> it.happened(trial, event));
  }

  @Override
  public void alarmed(Trial trial, Alarm alarm) {
    both(it -> it.alarmed(trial, alarm));
  }

  @Override
  public void trialFinished(Trial trial, Outcome outcome, List<Reason> reasons) {
    both(it -> it.trialFinished(trial, outcome, reasons));
  }
}
