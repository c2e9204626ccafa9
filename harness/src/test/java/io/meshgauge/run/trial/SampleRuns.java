package io.meshgauge.run.trial;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import java.util.List;
import java.util.TreeMap;

/** Runs with only an outcome. */
public final class SampleRuns {
  private SampleRuns() {}

  public static Run run(Trial trial, Outcome outcome) {
    return new Run(
        trial,
        outcome,
        List.of(),
        new Run.Setup(Fidelity.REAL, new Environment(new TreeMap<>()), new TreeMap<>()),
        List.of(),
        Run.Observations.NONE,
        Run.Results.NONE);
  }
}
