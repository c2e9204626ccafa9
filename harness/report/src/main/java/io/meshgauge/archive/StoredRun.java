package io.meshgauge.archive;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.StreamResult;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** {@code run.json}: a run without its results, which stay in the load generator's files. */
@JsonPropertyOrder({"trial", "outcome", "reasons", "setup", "evidence", "observations"})
record StoredRun(
    Trial trial,
    Outcome outcome,
    List<Reason> reasons,
    @JsonUnwrapped Run.Setup setup,
    List<Evidence> evidence,
    @JsonUnwrapped Run.Observations observations) {

  static StoredRun of(Run run) {
    return new StoredRun(
        run.trial(), run.outcome(), run.reasons(), run.setup(), run.evidence(), run.observations());
  }

  /** Adds the results, of which there is at most one. */
  Run with(@Nullable LoadResult load, @Nullable StreamResult stream) {
    List<Measurement> measurements =
        stream == null
            ? Measurements.of(
                load, observations.resources(), observations.tcp(), observations.capacity())
            : Measurements.of(stream, observations.resources(), observations.tcp());
    return with(new Run.Results(load, stream, null, measurements));
  }

  /**
   * Adds the windows of a soak.
   *
   * @param described adds what the load's requests are
   */
  Run with(SoakLog.Content soak, UnaryOperator<LoadResult> described) {
    LoadResult load = soak.totals().load().map(described).orElse(null);
    SoakRecord record = soak.record();
    List<Measurement> measurements =
        Measurements.of(load, observations.resources(), observations.tcp());
    return with(new Run.Results(load, null, record, measurements));
  }

  private Run with(Run.Results results) {
    return new Run(trial, outcome, reasons, setup, evidence, observations, results);
  }
}
