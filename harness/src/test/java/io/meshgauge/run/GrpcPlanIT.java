package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.report.arm.RetryAmplification;
import io.meshgauge.topology.SampleServices;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plan {@code grpc} for ten seconds against real services. Other work on the machine voids the
 * figures, and changes nothing of what is counted here.
 */
@Tag("long")
class GrpcPlanIT {
  private static final int RATE = 50;

  @TempDir Path folder;

  @Test
  void callsAreTimedByLabelAndABrokenPromiseIsDetected() {
    EnvoyBinary.orSkip();
    Variant mtls = Variant.plain("istio-mtls");
    Variant broken = mtls.with("fault", "plaintext-listener:payment").named("broken");

    Map<String, Run> runs =
        ExampleRuns.together(
            new LocalTrials(folder),
            SampleServices.APPLICATION,
            List.of(Variant.plain("baseline"), mtls, broken),
            Plan.GRPC,
            RATE);

    assertTimed(runs.get("baseline"));
    assertCrossesBothProxies(runs.get("istio-mtls"));
    assertThat(runs.get("broken").outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(runs.get("broken").evidence())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .extracting(Evidence::subject)
        .anyMatch(it -> it.contains("payment"));
  }

  private static void assertTimed(Run run) {
    assertThat(run.outcome()).as("%s", run.reasons()).isNotIn(Outcome.FAILED, Outcome.UNVERIFIED);
    assertThat(run.evidence())
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::promise)
        .contains(Promise.TRAVERSAL, Promise.DENIAL);
    LoadResult load = run.measuredLoad().orElseThrow();
    assertThat(load.sent()).isEqualTo(load.scheduled()).isBetween(9L * RATE, 11L * RATE);
    assertThat(load.labels())
        .extracting(LabelResult::label)
        .containsExactlyInAnyOrder("verify", "charge", "unauthenticated");
    for (LabelResult label : load.labels()) {
      String status = label.label().equals("unauthenticated") ? "UNAUTHENTICATED" : "OK";
      assertThat(label.status()).as(label.label()).isEqualTo(Map.of(status, label.sent()));
      assertThat(label.expected()).isEqualTo(label.sent()).isPositive();
      assertThat(label.response().count()).isEqualTo(label.sent());
    }
    assertThat(run.value(Metric.RESPONSE_P99).orElseThrow()).isPositive();
    assertThat(run.value(Metric.ERROR_RATIO)).hasValue(0);
  }

  private static void assertCrossesBothProxies(Run mtls) {
    assertThat(mtls.outcome()).as("%s", mtls.reasons()).isNotIn(Outcome.FAILED, Outcome.UNVERIFIED);
    assertThat(mtls.evidence())
        .allMatch(Evidence::proven, "proven")
        .extracting(Evidence::subject)
        .contains(
            "load → auth, client's side",
            "load → auth, server's side",
            "load → payment, client's side",
            "load → payment, server's side");
    assertThat(mtls.evidence())
        .extracting(Evidence::promise)
        .contains(Promise.ENCRYPTION, Promise.IDENTITY, Promise.PLAINTEXT_PROBE);
    assertThat(mtls.measuredLoad().orElseThrow().failed()).isZero();
    assertThat(RetryAmplification.of(mtls)).hasSize(3);
    ExampleRuns.assertCountedAlike(mtls);
  }
}
