package io.meshgauge.archive;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import java.util.List;

/**
 * {@code run.json}: a {@link Run} without its results, which stay in the load generator's files.
 * Mixed into it.
 */
@JsonPropertyOrder({"trial", "outcome", "reasons", "setup", "evidence", "observations"})
record StoredRun(
    Trial trial,
    Outcome outcome,
    List<Reason> reasons,
    @JsonUnwrapped Run.Setup setup,
    List<Evidence> evidence,
    @JsonUnwrapped Run.Observations observations,
    @JsonIgnore Run.Results results) {}
