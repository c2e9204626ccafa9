package io.meshgauge.report;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Two arms that were proven only; the encryption of one was not observed. */
final class SampleProof {
  private static final Set<String> ARMS = Set.of("envoy", "istio-mtls");

  private SampleProof() {}

  static Session session() {
    Session measured = SampleSessions.troubled();
    Experiment asked = measured.experiment();
    List<Run> runs =
        measured.runs().stream()
            .filter(run -> ARMS.contains(run.trial().variant().name()))
            .filter(run -> run.trial().replicate() == 1)
            .toList();
    return new Session(
        new Experiment(
            "mesh-proof",
            asked.platform(),
            asked.variants().stream().filter(arm -> ARMS.contains(arm.name())).toList(),
            asked.plans(),
            asked.protocol().proving(Duration.ZERO),
            List.of(),
            asked.seed()),
        measured.started(),
        "./meshgauge prove envoy istio-mtls",
        measured.environment(),
        measured.notes(),
        runs.size(),
        runs,
        measured.version());
  }
}
