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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The model of Istio's sidecars with the real services, whose connections end. */
@Tag("long")
class ConnectionSettingsIT {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final int RATE = 20;

  private static final Variant MTLS = Variant.plain("istio-mtls");
  private static final Variant ONCE =
      MTLS.with("connection-lifetime", "1").with("tls-resumption", "off");
  private static final Variant POST_QUANTUM =
      MTLS.with("tls-version", "1.3")
          .with("certificate-key", "rsa-2048")
          .with("key-exchange", "x25519mlkem768");

  private static Map<String, Run> runs = Map.of();

  @BeforeAll
  static void measure(@TempDir Path folder) {
    EnvoyBinary.orSkip();
    List<Variant> arms =
        List.of(
            ONCE.named("once"),
            MTLS.with("connection-lifetime", "1").with("fault", "connections-kept").named("kept"),
            ONCE.with("fault", "sessions-resumed").named("resumed"),
            MTLS.with("http2-upgrade", "on").named("upgraded"),
            MTLS.with("http2-upgrade", "on").with("fault", "not-upgraded").named("not-upgraded"),
            POST_QUANTUM.named("post-quantum"),
            // Envoy itself prefers the post-quantum key exchange.
            POST_QUANTUM
                .with("key-exchange", "x25519")
                .with("fault", "tls-as-usual")
                .named("as-usual"));
    runs = ExampleRuns.together(folder, ApplicationFile.ofInstallation(HOME), arms, RATE);
  }

  @Test
  void everyRequestHasAConnectionOfItsOwnAndNoSessionIsResumed() {
    Run run = run("once");

    ExampleRuns.assertVerified(run);
    List<Evidence> traffic = traffic(run);
    assertThat(traffic)
        .extracting(Evidence::subject)
        .contains("gateway → order, connections", "gateway → order, TLS sessions");
    assertThat(traffic).allMatch(Evidence::proven);
    assertThat(run.value(Metric.NEW_CONNECTIONS).orElseThrow()).isGreaterThan(2);
  }

  @Test
  void keptConnectionsAreFound() {
    Run run = run("kept");

    assertThat(run.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(disproven(run)).isNotEmpty().allMatch(it -> it.endsWith(", connections"));
  }

  @Test
  void callsAreUpgradedToHttp2AndWhereTheyAreNotThatIsFound() {
    Run upgraded = run("upgraded");
    ExampleRuns.assertVerified(upgraded);
    assertThat(traffic(upgraded))
        .filteredOn(it -> it.subject().endsWith(", HTTP/2"))
        .hasSizeGreaterThanOrEqualTo(5)
        .allMatch(Evidence::proven);

    Run not = run("not-upgraded");
    assertThat(not.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(disproven(not)).isNotEmpty().allMatch(it -> it.endsWith(", HTTP/2"));
  }

  @Test
  void resumedSessionsAreFound() {
    Run run = run("resumed");

    assertThat(run.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(disproven(run)).isNotEmpty().allMatch(it -> it.endsWith(", TLS sessions"));
  }

  @Test
  void onlyTheRequestedKeyExchangeIsNegotiatedAndOtherClientsAreRefused() {
    Run run = run("post-quantum");

    ExampleRuns.assertVerified(run);
    assertThat(traffic(run))
        .filteredOn(it -> it.subject().equals("gateway → order, key exchange"))
        .singleElement()
        .satisfies(it -> assertThat(it.observed()).isEqualTo("X25519MLKEM768"));
    assertThat(run.evidence())
        .filteredOn(it -> it.subject().endsWith(": right client, other key exchange"))
        .hasSizeGreaterThanOrEqualTo(5)
        .allMatch(Evidence::proven);
  }

  @Test
  void tlsAsUsualIsFound() {
    Run run = run("as-usual");

    assertThat(run.outcome()).isEqualTo(Outcome.UNVERIFIED);
    assertThat(disproven(run)).isNotEmpty().allMatch(it -> it.endsWith(", key exchange"));
    assertThat(run.evidence())
        .filteredOn(it -> it.subject().endsWith(": right client, other key exchange"))
        .isNotEmpty()
        .allMatch(it -> it.verdict() == Verdict.DISPROVEN);
  }

  private static Run run(String arm) {
    return Objects.requireNonNull(runs.get(arm));
  }

  private static List<Evidence> traffic(Run run) {
    return run.evidence().stream().filter(it -> it.promise() == Promise.TRAFFIC).toList();
  }

  private static List<String> disproven(Run run) {
    return traffic(run).stream()
        .filter(it -> it.verdict() == Verdict.DISPROVEN)
        .map(Evidence::subject)
        .toList();
  }
}
