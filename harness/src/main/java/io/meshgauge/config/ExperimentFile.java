package io.meshgauge.config;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.score.ScoringRules;
import java.util.List;

/**
 * A complete and checked experiment file.
 *
 * @param experiment to run
 * @param scoring how its results become points
 * @param notes choices made for the user, one sentence each
 */
public record ExperimentFile(Experiment experiment, ScoringRules scoring, List<String> notes) {
  public ExperimentFile {
    notes = List.copyOf(notes);
  }
}
