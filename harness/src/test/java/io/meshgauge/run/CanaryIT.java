package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.envoy.EnvoyBinary;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The model of Istio's sidecars with the real services: one has a second version, or its callers'
 * proxies inject faults.
 */
@Tag("long")
class CanaryIT {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));

  /** Ten seconds have enough requests to exclude twice of 20 %. */
  private static final int RATE = 50;

  @TempDir Path folder;

  @BeforeEach
  void findEnvoy() {
    EnvoyBinary.orSkip();
  }

  @Test
  void theSecondVersionGetsItsShare() {
    Run run = run(canary());

    ExampleRuns.assertVerified(run);
    assertThat(evidence(run, Promise.DISTRIBUTION))
        .extracting(Evidence::subject)
        .containsExactly("order: a share to version 2");
    assertThat(evidence(run, Promise.IDENTITY))
        .extracting(Evidence::subject)
        .anyMatch(it -> it.startsWith("gateway → order (order-2)"));
  }

  @Test
  void twiceTheShareIsFound() {
    Run run = run(canary().with("fault", "canary-share"));

    assertThat(run.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(run.evidence())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .extracting(Evidence::subject)
        .containsExactly("order: a share to version 2");
  }

  @Test
  void declaredFaultsAreInjectedAndMissingOnesAreFound() {
    Map<String, Run> runs =
        ExampleRuns.together(
            folder,
            ApplicationFile.ofInstallation(HOME),
            List.of(faulty(), faulty().with("fault", "injection-off").named("off")),
            RATE);

    Run run = Objects.requireNonNull(runs.get("istio-mtls"));
    ExampleRuns.assertVerified(run);
    assertThat(evidence(run, Promise.TRAFFIC))
        .extracting(Evidence::subject)
        .containsExactly(
            "calls of order, injected delays of 10 ms", "calls of order, injected aborts with 503");
    assertThat(run.value(Metric.ERROR_RATIO).orElseThrow()).isPositive();

    Run off = Objects.requireNonNull(runs.get("off"));
    assertThat(off.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(off.evidence())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .extracting(Evidence::subject)
        .containsExactly(
            "calls of order, injected delays of 10 ms", "calls of order, injected aborts with 503");
  }

  private static Variant faulty() {
    return Variant.plain("istio-mtls")
        .with("inject-delay", "10ms 20%")
        .with("inject-abort", "503 20%");
  }

  private static Variant canary() {
    return Variant.plain("istio-mtls").with("canary", "20%");
  }

  private Run run(Variant variant) {
    return ExampleRuns.run(folder, ApplicationFile.ofInstallation(HOME), variant, RATE);
  }

  private static List<Evidence> evidence(Run run, Promise promise) {
    return run.evidence().stream().filter(it -> it.promise() == promise).toList();
  }
}
