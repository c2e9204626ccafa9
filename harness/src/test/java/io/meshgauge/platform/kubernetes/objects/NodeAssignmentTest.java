package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.api.NodeState;
import io.meshgauge.platform.kubernetes.api.SilentNode;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.node.NodePlacement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NodeAssignmentTest extends VariantManifests {
  private static final Topology SERVICES = SampleServices.ALL;

  @Test
  void threeNodesSeparateAllCallsAndShareTheLoad() {
    NodeAssignment apart = of(nodes("c", "a", "b"), "spread", 1);

    assertThat(staying(apart)).isEmpty();
    for (String node : List.of("a", "b", "c")) {
      assertThat(apart.hosts().values().stream().filter(node::equals)).hasSize(2);
    }
    assertThat(of(nodes("a", "b", "c"), "spread", 1)).as("in any order").isEqualTo(apart);
    assertThat(IntStream.range(0, 20).mapToObj(seed -> of(nodes("a", "b", "c"), "spread", seed)))
        .as("drawn by the seed")
        .allSatisfy(it -> assertThat(staying(it)).isEmpty())
        .anySatisfy(it -> assertThat(it).isNotEqualTo(apart));
  }

  @Test
  void fourNodesGiveTheLoadOneOfItsOwn() {
    NodeAssignment apart = of(nodes("a", "b", "c", "d", "e"), "spread", 1);

    assertThat(staying(apart)).isEmpty();
    String load = apart.nodes().get("load");
    assertThat(apart.nodes().values().stream().filter(load::equals)).hasSize(1);
    assertThat(used(apart)).hasSize(4);
  }

  @Test
  void twoNodesKeepOneOfThreeMutualCalls() {
    assertThat(staying(of(nodes("a", "b"), "spread", 1))).hasSize(1);
    assertThat(
            NodeAssignment.of(Topology.STREAM, nodes("a", "b"), NodePlacement.spread(1), 1).hosts())
        .containsKeys("iperf", "load")
        .satisfies(it -> assertThat(it.get("iperf")).isNotEqualTo(it.get("load")));
  }

  @Test
  void oneNodeHoldsAllWorkloadsWhereThatIsRequested() {
    assertThat(used(of(nodes("a", "b", "c"), "one-node", 1))).hasSize(1);
    assertThat(
            IntStream.range(0, 20)
                .mapToObj(seed -> used(of(nodes("a", "b", "c"), "one-node", seed)))
                .distinct())
        .as("drawn by the seed")
        .hasSize(3);
  }

  @Test
  void zonesUseOneNodeOfEach() {
    List<Node> nodes = List.of(node("a", "x"), node("b", "x"), node("c", "y"));

    assertThat(used(of(nodes, "zones", 1))).hasSize(2).contains("node-c");
    assertThatThrownBy(() -> of(nodes.subList(0, 2), "zones", 1))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("two zones or more")
        .hasMessageContaining("the zones are [x]");
  }

  @Test
  void givenNodesAreUsedAndTheOthersAreDrawn() {
    NodeAssignment given = of(nodes("a", "b", "c"), "order=node-a,load=node-b", 1);

    assertThat(given.nodes()).containsEntry("order", "node-a").containsEntry("load", "node-b");
    assertThat(staying(given)).isEmpty();
    assertThatThrownBy(() -> of(nodes("a", "b"), "order=node-x", 1))
        .hasMessageContaining("the cluster has no node node-x; it has [node-a, node-b]");
    assertThatThrownBy(() -> of(List.of(node("a"), cordoned("b")), "order=node-b", 1))
        .hasMessageContaining("the node accepts no pod, because it is cordoned");
  }

  @Test
  void nodesThatAcceptNoPodAreNotUsed() {
    Node tainted =
        new NodeBuilder(node("b"))
            .editSpec()
            .addNewTaint("NoSchedule", "node-role.kubernetes.io/control-plane", null, null)
            .endSpec()
            .build();
    Node silent = SilentNode.named("node-d");
    List<Node> nodes = List.of(node("a"), tainted, cordoned("c"), silent);

    NodeAssignment alone = of(nodes, "spread", 1);

    assertThat(used(alone)).containsExactly("node-a");
    assertThat(alone.hosts()).as("there is no choice").isEmpty();
    assertThat(NodeState.refusals(nodes))
        .isEqualTo(
            "node node-b: it has the taint node-role.kubernetes.io/control-plane; node node-c: it"
                + " is cordoned; node node-d: it is not ready: Kubelet stopped posting node status.");
    assertThat(used(of(List.of(cordoned("c")), "spread", 1))).isEmpty();
  }

  @Test
  void misplacedWorkloadIsBoundToAnotherNodeThanDrawn() {
    NodePlacement trap = NodePlacement.of(Map.of("placement", "one-node"), 1, Optional.of("order"));

    NodeAssignment placed = NodeAssignment.of(SERVICES, nodes("a", "b", "c"), trap, 1);

    assertThat("node-" + placed.hosts().get("order")).isNotEqualTo(placed.nodes().get("order"));
    assertThat("node-" + placed.hosts().get("auth")).isEqualTo(placed.nodes().get("auth"));
  }

  @Test
  void onlyDeploymentsAndTheLoadAreBound() {
    List<ObjectNode> objects = objects(SERVICES, Variant.plain("baseline"));

    NodeAssignment assignment =
        new NodeAssignment(new TreeMap<>(Map.of("order", "node-a")), Map.of("order", "a"));

    assertThat(assignment.place(objects)).containsExactly(Map.entry("order", "node-a"));

    assertThat(objects.stream().filter(it -> it.toString().contains("nodeSelector")))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(Manifest.title(it)).isEqualTo("Deployment order");
              assertThat(it.at("/spec/template/spec/nodeSelector").toString())
                  .isEqualTo("{\"kubernetes.io/hostname\":\"a\"}");
            });
  }

  @Test
  void loadWorkersHaveNodesOfTheirOwnWhereThereAreEnough() {
    NodeAssignment apart = of(nodes("a", "b", "c", "d", "e"), "spread", 1, 2);
    assertThat(apart.ofLoad()).hasSize(2).doesNotContainAnyElementsOf(services(apart));
    assertThat(of(nodes("a", "b", "c", "d"), "spread", 1, 3).ofLoad())
        .as("one node is left for all")
        .hasSize(1)
        .doesNotContainAnyElementsOf(services(of(nodes("a", "b", "c", "d"), "spread", 1, 3)));

    NodeAssignment shared = of(nodes("a", "b", "c"), "spread", 1, 2);
    assertThat(shared.nodes()).containsEntry("load-1", shared.nodes().get("load"));
    assertThat(staying(shared)).isEmpty();
    assertThat(of(nodes("a", "b", "c"), "one-node", 1, 2).ofLoad()).hasSize(1);
  }

  @Test
  void eachLoadWorkerCanBeGivenANode() {
    NodeAssignment given = of(nodes("a", "b", "c", "d"), "load=node-b,load-1=node-c", 1, 2);

    assertThat(given.nodes()).containsEntry("load", "node-b").containsEntry("load-1", "node-c");
    List<ObjectNode> jobs =
        List.of(job("load-worker-0"), job("load-worker-1"), job("of-the-application"));
    assertThat(given.place(jobs)).containsEntry("load", "node-b").containsEntry("load-1", "node-c");
    assertThat(jobs.get(1).at("/spec/template/spec/nodeSelector").toString()).contains("\"c\"");
    assertThat(jobs.get(2).toString()).doesNotContain("nodeSelector");
    assertThat(of(nodes("a", "b", "c", "d"), "load=node-b", 1, 2).ofLoad())
        .as("all of them")
        .containsExactly("node-b");
    assertThatThrownBy(() -> of(nodes("a", "b"), "load-2=node-a", 1, 2))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("placement load-2=node-a: there is no such load worker")
        .hasMessageContaining("load, load-1. Set load-workers");
  }

  private static ObjectNode job(String name) {
    return Kustomization.object(
        "{kind: Job, metadata: {name: %s, labels: {app: %s}}, spec: {template: {spec: {}}}}"
            .formatted(name, name));
  }

  private static Set<String> services(NodeAssignment assignment) {
    return SERVICES.services().stream().map(assignment.nodes()::get).collect(Collectors.toSet());
  }

  private static Set<String> used(NodeAssignment assignment) {
    return Set.copyOf(assignment.nodes().values());
  }

  private static List<Hop> staying(NodeAssignment apart) {
    return SERVICES.hops().stream()
        .filter(it -> apart.hosts().get(it.client()).equals(apart.hosts().get(it.server())))
        .toList();
  }

  private static NodeAssignment of(List<Node> nodes, String placement, long seed) {
    return of(nodes, placement, seed, 1);
  }

  private static NodeAssignment of(List<Node> nodes, String placement, long seed, int workers) {
    Map<String, String> settings = Map.of("placement", placement);
    return NodeAssignment.of(
        SERVICES, nodes, NodePlacement.of(settings, seed, Optional.empty()), workers);
  }

  private static List<Node> nodes(String... names) {
    return Stream.of(names).map(NodeAssignmentTest::node).toList();
  }

  private static Node cordoned(String name) {
    return new NodeBuilder(node(name)).editSpec().withUnschedulable(true).endSpec().build();
  }

  private static Node node(String name, String zone) {
    return new NodeBuilder(node(name))
        .editMetadata()
        .addToLabels("topology.kubernetes.io/zone", zone)
        .endMetadata()
        .build();
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
