package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.enforcement.EnforcementException;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.evidence.enforcement.StartProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.StartStep;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.experiment.change.Transition.Connections;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Deployment.StartedPod;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.SampleServices;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeMap;

/** What changes at the sidecars of a deployment: their policy, and their number. */
final class SidecarChanges {
  private SidecarChanges() {}

  /** A further pod gets a sidecar and an address, and answers requests with mutual TLS. */
  static void aNewPodAnswersAndIsGone(
      Deployment deployment, Variant variant, RunIdentities identities) {
    Guarantees claims = Products.named(variant.mesh()).claims(variant);
    Prover prover = deployment.instruments(claims, identities).prover();
    Duration limit = Duration.ofSeconds(60);
    long begin = Change.now();
    try (StartedPod pod = deployment.start("order", true);
        RuleWatch watch = prover.answers("order", pod.host())) {
      watch.ready(false, limit);
      List<Transition> answers = watch.transitions(false, begin, limit);
      assertThat(answers)
          .extracting(Transition::connections)
          .containsExactly(Connections.KEPT, Connections.PLAINTEXT);
      assertThat(answers.get(0).first().orElseThrow()).isBetween(0.5, 60.0);
      assertThat(answers.get(1).answers()).isPositive();
      assertThat(answers.get(1).first()).as("an answer without TLS").isEmpty();
      assertThat(pod.reached())
          .containsKeys(
              StartStep.CREATED,
              StartStep.SCHEDULED,
              StartStep.INITIALISED,
              StartStep.PROXY_READY,
              StartStep.SERVICE_RUNNING);
    }
    assertThat(deployment.endedWorkloads()).isEmpty();
  }

  /** A pod that keeps its sidecar away answers without TLS only, which is found. */
  static void aPodWithoutASidecarIsFound(
      Deployment deployment, Variant variant, RunIdentities identities) {
    Guarantees claims = Products.named(variant.mesh()).claims(variant);
    Prover prover = deployment.instruments(claims, identities).prover();
    long begin = Change.now();
    try (StartedPod pod = deployment.start("order", false);
        RuleWatch watch = prover.answers("order", pod.host())) {
      assertThatThrownBy(() -> watch.ready(false, Duration.ofSeconds(30)))
          .isInstanceOf(EnforcementException.class)
          .hasMessageContaining("requests must be allowed");
      List<Transition> answers = watch.transitions(false, begin, Duration.ZERO);
      assertThat(answers.get(0).first()).as("an answer with TLS").isEmpty();
      assertThat(
              StartProof.evidence(
                  List.of(
                      new Change("start", "order", begin, Change.now(), answers, new TreeMap<>()))))
          .singleElement()
          .returns(Verdict.DISPROVEN, Evidence::verdict);
      assertThat(pod.reached()).doesNotContainKey(StartStep.PROXY_READY);
    }
  }

  /** The control plane carries a denial to all sidecars, and back; observers time it. */
  static void isInForceAtEveryProxy(
      Deployment deployment, Variant variant, RunIdentities identities) {
    Guarantees claims = Products.named(variant.mesh()).claims(variant);
    try (RuleWatch watch = deployment.instruments(claims, identities).prover().rules()) {
      for (boolean denied : List.of(true, false)) {
        watch.ready(!denied, Duration.ofSeconds(10));
        long begin = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        deployment.changePolicy(denied);
        List<Transition> transitions = watch.transitions(denied, begin, Duration.ofSeconds(30));
        assertThat(transitions)
            .extracting(Transition::service)
            .contains(SampleServices.ALL.services().toArray(new String[0]));
        assertThat(transitions)
            .allSatisfy(
                it -> {
                  assertThat(it.complete()).as("%s, denied: %s", it, denied).isTrue();
                  assertThat(it.last().orElseThrow()).isPositive();
                });
      }
    }
  }
}
