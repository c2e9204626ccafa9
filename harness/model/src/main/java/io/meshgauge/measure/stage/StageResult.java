package io.meshgauge.measure.stage;

import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Measurement;
import java.util.List;

/**
 * What was measured in the seconds of a stage in one run.
 *
 * @param stage whose whole seconds count
 * @param load requests that were due, and answers that arrived, in these seconds. Counts are known
 *     for all labels together, times for each
 * @param measurements one value per metric; none if no answer arrived in these seconds
 */
public record StageResult(Stage stage, LoadResult load, List<Measurement> measurements) {
  public StageResult {
    measurements = List.copyOf(measurements);
  }
}
