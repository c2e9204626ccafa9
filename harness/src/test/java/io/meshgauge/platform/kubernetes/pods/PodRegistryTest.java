package io.meshgauge.platform.kubernetes.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.design.ClusterDesign;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that proxies are found in every place where an injector adds them. */
class PodRegistryTest {
  private final ClusterDesign linkerd =
      Products.named("linkerd").design(Variant.plain("linkerd")).kubernetes();
  private HttpServer admin;
  private PodRegistry roster;

  @BeforeEach
  void start() throws IOException {
    admin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    admin.createContext(
        "/ready",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    admin.start();
    Address address = Address.loopback(admin.getAddress().getPort());
    roster =
        new PodRegistry(
            linkerd,
            PodFacts.SHIPPED,
            (pod, port) -> {
              assertThat(port).isEqualTo(4191);
              return address;
            });
  }

  @AfterEach
  void stop() {
    admin.stop(0);
  }

  @Test
  void aNativeSidecarStandsAmongThoseThatStartFirst() {
    roster.proxy("order", pod(List.of("linkerd-init", "linkerd-proxy"), List.of("order")));

    proxyIsAccounted();
  }

  @Test
  void inOlderVersionsItIsAnOrdinaryContainer() {
    roster.proxy("order", pod(List.of("linkerd-init"), List.of("order", "linkerd-proxy")));

    proxyIsAccounted();
  }

  @Test
  void podWithoutSidecarIsRefusedNamingItsEnrolment() {
    assertThatThrownBy(() -> roster.proxy("order", pod(List.of(), List.of("order"))))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("pod order-1 has no container linkerd-proxy")
        .hasMessageContaining("the annotation linkerd.io/inject: enabled of the pod");
  }

  private void proxyIsAccounted() {
    assertThat(roster.containers())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.name()).isEqualTo("order-proxy");
              assertThat(it.part()).isEqualTo(Part.DATA_PLANE);
              assertThat(it.id()).isEqualTo("id-of-linkerd-proxy");
            });
    assertThat(roster.administration()).containsOnlyKeys("order");
  }

  private static Pod pod(List<String> first, List<String> then) {
    return Serialization.unmarshal(
        """
        metadata: {name: order-1}
        spec: {nodeName: node}
        status: {initContainerStatuses: [%s], containerStatuses: [%s]}
        """
            .formatted(statuses(first), statuses(then)),
        Pod.class);
  }

  private static String statuses(List<String> names) {
    return names.stream()
        .map("{name: %1$s, containerID: 'containerd://id-of-%1$s', ready: true}"::formatted)
        .collect(Collectors.joining(", "));
  }
}
