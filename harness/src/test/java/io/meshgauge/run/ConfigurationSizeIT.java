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
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real Envoys with services and routes that no request uses. */
@Tag("long")
class ConfigurationSizeIT {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final int RATE = 20;

  private static Map<String, Run> runs = Map.of();

  @BeforeAll
  static void measure(@TempDir Path folder) {
    EnvoyBinary.orSkip();
    List<Variant> arms =
        List.of(large("istio-mtls"), large("envoy").with("arm-fault", "half-configured:order"));
    runs = ExampleRuns.together(folder, ApplicationFile.ofInstallation(HOME), arms, RATE);
  }

  @Test
  void everyProxyHasThemAtBothEndsOfTheWindow() {
    Run run = run("istio-mtls");

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
    Run run = run("envoy");

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

  private static Run run(String arm) {
    return Objects.requireNonNull(runs.get(arm));
  }

  private static List<Evidence> traffic(Run run) {
    return run.evidence().stream().filter(it -> it.promise() == Promise.TRAFFIC).toList();
  }
}
