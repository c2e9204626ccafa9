package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Telemetry settings of variants, which a mesh supports or rejects. */
class TelemetryVariantsTest {
  /** As long as the longest interval at which metrics are read. */
  private static final String LONG = "\nplans: [{name: steady, duration: 15s}]";

  private static final String CLUSTER = "platform: kubernetes\nkubernetes: {context: lab}\n";

  @TempDir Path folder;
  private Configuration configuration;

  @BeforeEach
  void installation() throws IOException {
    configuration = new Configuration(SampleHome.in(folder), Products.all());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "default",
        "none",
        "metrics-1s",
        "metrics-5s",
        "metrics-15s",
        "tracing-1%",
        "tracing-10%",
        "tracing-100%",
        "access-log-sync",
        "access-log-async",
        "full"
      })
  void localSidecarsSupportAllSettings(String telemetry) throws IOException {
    for (String mesh : List.of("envoy", "istio-mtls", "istio-plaintext")) {
      assertThat(
              read(
                  "variants: [{name: x, mesh: %s, telemetry: %s}]".formatted(mesh, telemetry)
                      + LONG))
          .extracting(Variant::telemetry)
          .containsExactly("default", telemetry);
    }
  }

  @Test
  void servicesWithoutProxiesSupportMetrics() throws IOException {
    assertThat(read("variants: [{name: read, mesh: baseline, telemetry: metrics-5s}]")).hasSize(2);
    assertThatThrownBy(() -> read("variants: [{name: x, mesh: baseline, telemetry: tracing-1%}]"))
        .hasMessageContaining("telemetry 'tracing-1%' on mesh baseline")
        .hasMessageContaining("expected one of default, metrics-1s, metrics-5s, metrics-15s");
  }

  @ParameterizedTest
  @CsvSource({"tracing-50%", "tracing", "metrics-2s", "verbose"})
  void unknownSettingIsRefusedNamingAllKnown(String telemetry) {
    assertThatThrownBy(
            () -> read("variants: [{name: x, mesh: envoy, telemetry: %s}]".formatted(telemetry)))
        .hasMessageContaining("telemetry '" + telemetry + "' on mesh envoy")
        .hasMessageContaining("default, none, metrics-1s")
        .hasMessageContaining("tracing-100%, access-log-sync, access-log-async, full");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metrics-1s",
        "metrics-15s",
        "tracing-1%",
        "tracing-100%",
        "access-log-async",
        "full"
      })
  void istioSidecarsSupportMostSettings(String telemetry) throws IOException {
    for (String mesh : List.of("istio-mtls", "istio-plaintext")) {
      assertThat(read(CLUSTER + variant(mesh, telemetry) + LONG))
          .extracting(Variant::telemetry)
          .containsExactly("default", telemetry);
    }
  }

  @Test
  void unsupportedSettingIsRefusedWithTheReason() {
    assertThatThrownBy(() -> read(CLUSTER + variant("istio-mtls", "access-log-sync")))
        .hasMessageContaining("telemetry 'access-log-sync' on mesh istio-mtls: expected one of")
        .hasMessageContaining("no smaller buffer to Envoy than 1 KiB");
    assertThatThrownBy(() -> read(CLUSTER + variant("istio-plaintext", "none")))
        .hasMessageContaining("counters of its own that no setting disables");
  }

  @ParameterizedTest
  @ValueSource(strings = {"baseline", "envoy"})
  void otherClusterMeshesSupportOnlyTheDefault(String mesh) {
    assertThatThrownBy(() -> read(CLUSTER + variant(mesh, "full")))
        .hasMessageContaining("telemetry 'full' on mesh %s: expected default".formatted(mesh));
  }

  @Test
  void windowShorterThanTheScrapeIntervalIsRefused() throws IOException {
    String variant = "variants: [{name: slow, mesh: envoy, telemetry: metrics-15s}]\n";
    assertThat(read(variant + "plans: [{name: steady, duration: 15s}]")).hasSize(2);
    assertThatThrownBy(() -> read(variant + "plans: [{name: steady, duration: 14s}]"))
        .hasMessageContaining("variant slow has its metrics read every 15 s")
        .hasMessageContaining("the plan steady measures 14 s");
  }

  @Test
  void streamPlanRefusesTelemetry() {
    assertThatThrownBy(
            () -> read("variants: [{name: x, mesh: envoy, telemetry: tracing-1%}]\nplans: [tcp]"))
        .hasMessageContaining("the plan tcp sends no requests");
  }

  private static String variant(String mesh, String telemetry) {
    return "variants: [{name: x, mesh: %s, telemetry: %s}]".formatted(mesh, telemetry);
  }

  private List<Variant> read(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("telemetry.yaml"), yaml);
    return configuration.file(file, Overrides.NONE).experiment().variants();
  }
}
