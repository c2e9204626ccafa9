package io.meshgauge.report;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Arms that were proven only. */
final class SampleProof {
  private SampleProof() {}

  /** Two arms; the encryption of one was not observed. */
  static Session session() {
    return of("envoy", "istio-mtls");
  }

  /** Some arms of a session in which nothing but one encryption was not observed. */
  static Session of(String... names) {
    Set<String> arms = Set.of(names);
    Session measured = SampleSessions.troubled();
    Experiment asked = measured.experiment();
    List<Run> runs =
        measured.runs().stream()
            .filter(run -> arms.contains(run.trial().variant().name()))
            .filter(run -> run.trial().replicate() == 1)
            .toList();
    return new Session(
        new Experiment(
            "mesh-proof",
            asked.platform(),
            asked.variants().stream().filter(arm -> arms.contains(arm.name())).toList(),
            asked.plans(),
            asked.protocol().proving(Duration.ZERO),
            List.of(),
            asked.seed()),
        measured.started(),
        "./meshgauge prove " + String.join(" ", names),
        measured.environment(),
        measured.notes(),
        runs.size(),
        runs,
        measured.version());
  }
}
