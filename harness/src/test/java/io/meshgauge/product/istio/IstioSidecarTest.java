package io.meshgauge.product.istio;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Variant;
import io.meshgauge.product.SampleSite;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
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
  void noPrivateKeyIsWrittenIntoAConfiguration() throws IOException {
    configs(IstioSidecar.mtls(), Variant.plain("istio-mtls"))
        .values()
        .forEach(config -> assertThat(config).doesNotContain("PRIVATE KEY", "\"d\":"));
  }

  private static long count(String text, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
  }
}
