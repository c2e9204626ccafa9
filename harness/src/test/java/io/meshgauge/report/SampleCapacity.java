package io.meshgauge.report;

import io.meshgauge.archive.Measurements;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.CapacityResult.AtShare;
import io.meshgauge.measure.CapacityResult.Step;
import java.util.List;
import java.util.Random;

/** A made-up run of a trial that searched the capacity. */
final class SampleCapacity {
  private SampleCapacity() {}

  static Run of(Trial trial, Environment environment) {
    Run run = SampleRun.of(trial, environment);
    Run.Observations observed =
        new Run.Observations(run.resources(), run.tcp(), run.hops(), capacity(trial), null);
    return new Run(
        run.trial(),
        run.outcome(),
        run.reasons(),
        run.setup(),
        run.evidence(),
        observed,
        new Run.Results(
            run.results().load(),
            null,
            null,
            Measurements.of(run.results().load(), null, observed)));
  }

  private static CapacityResult capacity(Trial trial) {
    Random random = new Random(900L + trial.position());
    double highest =
        switch (trial.variant().mesh()) {
          case "envoy" -> 290;
          case "istio-mtls" -> 240;
          default -> 480;
        };
    double found = highest * (1 + 0.03 * random.nextGaussian());
    boolean late = trial.variant().mesh().equals("envoy");
    return new CapacityResult(
        found * 1.2,
        found,
        List.of(
            new Step(found * 0.6, 1, 0.02, List.of()),
            new Step(
                found * 1.05, 0.97, 0.4, List.of("response_p99 is 0.4, and the objective is 0.25")),
            new Step(found, 0.999, 0.08, List.of())),
        List.of(
            new AtShare(0.5, found * 0.5, 0.004, 0.011, List.of()),
            new AtShare(
                0.9,
                found * 0.9,
                0.006,
                0.031,
                late ? List.of("send lag p99 was 1.9 ms, above 10 % of the p50") : List.of())));
  }
}
