package io.meshgauge.product.istio;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.SampleSite;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.SampleServices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IstioSidecarTest {
  @TempDir Path folder;

  private static final String TLS_LISTENER =
      "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext";
  private static final String TLS_CLIENT =
      "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext";

  private Map<String, String> configs(IstioSidecar mesh, Variant variant) throws IOException {
    return mesh.design(variant).local(SampleSite.in(folder)).proxies().stream()
        .collect(Collectors.toMap(ProxyProcess::workload, ProxyProcess::config));
  }

  @Test
  void aClientAcceptsExactlyThePeersName() throws IOException {
    String gateway = configs(IstioSidecar.mtls(), Variant.plain("istio-mtls")).get("gateway");
    assertThat(gateway)
        .contains(
            "matcher: {exact: \"spiffe://cluster.local/ns/meshgauge/sa/order\"}",
            "matcher: {exact: \"spiffe://cluster.local/ns/meshgauge/sa/auth\"}")
        .doesNotContain("sa/payment\"");
  }

  @Test
  void aServerTakesOnlyCertificatesOfTheTrustDomain() throws IOException {
    assertThat(configs(IstioSidecar.mtls(), Variant.plain("istio-mtls")).get("order"))
        .contains(
            "require_client_certificate: true",
            "tls_minimum_protocol_version: TLSv1_2",
            "tls_maximum_protocol_version: TLSv1_3",
            "matcher: {prefix: \"spiffe://cluster.local/\"}",
            "identities/order.key.pem");
  }

  @Test
  void everyHopIsEncryptedUnderMtlsAndNoneInPlaintext() throws IOException {
    configs(IstioSidecar.mtls(), Variant.plain("istio-mtls"))
        .forEach(
            (workload, config) -> {
              assertThat(count(config, TLS_LISTENER))
                  .as(workload)
                  .isEqualTo(count(config, "traffic_direction: INBOUND"));
              assertThat(count(config, TLS_CLIENT))
                  .as(workload)
                  .isEqualTo(count(config, "traffic_direction: OUTBOUND"));
            });
    configs(IstioSidecar.plaintext(), Variant.plain("istio-plaintext"))
        .forEach((workload, config) -> assertThat(config).doesNotContain("transport_socket"));
  }

  @Test
  void theFaultTurnsOneListenerAndItsCallersToPlaintext() throws IOException {
    Map<String, String> sound = configs(IstioSidecar.mtls(), Variant.plain("istio-mtls"));
    Map<String, String> broken =
        configs(
            IstioSidecar.mtls(),
            Variant.plain("istio-mtls").with("fault", "plaintext-listener:order"));
    Function<String, Long> lost =
        workload ->
            count(sound.get(workload), "transport_socket:")
                - count(broken.get(workload), "transport_socket:");
    assertThat(lost.apply("order")).isEqualTo(1);
    assertThat(lost.apply("gateway")).isEqualTo(1);
    assertThat(lost.apply("payment")).isZero();
    assertThat(lost.apply("load")).isZero();
    assertThat(
            IstioSidecar.mtls()
                .claims(Variant.plain(IstioSidecar.mtls().descriptor().key()))
                .mutualTls())
        .isTrue();
  }

  @Test
  void aFaultOfAnUnknownServiceIsRefusedNamingTheServices() {
    assertThat(
            IstioSidecar.mtls()
                .problems(
                    Variant.plain("istio-mtls").with("fault", "plaintext-listener:unknown"),
                    PlatformKind.LOCAL,
                    SampleServices.ALL))
        .singleElement()
        .asString()
        .contains("plaintext-listener:unknown", "order", "gateway");
    assertThat(
            IstioSidecar.plaintext()
                .problems(
                    Variant.plain("istio-plaintext").with("fault", "plaintext-listener:order"),
                    PlatformKind.LOCAL))
        .singleElement()
        .asString()
        .contains("unknown", "workers");
  }

  @Test
  void tokensAreCheckedOnlyAtTheEntry() throws IOException {
    for (IstioSidecar mesh : new IstioSidecar[] {IstioSidecar.mtls(), IstioSidecar.plaintext()}) {
      Map<String, String> configs = configs(mesh, Variant.plain(mesh.descriptor().key()));
      assertThat(configs.get("gateway"))
          .contains("envoy.filters.http.jwt_authn", "allow_missing: {}", "forward: true")
          .contains("issuer: https://issuer.meshgauge.test", "\"kty\":\"EC\"");
      assertThat(configs.get("order")).doesNotContain("jwt_authn");
      assertThat(configs.get("load")).doesNotContain("jwt_authn");
    }
  }

  @Test
  void noPrivateKeyIsWrittenIntoAConfiguration() throws IOException {
    configs(IstioSidecar.mtls(), Variant.plain("istio-mtls"))
        .values()
        .forEach(config -> assertThat(config).doesNotContain("PRIVATE KEY", "\"d\":"));
  }

  @Test
  void defaultsOfIstioAreSetOnEveryHop() throws IOException {
    assertThat(configs(IstioSidecar.mtls(), Variant.plain("istio-mtls")).get("load"))
        .contains(
            "retry_on: connect-failure,refused-stream,unavailable,cancelled,retriable-status-codes",
            "num_retries: 2",
            "max_requests: 4294967295",
            "connect_timeout: 10s",
            "timeout: 0s")
        .doesNotContain("access_log", "tracing");
  }

  private static long count(String text, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
  }
}
