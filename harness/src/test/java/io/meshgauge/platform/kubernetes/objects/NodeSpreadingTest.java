package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NodeSpreadingTest extends VariantManifests {
  private static final Topology SERVICES = SampleServices.ALL;

  @Test
  void threeNodesSeparateAllCallsAndShareTheLoad() {
    NodeSpreading apart = NodeSpreading.of(SERVICES, nodes("c", "a", "b"));

    assertThat(staying(apart)).isEmpty();
    for (String node : List.of("a", "b", "c")) {
      assertThat(apart.hosts().values().stream().filter(node::equals)).hasSize(2);
    }
    assertThat(NodeSpreading.of(SERVICES, nodes("a", "b", "c")))
        .as("in any order")
        .isEqualTo(apart);
    assertThat(NodeSpreading.of(SERVICES, nodes("a", "b", "c", "d", "e"))).isEqualTo(apart);
  }

  @Test
  void twoNodesKeepOneOfThreeMutualCalls() {
    assertThat(staying(NodeSpreading.of(SERVICES, nodes("a", "b")))).hasSize(1);
    assertThat(NodeSpreading.of(Topology.STREAM, nodes("a", "b")).hosts())
        .containsKeys("iperf", "load")
        .satisfies(it -> assertThat(it.get("iperf")).isNotEqualTo(it.get("load")));
  }

  @Test
  void nodesWithoutRoomForPodsAreNotUsed() {
    assertThat(NodeSpreading.of(SERVICES, nodes("a"))).isEqualTo(NodeSpreading.NONE);
    Node tainted =
        new NodeBuilder(node("b"))
            .editSpec()
            .addNewTaint("NoSchedule", "node-role.kubernetes.io/control-plane", null, null)
            .endSpec()
            .build();
    Node cordoned = new NodeBuilder(node("c")).editSpec().withUnschedulable(true).endSpec().build();

    assertThat(NodeSpreading.of(SERVICES, List.of(node("a"), tainted, cordoned)))
        .isEqualTo(NodeSpreading.NONE);
  }

  @Test
  void onlyDeploymentsAndTheLoadAreBound() {
    List<ObjectNode> objects = objects(SERVICES, Variant.plain("baseline"));

    new NodeSpreading(Map.of("order", "a")).place(objects);

    assertThat(objects.stream().filter(it -> it.toString().contains("nodeSelector")))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(Manifest.title(it)).isEqualTo("Deployment order");
              assertThat(it.at("/spec/template/spec/nodeSelector").toString())
                  .isEqualTo("{\"kubernetes.io/hostname\":\"a\"}");
            });
  }

  private static List<Hop> staying(NodeSpreading apart) {
    return SERVICES.hops().stream()
        .filter(it -> apart.hosts().get(it.client()).equals(apart.hosts().get(it.server())))
        .toList();
  }

  private static List<Node> nodes(String... names) {
    return Stream.of(names).map(NodeSpreadingTest::node).toList();
  }

  private static Node node(String name) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName("node-" + name)
        .addToLabels("kubernetes.io/hostname", name)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }
}
