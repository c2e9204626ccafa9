package io.meshgauge.report.html;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.report.SoakReport;
import java.util.List;
import java.util.Optional;

/**
 * What is shown of a run that goes on.
 *
 * @param name the experiment's; empty before it is planned
 * @param platform where it runs
 * @param extent how far it came, in words
 * @param now what is done now, in words
 * @param soaks every soak that has begun
 * @param finished the trials that have ended, the latest first
 * @param notes the latest notes, the latest first
 */
public record LiveBoard(
    String name,
    String platform,
    String extent,
    String now,
    List<Soak> soaks,
    List<Finished> finished,
    List<String> notes) {

  public LiveBoard {
    soaks = List.copyOf(soaks);
    finished = List.copyOf(finished);
    notes = List.copyOf(notes);
  }

  /** The same with soaks. */
  public LiveBoard with(List<Soak> others) {
    return new LiveBoard(name, platform, extent, now, others, finished, notes);
  }

  /**
   * A soak as far as it came.
   *
   * @param label the variant's name; a model is never called by the bare name
   */
  public record Soak(String label, SoakReport report) {
    /** The latest window that is on record; empty before the first. */
    Optional<SoakWindow> latest() {
      List<SoakWindow> windows = report.record().windows();
      return windows.isEmpty() ? Optional.empty() : Optional.of(windows.get(windows.size() - 1));
    }
  }

  /**
   * A trial that has ended.
   *
   * @param trial variant and plan
   * @param reasons why it is not valid, in words
   */
  public record Finished(String trial, Outcome outcome, List<String> reasons) {
    public Finished {
      reasons = List.copyOf(reasons);
    }
  }
}
