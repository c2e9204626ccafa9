package io.meshgauge.report.html;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.report.SoakReport;
import java.util.List;
import java.util.Optional;

/**
 * State of a running experiment, as the live page shows it.
 *
 * @param name the experiment's; empty before it is planned
 * @param platform where it runs
 * @param extent progress, as a sentence
 * @param now current activity, as a sentence
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

  /** A copy with other soaks. */
  public LiveBoard with(List<Soak> others) {
    return new LiveBoard(name, platform, extent, now, others, finished, notes);
  }

  /**
   * A soak and its progress.
   *
   * @param label name of the variant, marked if it is a model
   */
  public record Soak(String label, SoakReport report) {
    /** The latest recorded window; empty before the first. */
    Optional<SoakWindow> latest() {
      List<SoakWindow> windows = report.record().windows();
      return windows.isEmpty() ? Optional.empty() : Optional.of(windows.get(windows.size() - 1));
    }
  }

  /**
   * A trial that has ended.
   *
   * @param trial variant and plan
   * @param reasons why it is not valid, one sentence each
   */
  public record Finished(String trial, Outcome outcome, List<String> reasons) {
    public Finished {
      reasons = List.copyOf(reasons);
    }
  }
}
