package io.meshgauge.cli.describe;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

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
public record Description(
    Head experiment,
    List<Arm> arms,
    List<PlanRow> plans,
    List<TrialRow> order,
    Map<Metric, Double> slos,
    double duration,
    List<String> detectable,
    List<String> notes) {

  /** An experiment. Its rate, in requests per second, is empty if a probe finds it. */
  record Head(
      String name,
      PlatformKind platform,
      String application,
      long seed,
      int replicates,
      OptionalDouble rate,
      int connections,
      String arrival) {}

  /** A variant as it is measured, with the fidelity of its mesh there. */
  record Arm(
      String name,
      String mesh,
      String fidelity,
      String policy,
      String telemetry,
      SortedMap<String, String> settings) {}

  /** A plan, measured for a duration in seconds in each run, which windows divide. */
  record PlanRow(String name, double duration, int windows, SortedMap<String, String> properties) {}

  record TrialRow(int position, int replicate, String plan, String arm) {}

  /**
   * The answer.
   *
   * @param fidelity of an arm
   */
  public static Description of(
      Experiment experiment,
      Function<Variant, String> fidelity,
      List<String> detectable,
      List<String> notes) {
    Protocol protocol = experiment.protocol();
    return new Description(
        new Head(
            experiment.name(),
            experiment.platform(),
            experiment.application().name(),
            experiment.seed(),
            protocol.replicates(),
            protocol.rate(),
            protocol.connections(),
            protocol.arrival()),
        experiment.arms().stream().map(it -> arm(it, fidelity.apply(it))).toList(),
        experiment.plans().stream()
            .map(
                it ->
                    new PlanRow(
                        it.name(),
                        it.duration().toMillis() / 1e3,
                        protocol.windowsOf(it),
                        it.properties()))
            .toList(),
        Schedule.of(experiment).trials().stream()
            .map(
                it ->
                    new TrialRow(
                        it.position(), it.replicate(), it.plan().name(), it.variant().name()))
            .toList(),
        experiment.slos().stream()
            .collect(
                Collectors.toMap(
                    Slo::metric, Slo::limit, (a, b) -> a, () -> new EnumMap<>(Metric.class))),
        Forecast.of(experiment).total().toMillis() / 1e3,
        detectable,
        notes);
  }

  private static Arm arm(Variant it, String fidelity) {
    return new Arm(it.name(), it.mesh(), fidelity, it.policy(), it.telemetry(), it.settings());
  }
}
