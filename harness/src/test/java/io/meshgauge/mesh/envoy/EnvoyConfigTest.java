package io.meshgauge.mesh.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Mesh;
import io.meshgauge.mesh.SampleSite;
import io.meshgauge.mesh.istio.IstioMesh;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.ProxyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class EnvoyConfigTest {
  @TempDir Path folder;

  static Stream<Arguments> variants() {
    EnvoyMesh envoy = new EnvoyMesh();
    return Stream.of(
        Arguments.of(envoy, Variant.plain("envoy")),
        Arguments.of(envoy, Variant.plain("envoy").with("tap", "on")),
        Arguments.of(IstioMesh.plaintext(), Variant.plain("istio-plaintext")),
        Arguments.of(IstioMesh.mtls(), Variant.plain("istio-mtls")),
        Arguments.of(IstioMesh.mtls(), Variant.plain("istio-mtls").with("tap", "on")),
        Arguments.of(
            IstioMesh.mtls(),
            Variant.plain("istio-mtls").with("fault", "plaintext-listener:order")));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everySidecarIsYamlWithoutGaps(Mesh mesh, Variant variant) throws IOException {
    for (ProxyProcess proxy : mesh.local(variant, SampleSite.in(folder)).proxies()) {
      assertThat(proxy.config()).doesNotContain("{{");
      Object loaded = new Load(LoadSettings.builder().build()).loadFromString(proxy.config());
      assertThat(loaded)
          .asInstanceOf(InstanceOfAssertFactories.MAP)
          .containsOnlyKeys("node", "admin", "static_resources");
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void envoyAcceptsEverySidecar(Mesh mesh, Variant variant)
      throws IOException, InterruptedException {
    Path envoy = EnvoyBinary.orSkip();
    DataPlane plane = mesh.local(variant, SampleSite.in(folder));
    for (ProxyProcess proxy : plane.proxies()) {
      Path config = folder.resolve(proxy.name() + ".yaml");
      Files.writeString(config, proxy.config());
      EnvoyBinary.validate(envoy, config);
    }
  }

  @Test
  void aSidecarLeadsFromTheServiceToThePeersIngress() throws IOException {
    DataPlane plane = new EnvoyMesh().local(Variant.plain("envoy"), SampleSite.in(folder));
    ProxyProcess order =
        plane.proxies().stream()
            .filter(it -> it.name().equals("order-proxy"))
            .findFirst()
            .orElseThrow();
    assertThat(order.workload()).isEqualTo("order");
    assertThat(order.program()).isEqualTo("envoy");
    assertThat(order.workers()).isEqualTo(2);
    assertThat(order.config())
        .contains("stat_prefix: outbound_payment", "stat_prefix: outbound_logging")
        .contains("stat_prefix: inbound_order")
        .contains("port_value: 10004")
        .doesNotContain("transport_socket", "jwt_authn");
  }

  @Test
  void aTapIsATwinOfTheEgressThatIsNotOnThePath() throws IOException {
    DataPlane plane =
        new EnvoyMesh().local(Variant.plain("envoy").with("tap", "on"), SampleSite.in(folder));
    assertThat(plane.taps()).hasSize(6);
    assertThat(plane.listeners()).noneMatch(it -> it.counters().requests().contains("tap"));
    assertThat(plane.taps())
        .allMatch(tap -> tap.onward().equals(plane.wire().get(tap.hop())))
        .noneMatch(tap -> tap.through().equals(plane.dial().get(tap.hop())));
    assertThat(new EnvoyMesh().local(Variant.plain("envoy"), SampleSite.in(folder)).taps())
        .isEqualTo(List.of());
  }
}
