package io.meshgauge.config;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.score.ScoringRules;
import java.util.List;

/**
 * What an experiment file says, complete and checked.
 *
 * @param experiment what is to be run
 * @param scoring how its results become points
 * @param notes choices made for the user, one sentence each
 */
public record ExperimentFile(Experiment experiment, ScoringRules scoring, List<String> notes) {
  public ExperimentFile {
    notes = List.copyOf(notes);
  }
}
