package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Traffic;
import io.meshgauge.topology.Traffic.Retries;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic settings of a variant and the rules that result. */
class TrafficSettingsTest {

  private static Variant variant(String mesh, String... settings) {
    Variant variant = Variant.plain(mesh);
    for (int i = 0; i < settings.length; i += 2) {
      variant = variant.with(settings[i], settings[i + 1]);
    }
    return variant;
  }

  private static List<String> problems(Variant variant) {
    return Products.named(variant.mesh()).problems(variant, PlatformKind.LOCAL);
  }

  @Test
  void variantWithoutSettingsHasDefaults() {
    assertThat(TrafficSettings.of(Variant.plain("envoy"))).isEqualTo(Traffic.AS_USUAL);
    assertThat(Traffic.AS_USUAL.any()).isFalse();
  }

  @Test
  void everySettingIsRead() {
    Traffic traffic =
        TrafficSettings.of(
            variant(
                "envoy",
                "retries",
                "4",
                "retry-on",
                "5xx",
                "request-timeout",
                "2s",
                "rate-limit",
                "30",
                "circuit-breaker",
                "8",
                "concurrent-retries",
                "1"));

    assertThat(traffic)
        .isEqualTo(
            new Traffic(
                Optional.of(new Retries(4, true)),
                Optional.of(Duration.ofSeconds(2)),
                Optional.of(30),
                Optional.of(8),
                Optional.of(1)));
    assertThat(traffic.answers()).isTrue();
  }

  @Test
  void retryConditionAloneKeepsTheDefaultNumber() {
    assertThat(TrafficSettings.of(variant("envoy", "retry-on", "5xx")).retries())
        .contains(new Retries(2, true));
    assertThat(TrafficSettings.of(variant("envoy", "retries", "off")).retries())
        .contains(new Retries(0, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"envoy", "istio-mtls", "istio-plaintext"})
  void sidecarsSupportAllTrafficSettings(String mesh) {
    assertThat(
            problems(
                variant(
                    mesh,
                    "retries",
                    "10",
                    "retry-on",
                    "connect",
                    "request-timeout",
                    "250ms",
                    "rate-limit",
                    "99999",
                    "circuit-breaker",
                    "1",
                    "concurrent-retries",
                    "3")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "retries, 11",
    "retries, many",
    "retry-on, 4xx",
    "request-timeout, 0ms",
    "request-timeout, 250",
    "rate-limit, 0",
    "rate-limit, 30/s",
    "circuit-breaker, 100000",
    "concurrent-retries, -1"
  })
  void invalidValueIsRefusedWithTheExpectedForm(String setting, String value) {
    assertThat(problems(variant("istio-mtls", setting, value)))
        .singleElement()
        .asString()
        .contains("setting " + setting, value, "expected");
  }

  @ParameterizedTest
  @ValueSource(strings = {"retry-on", "concurrent-retries"})
  void retryConditionsRequireRetries(String setting) {
    String value = setting.equals("retry-on") ? "5xx" : "1";
    assertThat(problems(variant("envoy", "retries", "off", setting, value)))
        .singleElement()
        .asString()
        .contains(setting, "retries are off", "retries: 1 or more");
  }

  @Test
  void limitsAndPoliciesExcludeEachOther() {
    Variant policed =
        new Variant("arm", "istio-mtls", "rbac", "default", new TreeMap<>())
            .with("rate-limit", "30")
            .with("retries", "off");
    assertThat(problems(policed))
        .singleElement()
        .asString()
        .contains("setting rate-limit", "policy none", "rbac");
  }

  @ParameterizedTest
  @ValueSource(strings = {"baseline", "haproxy", "nginx", "traefik"})
  void unsupportedSettingListsTheKnownOnes(String mesh) {
    assertThat(problems(variant(mesh, "rate-limit", "30")))
        .singleElement()
        .asString()
        .contains("'rate-limit' is unknown to mesh " + mesh, "think-time");
  }

  @Test
  void unsupportedTrafficSettingsOfBalancersHaveAReason() {
    assertThat(problems(variant("haproxy", "retries", "3")))
        .singleElement()
        .asString()
        .endsWith(
            "; retries, timeouts and limits of HAProxy cannot be proven yet; use mesh envoy-front");
  }

  @Test
  void envoyFrontSupportsAllTrafficSettings() {
    Variant all =
        variant(
            "envoy-front",
            "retries",
            "3",
            "retry-on",
            "5xx",
            "request-timeout",
            "250ms",
            "rate-limit",
            "30",
            "circuit-breaker",
            "8",
            "concurrent-retries",
            "1",
            "outlier-detection",
            "5");
    assertThat(problems(all)).isEmpty();
    assertThat(TrafficSettings.of(all).failuresInARow()).contains(5);
    assertThat(manifest(all))
        .containsEntry(
            "retries", "3 on 5xx, connect-failure, refused-stream, unavailable, cancelled")
        .containsEntry("timeouts", "250 ms per request, 10 s to connect")
        .containsEntry(
            "circuit breaker",
            "8 concurrent requests from the balancer to each service, as many queued; at most 1 concurrent retries; a replica is ejected for 30 s after 5 consecutive 5xx responses");
    assertThat(manifest(variant("envoy-front", "rate-limit", "30")))
        .as("what is not set stays as it is without")
        .containsEntry("timeouts", manifest(Variant.plain("envoy-front")).get("timeouts"));
    assertThat(problems(variant("istio-mtls", "outlier-detection", "5")))
        .singleElement()
        .asString()
        .contains("'outlier-detection' is unknown to mesh istio-mtls");
    assertThat(problems(variant("envoy-front", "outlier-detection", "5", "replicas", "1")))
        .containsExactly(
            "setting outlier-detection on mesh envoy-front: there is one replica; expected replicas: 2 or more, so that one can be ejected");
  }

  @Test
  void manifestsOfDifferentVariantsDiffer() {
    Map<String, String> usual = manifest(Variant.plain("istio-mtls"));
    assertThat(usual)
        .containsEntry("circuit breaker", "no limits")
        .containsEntry("rate limit", "none")
        .containsEntry("timeouts", "none per request, 10 s to connect")
        .containsEntry(
            "retries",
            "2 on connect-failure, refused-stream, unavailable, cancelled; inbound 2 on reset-before-request");
    assertThat(manifest(variant("istio-mtls", "retries", "off")))
        .containsEntry("retries", "none; inbound 2 on reset-before-request");
    assertThat(manifest(variant("istio-mtls", "retry-on", "5xx")).get("retries"))
        .startsWith("2 on 5xx, connect-failure");
    assertThat(manifest(variant("istio-mtls", "request-timeout", "2s")))
        .containsEntry("timeouts", "2000 ms per request, 10 s to connect");
    assertThat(manifest(variant("istio-mtls", "rate-limit", "30")))
        .containsEntry("rate limit", "30 requests per second to each service");
    assertThat(manifest(variant("envoy", "circuit-breaker", "8", "concurrent-retries", "1")))
        .containsEntry(
            "circuit breaker",
            "8 concurrent requests from each caller to each service, as many queued; at most 1 concurrent retries");
  }

  private static Map<String, String> manifest(Variant variant) {
    return Products.named(variant.mesh()).fairness(variant, PlatformKind.LOCAL);
  }
}
