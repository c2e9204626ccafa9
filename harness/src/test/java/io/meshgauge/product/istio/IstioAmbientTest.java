package io.meshgauge.product.istio;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Product;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IstioAmbientTest {
  private static final Variant PLAIN = Variant.plain("istio-ambient");
  private static final Variant WITH_WAYPOINT = PLAIN.with("waypoint", "on");

  @TempDir Path folder;
  private final Product mesh = new IstioAmbient();

  static Stream<Arguments> layouts() {
    return Stream.of(PLAIN, WITH_WAYPOINT, telling(WITH_WAYPOINT, "access-log-sync"))
        .flatMap(variant -> Stream.of(variant, variant.with("tap", "on")))
        .flatMap(
            variant ->
                Stream.of(
                    Arguments.of(variant, SampleServices.ALL),
                    Arguments.of(variant, Topology.STREAM)));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void envoyAcceptsBothProxies(Variant variant, Topology topology)
      throws IOException, InterruptedException {
    Path envoy = EnvoyBinary.orSkip();
    Files.createDirectories(folder.resolve("access-logs"));
    for (ProxyProcess proxy :
        mesh.design(variant).local(SampleSite.in(folder, topology)).proxies()) {
      Path config = folder.resolve(proxy.name() + ".yaml");
      Files.writeString(config, proxy.config());
      EnvoyBinary.validate(envoy, config);
    }
  }

  private static Variant telling(Variant variant, String telemetry) {
    return new Variant(
        variant.name(), variant.mesh(), variant.policy(), telemetry, variant.settings());
  }

  @Test
  void itsProfileComparesItWithTheSidecarsAndWithAWaypoint() {
    List<Variant> shown = mesh.descriptor().profile();

    assertThat(shown)
        .extracting(Variant::name)
        .containsExactly("istio-mtls", "istio-ambient", "istio-waypoint");
    assertThat(shown.get(2).settings()).containsEntry("waypoint", "on");
    assertThat(mesh.problems(shown.get(2), PlatformKind.LOCAL)).isEmpty();
  }
}
