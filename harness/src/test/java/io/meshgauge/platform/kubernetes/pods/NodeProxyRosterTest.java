package io.meshgauge.platform.kubernetes.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.NodeProxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the accounting of node proxies. */
class NodeProxyRosterTest {
  private static final ClusterDesign DESIGN =
      Products.named("istio-ambient")
          .design(Variant.plain("istio-ambient").with("waypoint", "on"))
          .kubernetes();
  private static final NodeProxy ZTUNNEL = DESIGN.nodeProxy().orElseThrow();

  private final List<String> opened = new ArrayList<>();
  private final PodRegistry roster =
      new PodRegistry(
          DESIGN,
          PodFacts.SHIPPED,
          (pod, port) -> {
            opened.add(pod.getMetadata().getNamespace() + "/" + port);
            return Address.loopback(40_000 + opened.size());
          });

  @Test
  void nodeProxyIsRegisteredOnce() {
    roster.nodeProxy(ZTUNNEL, pod("istio-system", "ztunnel-a", "n1", "istio-proxy"));
    roster.nodeProxy(ZTUNNEL, pod("istio-system", "ztunnel-a", "n1", "istio-proxy"));
    roster.nodeProxy(ZTUNNEL, pod("istio-system", "ztunnel-b", "n2", "istio-proxy"));

    assertThat(roster.containers())
        .extracting(PodRegistry.Container::name)
        .containsExactly("ztunnel@n1", "ztunnel@n2");
    assertThat(roster.containers())
        .allMatch(it -> it.part() == Part.DATA_PLANE && it.namespace().equals("istio-system"));
    assertThat(opened).containsExactly("istio-system/15020", "istio-system/15020");
    assertThat(roster.administration()).containsOnlyKeys("ztunnel@n1", "ztunnel@n2");
  }

  @Test
  void aWaypointIsEnteredUnderItsName() {
    roster.made(DESIGN.made().orElseThrow(), pod("trial", "waypoint-1", "n1", "istio-proxy"));

    assertThat(roster.administration()).containsOnlyKeys("waypoint");
    assertThat(opened).containsExactly("trial/15000");
  }

  @Test
  void aProxyWithoutItsContainerIsNamed() {
    Pod other = pod("istio-system", "ztunnel-a", "n1", "something");

    assertThatThrownBy(() -> roster.nodeProxy(ZTUNNEL, other))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("pod ztunnel-a has no container istio-proxy")
        .hasMessageContaining("something");
  }

  private static Pod pod(String namespace, String name, String node, String container) {
    return Serialization.unmarshal(
        """
        metadata: {namespace: %s, name: %s}
        spec: {nodeName: %s}
        status: {containerStatuses: [{name: %s, containerID: 'containerd://%2$s'}]}
        """
            .formatted(namespace, name, node, container),
        Pod.class);
  }
}
