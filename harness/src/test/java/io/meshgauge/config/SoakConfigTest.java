package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoakConfigTest {
  @TempDir Path folder;

  @Test
  void soakHasNoBaselineAndOneReplicateInAnyFile() throws IOException {
    Experiment soak =
        read(
            """
            variants: [envoy, {name: leaking, mesh: envoy, settings: {leak-bytes: 4096}}]
            plans: [{name: soak, duration: 24h, properties: {window: 5m, drift: 5%, on-alarm: continue, collect: never}}]
            protocol: {replicates: 4, noise-floor: true, rate: 20}
            """);

    assertThat(soak.arms()).extracting(Variant::name).containsExactly("envoy", "leaking");
    assertThat(soak.protocol().replicates()).isEqualTo(1);
    SoakSettings settings = SoakSettings.of(soak.plans().get(0));
    assertThat(settings.windows()).isEqualTo(288);
    assertThat(settings.window()).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.settling()).isEqualTo(Duration.ofMinutes(30));
    assertThat(settings.stops()).isFalse();
    assertThat(settings.collects()).isFalse();
    assertThat(settings.driftPerHour()).isEqualTo(0.05 / 24);
  }

  @Test
  void defaultsAreOneMinuteWindowsAndStopAtTheFirstAlarm() throws IOException {
    SoakSettings settings =
        SoakSettings.of(read("{variants: [envoy], plans: [soak]}").plans().get(0));

    assertThat(settings.windows()).isEqualTo(30);
    assertThat(settings.settling()).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.drift()).isEqualTo(0.1);
    assertThat(settings.stops()).isTrue();
    assertThat(settings.collects()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: soak, properties: {window: 1s}}        | at least 10s
          {name: soak, properties: {window: soon}}      | window is "soon"
          {name: soak, properties: {drift: 0%}}         | a share, such as 0.1% or 0.001, above 0
          {name: soak, properties: {on-alarm: shout}}   | one of stop, continue
          {name: soak, properties: {collect: daily}}    | one of between-windows, never
          {name: soak, properties: {windw: 1m}}         | did you mean "window"?
          {name: soak, duration: 20s}                   | a duration of one window or more
          {name: soak}, baseline                        | the plan soak together with others
          {name: soak, properties: {rotate-certificates: 10s}} | a minute or more
          {name: soak, properties: {rotate-certificates: 5m}}  | variant envoy: the harness cannot inject this into a running envoy
          {name: soak, properties: {rotate-certificates: 5m}}  | platform: local, and a variant of istio-mtls
          {name: soak, properties: {pause-control-plane: 5m}}  | on local there is no control plane
          {name: soak, properties: {pause-control-plane: 5m}}  | platform: kubernetes, and a variant of istio-mtls
          """)
  void invalidSoakIsReported(String plans, String words) {
    assertThatThrownBy(() -> read("{variants: [envoy], plans: [%s]}".formatted(plans)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          local      | istio-mtls | variant istio-mtls has no policy to change
          local      | {name: e, mesh: envoy, policy: rbac} | the harness cannot inject this into a running envoy
          local      | {name: e, mesh: envoy, policy: rbac} | a variant of istio-mtls, istio-plaintext
          local      | {name: i, mesh: istio-mtls, policy: rbac, settings: {listeners: fixed}} | has the setting listeners: fixed
          kubernetes | {name: i, mesh: istio-mtls, policy: rbac} | on a cluster the control plane of istio-mtls
          """)
  void policyPushRequiresAPolicyAndDynamicProxies(String platform, String variant, String words)
      throws IOException {
    String soak = "plans: [{name: soak, properties: {push-policy: 5m}}]";

    assertThatThrownBy(
            () -> read("{platform: %s, variants: [%s], %s}".formatted(platform, variant, soak)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(words);
    String able = "{name: i, mesh: istio-plaintext, policy: abac}";
    assertThat(
            SoakSettings.of(read("{variants: [%s], %s}".formatted(able, soak)).plans().get(0))
                .acts())
        .containsExactly(Map.entry(SoakAct.PUSH_POLICY, Duration.ofMinutes(5)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          local      | istio-plaintext | istio-plaintext has no certificates because it does not use mutual TLS
          local      | {name: i, mesh: istio-mtls, settings: {certificates: fixed}} | variant i has the setting certificates: fixed
          kubernetes | istio-mtls      | on a cluster the control plane of istio-mtls does this
          """)
  void certificateRotationRequiresDynamicProxies(String platform, String variant, String words)
      throws IOException {
    String soak = "plans: [{name: soak, properties: {rotate-certificates: 5m}}]";

    assertThatThrownBy(
            () -> read("{platform: %s, variants: [%s], %s}".formatted(platform, variant, soak)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(words);
    assertThat(
            SoakSettings.of(read("{variants: [istio-mtls], %s}".formatted(soak)).plans().get(0))
                .acts())
        .containsExactly(Map.entry(SoakAct.ROTATE_CERTIFICATES, Duration.ofMinutes(5)));
  }

  private Experiment read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("experiment.yaml"), text);
    return new Configuration(SampleHome.in(folder), Products.all())
        .file(file, Overrides.NONE)
        .experiment();
  }
}
