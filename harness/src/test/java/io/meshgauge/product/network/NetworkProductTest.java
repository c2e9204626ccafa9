package io.meshgauge.product.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.design.ControlPlane;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of products that are the network of a cluster. */
class NetworkProductTest {
  static Stream<Product> networks() {
    return Products.all().stream().filter(product -> product.descriptor().isNetwork());
  }

  @Test
  void theseAreNetworks() {
    assertThat(networks())
        .extracting(product -> product.descriptor().key())
        .containsExactly(
            "cilium", "cilium-wireguard", "cilium-ipsec", "calico-wireguard", "kindnet-ipsec");
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theyEncryptBetweenNodesAndNoHopByItself(Product mesh) {
    assertThat(mesh.claims(Variant.plain(mesh.descriptor().key())).betweenNodes())
        .isEqualTo(!mesh.descriptor().key().equals("cilium"));
    for (Hop hop : SampleServices.ALL.hops()) {
      assertThat(mesh.claims(Variant.plain(mesh.descriptor().key())).encrypted(hop)).isFalse();
    }
    assertThat(mesh.claims(Variant.plain(mesh.descriptor().key())).proxied()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("networks")
  void descriptionsSayThatTheBaselineUsesTheNetworkToo(Product mesh) {
    assertThat(mesh.descriptor().on(PlatformKind.KUBERNETES).details())
        .contains("carries the baseline of the same session");
    assertThat(mesh.descriptor().on(PlatformKind.LOCAL).details())
        .contains("./mvnw verify -P" + mesh.descriptor().key() + " -Dplatform=kubernetes");
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theirAgentsAreNamedForTheAccountsOfTheNodes(Product mesh) {
    List<NetworkProduct.NodeAgent> agents = ((NetworkProduct) mesh).agents();
    ControlPlane controlPlane =
        mesh.requirements(Variant.plain(mesh.descriptor().key()), PlatformKind.KUBERNETES)
            .controlPlane()
            .orElseThrow();

    assertThat(agents)
        .as("what carries the traffic is among them")
        .anySatisfy(
            it -> {
              assertThat(it.label()).isEqualTo(controlPlane.components().get(0).label());
              assertThat(it.value()).isEqualTo(controlPlane.components().get(0).value());
            });
  }
}
