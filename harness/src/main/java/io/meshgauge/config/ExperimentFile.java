package io.meshgauge.config;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import io.meshgauge.score.ScoringRules;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A complete and checked experiment file.
 *
 * @param experiment to run
 * @param scoring how its results become points
 * @param notes choices made for the user, one sentence each
 */
public record ExperimentFile(Experiment experiment, ScoringRules scoring, List<String> notes) {
  /** Part of the name of a folder. */
  private static final int MAX_NAME = 60;

  public ExperimentFile {
    notes = List.copyOf(notes);
  }

  /**
   * The same arms, whose promises are proven and which are not compared: under the plans of the
   * file that send at a steady rate, or else plan steady, each in the shortest window.
   *
   * @param watch how long to prove again and again; zero: once
   * @param baseline whether to prove the baseline, too; it is proven anyway where there is no other
   *     arm
   */
  public ExperimentFile proving(Duration watch, boolean baseline) {
    List<Variant> arms =
        experiment.variants().stream().filter(it -> baseline || !it.isBaseline()).toList();
    List<Plan> steady =
        experiment.plans().stream()
            .filter(it -> it.isSteady() || (it.own().isPresent() && it.hasRate()))
            .map(it -> it.during(Plan.MIN_DURATION).atSessionRate())
            .distinct()
            .toList();
    List<Variant> proven = arms.isEmpty() ? experiment.variants() : arms;
    String named =
        proven.stream().map(Variant::name).collect(Collectors.joining("-", "proof-", ""));
    Experiment proof =
        new Experiment(
            named.substring(0, Math.min(MAX_NAME, named.length())),
            experiment.platform(),
            proven,
            steady.isEmpty()
                ? List.of(new Plan(Plan.STEADY, Plan.MIN_DURATION, new TreeMap<>()))
                : steady,
            experiment.protocol().proving(watch),
            List.of(),
            experiment.seed(),
            experiment.cluster(),
            experiment.application());
    return new ExperimentFile(proof, scoring, notes);
  }
}
