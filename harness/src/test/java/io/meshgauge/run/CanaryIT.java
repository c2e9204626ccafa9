package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.envoy.EnvoyBinary;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The model of Istio's sidecars with the real services, of which one has a second version. */
@Tag("long")
class CanaryIT {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));

  /** Enough requests in ten seconds to exclude twice the share. */
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

  private static Variant canary() {
    return Variant.plain("istio-mtls").with("canary", "10%");
  }

  private Run run(Variant variant) {
    return ExampleRuns.run(folder, ApplicationFile.ofInstallation(HOME), variant, RATE);
  }

  private static List<Evidence> evidence(Run run, Promise promise) {
    return run.evidence().stream().filter(it -> it.promise() == promise).toList();
  }
}
