package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.experiment.Variant;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.platform.Deployment;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.SampleServices;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** A policy that is changed at the sidecars of a deployment. */
final class ChangedPolicy {
  private ChangedPolicy() {}

  /** The control plane carries a denial to all sidecars, and back; observers time it. */
  static void isInForceAtEveryProxy(
      Deployment deployment, Variant variant, RunIdentities identities) {
    Guarantees claims = Products.named(variant.mesh()).claims(variant);
    try (RuleWatch watch = deployment.instruments(claims, identities).prover().rules()) {
      for (boolean denied : List.of(true, false)) {
        watch.ready(!denied);
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
