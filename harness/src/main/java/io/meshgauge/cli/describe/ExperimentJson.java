package io.meshgauge.cli.describe;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code describe --json}, in base units: seconds, bytes, ratios.
 *
 * @param experiment what it is
 * @param arms measured in each block
 * @param plans in their order
 * @param order of the trials, drawn from the seed
 * @param slos limits that make the build red, by metric
 * @param duration forecast of the whole session, in seconds
 * @param detectable what it can find, a sentence for each plan
 * @param notes choices made for the user
 */
public record ExperimentJson(
    Head experiment,
    List<Arm> arms,
    List<PlanRow> plans,
    List<TrialRow> order,
    Map<Metric, Double> slos,
    double duration,
    List<String> detectable,
    List<String> notes) {

  /**
   * An experiment.
   *
   * @param rate requests per second; null if a probe finds it
   */
  public record Head(
      String name,
      String platform,
      String application,
      long seed,
      int replicates,
      @Nullable Double rate,
      int connections,
      String arrival) {}

  /**
   * A variant as it is measured.
   *
   * @param fidelity of its mesh there
   */
  public record Arm(
      String name,
      String mesh,
      String fidelity,
      String policy,
      String telemetry,
      SortedMap<String, String> settings) {}

  /**
   * A plan.
   *
   * @param duration measured in each run, in seconds
   * @param windows that the duration is divided into
   */
  public record PlanRow(
      String name, double duration, int windows, SortedMap<String, String> properties) {}

  /** A trial. */
  public record TrialRow(int position, int replicate, String plan, String arm) {}

  /**
   * The answer.
   *
   * @param fidelity of an arm
   */
  public static ExperimentJson of(
      Experiment experiment,
      Function<Variant, String> fidelity,
      List<String> detectable,
      List<String> notes) {
    return new ExperimentJson(
        head(experiment),
        experiment.arms().stream()
            .map(
                it ->
                    new Arm(
                        it.name(),
                        it.mesh(),
                        fidelity.apply(it),
                        it.policy(),
                        it.telemetry(),
                        it.settings()))
            .toList(),
        experiment.plans().stream().map(it -> plan(experiment, it)).toList(),
        Schedule.of(experiment).trials().stream()
            .map(
                it ->
                    new TrialRow(
                        it.position(), it.replicate(), it.plan().name(), it.variant().name()))
            .toList(),
        experiment.slos().stream().collect(Collectors.toMap(Slo::metric, Slo::limit)),
        Forecast.of(experiment).total().toMillis() / 1e3,
        detectable,
        notes);
  }

  private static Head head(Experiment experiment) {
    return new Head(
        experiment.name(),
        experiment.platform().key(),
        experiment.application().name(),
        experiment.seed(),
        experiment.protocol().replicates(),
        experiment.protocol().rate().isPresent()
            ? experiment.protocol().rate().getAsDouble()
            : null,
        experiment.protocol().connections(),
        experiment.protocol().arrival());
  }

  private static PlanRow plan(Experiment experiment, Plan plan) {
    return new PlanRow(
        plan.name(),
        plan.duration().toMillis() / 1e3,
        experiment.protocol().windowsOf(plan),
        plan.properties());
  }
}
