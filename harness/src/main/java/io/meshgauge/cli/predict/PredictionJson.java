package io.meshgauge.cli.predict;

import io.meshgauge.predict.Conditions;
import io.meshgauge.predict.Estimate;
import io.meshgauge.predict.HeldOut.Check;
import io.meshgauge.predict.Prediction;
import io.meshgauge.score.Prices;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code predict --json}, in base units: seconds, bytes, cores.
 *
 * @param predictions one for each arm and question
 * @param heldOut points that were predicted before they were measured
 */
record PredictionJson(List<Row> predictions, List<HeldOutRow> heldOut) {

  /**
   * A prediction.
   *
   * @param arm mesh, with the choices that conditions do not contain
   * @param conditions requested
   * @param machines like the measured one; null if no number suffices
   * @param estimates by name, each with its 95 % interval
   * @param caveats what is beyond the measurements
   */
  record Row(
      String arm,
      Conditions conditions,
      @Nullable Double machines,
      SortedMap<String, Estimate> estimates,
      List<String> caveats) {}

  /**
   * A point that was held out.
   *
   * @param variant its name
   * @param target what was predicted
   * @param estimate before
   * @param measured after
   * @param error measured over predicted, less 1
   * @param held whether the interval holds what was measured
   */
  record HeldOutRow(
      String variant,
      String target,
      Estimate estimate,
      double measured,
      double error,
      boolean held) {}

  static PredictionJson of(
      List<Prediction> predictions, List<Check> checks, Optional<Prices> prices, double limit) {
    return new PredictionJson(
        predictions.stream().map(it -> row(it, prices, limit)).toList(),
        checks.stream()
            .map(
                it ->
                    new HeldOutRow(
                        it.point().variant(),
                        it.target().key(),
                        it.estimate(),
                        it.measured(),
                        it.error(),
                        it.held()))
            .toList());
  }

  private static Row row(Prediction it, Optional<Prices> prices, double limit) {
    SortedMap<String, Estimate> estimates = new TreeMap<>();
    it.amounts(limit, prices).forEach(amount -> estimates.put(amount.key(), amount.estimate()));
    return new Row(
        it.model().arm(),
        it.requested(),
        it.possible() ? it.scale().machines() : null,
        estimates,
        it.caveats());
  }
}
