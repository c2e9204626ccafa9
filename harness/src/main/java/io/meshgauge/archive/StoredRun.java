package io.meshgauge.archive;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.TcpUse;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** A run without its load result, which stays in the worker's own files: {@code run.json}. */
record StoredRun(
    Trial trial,
    Outcome outcome,
    List<Reason> reasons,
    Fidelity fidelity,
    Environment environment,
    SortedMap<String, String> fairness,
    List<Evidence> evidence,
    List<ResourceUse> resources,
    @Nullable TcpUse tcp,
    List<HopLatency> hops,
    @Nullable CapacityResult capacity,
    @Nullable MachineUse machine) {

  static StoredRun of(Run run) {
    return new StoredRun(
        run.trial(),
        run.outcome(),
        run.reasons(),
        run.fidelity(),
        run.environment(),
        run.fairness(),
        run.evidence(),
        run.resources(),
        run.tcp(),
        run.hops(),
        run.capacity(),
        run.machine());
  }

  /** The run with its results, of which there is one at most. */
  Run with(@Nullable LoadResult load, @Nullable StreamResult stream) {
    List<Measurement> measurements =
        stream == null
            ? Measurements.of(load, resources, tcp, capacity)
            : Measurements.of(stream, resources, tcp);
    return with(load, stream, measurements, capacity, null);
  }

  /** A soak, whose windows are in a record of their own. */
  Run with(SoakLog.Content soak) {
    LoadResult load = soak.totals().load().orElse(null);
    List<Measurement> measurements =
        Measurements.of(load, resources, tcp, soak.record().measuredSeconds());
    return with(load, null, measurements, null, soak.record());
  }

  private Run with(
      @Nullable LoadResult load,
      @Nullable StreamResult stream,
      List<Measurement> measurements,
      @Nullable CapacityResult capacity,
      @Nullable SoakRecord soak) {
    return new Run(
        trial,
        outcome,
        reasons,
        fidelity,
        environment,
        fairness,
        evidence,
        load,
        resources,
        tcp,
        hops,
        measurements,
        stream,
        capacity,
        soak,
        machine);
  }
}
