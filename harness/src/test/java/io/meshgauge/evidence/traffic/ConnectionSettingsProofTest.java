package io.meshgauge.evidence.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.evidence.GrownCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from the counters of the gateway's proxy towards {@code order}. */
@Tag("rule-13")
class ConnectionSettingsProofTest {
  private static final String UPSTREAM = "cluster.outbound_order.";

  @TempDir Path folder;
  private final Map<String, Double> page = new TreeMap<>();

  @ParameterizedTest
  @CsvSource({
    // requests, connections opened, open at the end, verdict
    "100, 10, 0, PROVEN",
    "100, 12, 2, PROVEN",
    "95, 10, 1, PROVEN",
    "100, 9, 1, DISPROVEN",
    "100, 1, 1, DISPROVEN",
    "100, 20, 3, DISPROVEN",
    "100, 100, 1, DISPROVEN",
  })
  void connectionsCarryTheRequestedNumberOfRequests(
      double requests, double opened, double open, Verdict verdict) throws IOException {
    traffic(requests, opened, open);

    assertThat(evidence(Map.of("connection-lifetime", "10")))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.subject()).isEqualTo("gateway → order, connections");
              assertThat(it.verdict()).isEqualTo(verdict);
              assertThat(it.observed()).isEqualTo("%.0f opened".formatted(opened));
            });
  }

  @Test
  void aRequestThatWasGivenUpTakesItsConnectionAlong() throws IOException {
    traffic(100, 13, 0);
    assertThat(evidence(Map.of("connection-lifetime", "10"))).noneMatch(Evidence::proven);

    page.put(UPSTREAM + "upstream_rq_timeout", 3.0);

    assertThat(evidence(Map.of("connection-lifetime", "10"))).allMatch(Evidence::proven);
  }

  @Test
  void retriesAreRequestsOfTheirConnections() throws IOException {
    traffic(100, 11, 0);
    assertThat(evidence(Map.of("connection-lifetime", "10"))).noneMatch(Evidence::proven);

    page.put(UPSTREAM + "upstream_rq_retry", 10.0);

    assertThat(evidence(Map.of("connection-lifetime", "10"))).allMatch(Evidence::proven);
  }

  @ParameterizedTest
  @CsvSource({
    "off, 100, 0, PROVEN",
    "off, 100, 1, DISPROVEN",
    "on, 100, 60, PROVEN",
    "on, 100, 0, DISPROVEN",
    "on, 0, 0, MISSING",
    "off, 0, 0, MISSING",
  })
  void sessionsAreResumedOnlyWhereRequested(
      String requested, double handshakes, double resumed, Verdict verdict) throws IOException {
    page.put(UPSTREAM + "ssl.handshake", handshakes);
    page.put(UPSTREAM + "ssl.session_reused", resumed);

    assertThat(evidence(Map.of("tls-resumption", requested)))
        .extracting(Evidence::verdict)
        .containsExactly(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "X25519MLKEM768, PROVEN",
    "X25519, DISPROVEN",
    "'X25519MLKEM768, X25519', DISPROVEN",
    "'', MISSING",
  })
  void nothingButTheRequestedKeyExchangeIsNegotiated(String found, Verdict verdict)
      throws IOException {
    for (String group : found.split(", ")) {
      page.put(UPSTREAM + "ssl.curves." + group, group.isEmpty() ? 0.0 : 3.0);
    }

    assertThat(evidence(Map.of("key-exchange", "x25519mlkem768")))
        .extracting(Evidence::verdict)
        .containsExactly(verdict);
  }

  @ParameterizedTest
  @CsvSource({"3, 3, PROVEN", "3, 2, DISPROVEN", "3, 0, DISPROVEN", "0, 0, MISSING"})
  void everyConnectionIsUpgraded(double opened, double upgraded, Verdict verdict)
      throws IOException {
    page.put(UPSTREAM + "upstream_cx_total", opened);
    page.put(UPSTREAM + "upstream_cx_http2_total", upgraded);

    assertThat(evidence(Map.of("http2-upgrade", "on")))
        .extracting(Evidence::subject, Evidence::verdict)
        .containsExactly(tuple("gateway → order, HTTP/2", verdict));
  }

  @Test
  void theCipherIsThatOfTheRequestedCertificates() throws IOException {
    page.put(UPSTREAM + "ssl.ciphers.ECDHE-RSA-CHACHA20-POLY1305", 3.0);
    Map<String, String> cipher =
        Map.of(
            "tls-version", "1.2", "tls-cipher", "chacha20-poly1305", "certificate-key", "rsa-2048");

    assertThat(evidence(cipher))
        .filteredOn(it -> it.subject().endsWith(", cipher"))
        .singleElement()
        .matches(Evidence::proven);

    page.put(UPSTREAM + "ssl.ciphers.ECDHE-RSA-AES128-GCM-SHA256", 1.0);

    assertThat(evidence(cipher))
        .filteredOn(it -> it.subject().endsWith(", cipher"))
        .noneMatch(Evidence::proven);
  }

  @Test
  void nothingIsClaimedOfAnArmThatRequestsNothing() throws IOException {
    traffic(100, 100, 1);

    assertThat(evidence(Map.of())).isEmpty();
  }

  private void traffic(double requests, double opened, double open) {
    page.put("http.outbound_order.downstream_rq_total", requests);
    page.put(UPSTREAM + "upstream_cx_total", opened);
    page.put(UPSTREAM + "upstream_cx_active", open);
  }

  private List<Evidence> evidence(Map<String, String> settings) throws IOException {
    Variant variant = new Variant("arm", "istio-mtls", "none", "default", new TreeMap<>(settings));
    DataPlane plane = Products.named("istio-mtls").design(variant).local(SampleSite.in(folder));
    Listener sender =
        plane.senders().stream()
            .filter(it -> it.hop().toString().equals("gateway → order"))
            .findFirst()
            .orElseThrow();
    return new ConnectionSettingsProof(
            plane.traffic(), sender, GrownCounters.of(plane, Map.of("gateway-proxy", page)))
        .evidence();
  }
}
