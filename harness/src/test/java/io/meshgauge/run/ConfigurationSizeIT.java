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

/** Real Envoys with services and routes that no request uses. */
@Tag("long")
class ConfigurationSizeIT {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final int RATE = 20;

  @TempDir Path folder;

  @BeforeEach
  void findEnvoy() {
    EnvoyBinary.orSkip();
  }

  @Test
  void everyProxyHasThemAtBothEndsOfTheWindow() {
    Run run = run(large("istio-mtls"));

    ExampleRuns.assertVerified(run);
    assertThat(traffic(run))
        .extracting(Evidence::subject)
        .contains("order-proxy, services", "load-proxy, services", "gateway → order, routes");
    assertThat(traffic(run))
        .filteredOn(it -> it.subject().equals("order-proxy, services"))
        .extracting(Evidence::observed)
        .singleElement()
        .asString()
        .startsWith("200 synthetic of 20");
  }

  @Test
  void aProxyWithHalfOfThemIsFound() {
    Run run = run(large("envoy").with("arm-fault", "half-configured:order"));

    assertThat(run.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(run.evidence())
        .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
        .extracting(Evidence::subject)
        .contains("order-proxy, services")
        .allMatch(it -> it.equals("order-proxy, services") || it.matches("order → .*, routes"));
  }

  private static Variant large(String mesh) {
    return Variant.plain(mesh).with("synthetic-services", "200").with("synthetic-routes", "100");
  }

  private Run run(Variant variant) {
    return ExampleRuns.run(folder, ApplicationFile.ofInstallation(HOME), variant, RATE);
  }

  private static List<Evidence> traffic(Run run) {
    return run.evidence().stream().filter(it -> it.promise() == Promise.TRAFFIC).toList();
  }
}
