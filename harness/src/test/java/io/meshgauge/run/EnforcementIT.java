package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.LocalProbeOrigin;
import io.meshgauge.evidence.enforcement.EnforcementProof;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.measure.Metric;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.local.LocalPlatform;
import io.meshgauge.product.Product;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.PolicyPush;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The model of Istio's sidecars with the real services, whose policy changes under load. */
@Tag("long")
class EnforcementIT {
  private static final Plan PLAN =
      new Plan(
          Plan.ENFORCEMENT,
          Duration.ofSeconds(20),
          new TreeMap<>(Map.of("change-interval", "PT5S")));

  @TempDir Path folder;

  @BeforeEach
  void findEnvoy() {
    EnvoyBinary.orSkip();
  }

  @Test
  void everyChangeIsTimedAtEveryProxyAndCostsNoRequestOfTheLoad() {
    List<Run> runs = runs(List.of(Variant.plain("istio-mtls"), Variant.plain(Variant.BASELINE)));

    for (Run run : runs) {
      assertThat(run.outcome()).as("%s", run.reasons()).isNotIn(Outcome.FAILED, Outcome.UNVERIFIED);
      assertThat(run.results().changes()).hasSize(4);
    }
    List<Change> changes =
        runs.get(0).results().changes().stream().map(ChangeEffect::change).toList();
    assertThat(changes).extracting(Change::kind).containsExactly("deny", "allow", "deny", "allow");
    assertThat(changes)
        .allSatisfy(
            change -> {
              assertThat(change.transitions())
                  .extracting(Transition::service)
                  .contains("auth", "gateway", "logging", "order", "payment");
              assertThat(change.transitions()).allMatch(Transition::complete, "complete");
            });
    assertThat(runs.get(0).value(Metric.ENFORCED_WITHIN).orElseThrow()).isBetween(0.001, 15.0);
    assertThat(runs.get(0).evidence())
        .filteredOn(it -> it.promise() == Promise.POLICY && it.subject().contains("changed"))
        .hasSize(5)
        .allMatch(Evidence::proven);
    assertThat(runs.get(1).value(Metric.ENFORCED_WITHIN)).isEmpty();
  }

  @Test
  void aProxyThatDoesNotGetTheRuleIsNamedWithTheTimeItWasOpen() throws Exception {
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
    Variant variant = Variant.plain("istio-mtls");
    Product mesh = Products.named(variant.mesh());
    try (LocalPlatform platform =
            new LocalPlatform(
                Path.of(System.getProperty("meshgauge.home", "..")), Products.programs());
        Deployment deployment =
            platform.deploy(
                new Order(
                    SampleServices.ALL,
                    mesh.design(variant).prepared(Set.of(SoakAct.PUSH_POLICY)),
                    Map.of(),
                    identities.folder(),
                    folder.resolve("site"),
                    folder.resolve("logs")));
        RuleWatch watch =
            new LocalProbeOrigin(identities, Thread::new)
                .rules(deployment.dataPlane(), mesh.claims(variant), ProbeOptions.PLAIN)) {
      watch.ready(false, Duration.ofSeconds(10));
      long begin = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
      for (PolicyPush push : deployment.dataPlane().changes().policies()) {
        if (!push.service().equals("payment")) {
          Path next = folder.resolve("next");
          Files.writeString(next, push.changed().content());
          Files.move(next, push.changed().path(), StandardCopyOption.ATOMIC_MOVE);
        }
      }
      List<Transition> transitions = watch.transitions(true, begin, Duration.ofSeconds(5));

      List<Evidence> evidence =
          EnforcementProof.evidence(
              List.of(new Change("deny", "5 proxies", begin, begin, transitions)));

      assertThat(evidence)
          .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.subject()).isEqualTo("policy changed before payment");
                assertThat(it.observed())
                    .matches("the old rule still answers [5-9]\\.\\d s after the change to deny.*");
              });
    }
  }

  private List<Run> runs(List<Variant> arms) {
    Protocol protocol = new Protocol(1, OptionalDouble.of(40), "poisson", 200, 8, 1, false);
    Experiment experiment =
        new Experiment(
                "enforcement", PlatformKind.LOCAL, arms, List.of(PLAN), protocol, List.of(), 7)
            .of(SampleServices.APPLICATION);
    return new LocalTrials(folder)
        .run(
            experiment,
            runner ->
                IntStream.range(0, arms.size())
                    .mapToObj(i -> runner.run(new Trial(i + 1, 1, arms.get(i), PLAN), experiment))
                    .toList());
  }
}
