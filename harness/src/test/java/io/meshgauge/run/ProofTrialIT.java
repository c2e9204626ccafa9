package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.topology.SampleServices;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proofs of real arms, next to whatever else runs here: sound ones, and some that only claim. */
@Tag("long")
class ProofTrialIT {
  private static final Variant MTLS = Variant.plain("istio-mtls");
  private static final Plan PLAN = new Plan(Plan.STEADY, Plan.MIN_DURATION, new TreeMap<>());

  @TempDir Path folder;

  @BeforeEach
  void findEnvoy() {
    EnvoyBinary.orSkip();
  }

  @Test
  void soundArmsAreProvenInEveryRoundAndNothingVoidsThem() {
    Map<String, Run> runs = prove(Duration.ofSeconds(1), Variant.plain(Variant.BASELINE), MTLS);

    assertThat(runs.values())
        .hasSize(2)
        .allMatch(Run::valid, "valid")
        .allMatch(it -> it.reasons().isEmpty())
        .allMatch(it -> it.measuredLoad().isPresent(), "with the load of the last round");
    assertThat(runs.get("istio-mtls").evidence())
        .allMatch(Evidence::proven)
        .extracting(Evidence::promise)
        .contains(
            Promise.ENCRYPTION,
            Promise.IDENTITY,
            Promise.PLAINTEXT_PROBE,
            Promise.TRAVERSAL,
            Promise.DENIAL);
  }

  @Test
  void armsThatOnlyClaimAreFound() {
    Map<String, Run> runs =
        prove(
            Duration.ZERO,
            Variant.plain("istio-ambient").with("fault", "not-captured:payment").named("skipped"),
            new Variant(
                "unenforced",
                "istio-mtls",
                "rbac",
                "default",
                new TreeMap<>(Map.of("fault", "policy-not-enforced"))));

    assertThat(runs.values()).hasSize(2).extracting(Run::outcome).containsOnly(Outcome.UNVERIFIED);
    assertThat(broken(runs.get("skipped"))).contains(Promise.TRAVERSAL);
    assertThat(broken(runs.get("unenforced"))).contains(Promise.POLICY, Promise.DENIAL);
  }

  private static List<Promise> broken(Run run) {
    return run.evidence().stream()
        .filter(it -> it.verdict() == Verdict.DISPROVEN)
        .map(Evidence::promise)
        .distinct()
        .toList();
  }

  private Map<String, Run> prove(Duration watch, Variant... arms) {
    Experiment experiment =
        new Experiment(
                "proof",
                PlatformKind.LOCAL,
                List.of(arms),
                List.of(PLAN),
                new Protocol(1, OptionalDouble.empty(), "poisson", 400, 8, 1, true).proving(watch),
                List.of(),
                7)
            .of(SampleServices.APPLICATION);
    return new LocalTrials(folder)
            .run(
                experiment,
                runner ->
                    Schedule.of(experiment).trials().stream()
                        .map(trial -> runner.run(trial, experiment))
                        .toList())
            .stream()
            .collect(Collectors.toMap(run -> run.trial().variant().name(), Function.identity()));
  }
}
