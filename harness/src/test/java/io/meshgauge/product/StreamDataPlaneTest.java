package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Data planes of a TCP stream, for meshes without a proxy for all workloads. */
class StreamDataPlaneTest {
  private static final Hop STREAM = Topology.STREAM.hops().get(0);

  @TempDir Path folder;

  static Stream<Product> local() {
    return Products.on(PlatformKind.LOCAL).stream()
        .filter(
            mesh ->
                !mesh.descriptor().isBalancer()
                    && !mesh.claims(Variant.plain(mesh.descriptor().key())).shared());
  }

  static Stream<Variant> proxied() {
    Stream<Variant> plain =
        local()
            .filter(mesh -> mesh.claims(Variant.plain(mesh.descriptor().key())).proxied())
            .map(product -> product.descriptor().key())
            .flatMap(key -> Stream.of(Variant.plain(key), Variant.plain(key).with("tap", "on")));
    return Stream.concat(
        plain, Stream.of(Variant.plain("istio-mtls").with("fault", "plaintext-listener:iperf")));
  }

  @ParameterizedTest
  @MethodSource("local")
  void theStreamGoesThroughProxiesOnBothSidesOrThroughNone(Product mesh) throws IOException {
    Site site = SampleSite.in(folder, Topology.STREAM);
    DataPlane plane = mesh.design(Variant.plain(mesh.descriptor().key())).local(site);

    assertThat(plane.dial()).containsOnlyKeys(STREAM);
    assertThat(plane.wire()).containsOnlyKeys(STREAM);
    if (!mesh.claims(Variant.plain(mesh.descriptor().key())).proxied()) {
      assertThat(plane.proxies()).isEmpty();
      assertThat(plane.dial().get(STREAM)).isEqualTo(site.serving().get("iperf"));
      return;
    }
    assertThat(plane.proxies())
        .extracting(ProxyProcess::name)
        .containsExactlyInAnyOrder("load-proxy", "iperf-proxy");
    assertThat(plane.listeners())
        .extracting(it -> CounterNames.requests(it.counters()))
        .containsExactlyInAnyOrder(
            "tcp.outbound_iperf.downstream_cx_total", "tcp.inbound_iperf.downstream_cx_total");
    assertThat(plane.listeners())
        .extracting(it -> CounterNames.name(it.counters(), TrafficCounter.BYTES))
        .allMatch(name -> name.endsWith(".downstream_cx_rx_bytes_total"));
  }

  @ParameterizedTest
  @MethodSource("proxied")
  void aProxyForwardsBytesAndLooksForNoRequests(Variant variant) throws IOException {
    for (ProxyProcess proxy : plane(variant).proxies()) {
      assertThat(proxy.config())
          .contains("envoy.filters.network.tcp_proxy")
          .doesNotContain("{{", "http_connection_manager", "HttpProtocolOptions", "jwt_authn");
    }
  }

  @ParameterizedTest
  @MethodSource("proxied")
  void envoyAcceptsEveryProxyOfAStream(Variant variant) throws IOException, InterruptedException {
    Path envoy = EnvoyBinary.orSkip();
    for (ProxyProcess proxy : plane(variant).proxies()) {
      Path config = folder.resolve(proxy.name() + ".yaml");
      Files.writeString(config, proxy.config());
      EnvoyBinary.validate(envoy, config);
    }
  }

  private DataPlane plane(Variant variant) throws IOException {
    return Products.named(variant.mesh())
        .design(variant)
        .local(SampleSite.in(folder, Topology.STREAM));
  }
}
