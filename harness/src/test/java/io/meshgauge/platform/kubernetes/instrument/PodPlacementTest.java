package io.meshgauge.platform.kubernetes.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.kubernetes.pods.PodRegistry.Container;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PodPlacementTest {
  private static final PodPlacement SOME =
      new PodPlacement(
          () ->
              List.of(
                  container("order", Part.APPLICATION, "a"),
                  container("order-2", Part.APPLICATION, "b"),
                  container("auth", Part.APPLICATION, "a"),
                  container("order-balancer", Part.DATA_PLANE, "c"),
                  container("load-worker-0", Part.LOAD, "b"),
                  container("load-worker-1", Part.LOAD, "c")));

  @Test
  void nodeOfAServiceIsThatOfItsAddress() {
    assertThat(SOME.ofServices())
        .containsEntry("auth", "a")
        .containsEntry("order", "c")
        .containsEntry("order-2", "b");
  }

  @Test
  void nodesOfAWorkloadAreThoseOfItsPods() {
    assertThat(SOME.ofWorkloads())
        .containsAllEntriesOf(
            Map.of("order", Set.of("a", "b"), "auth", Set.of("a"), "load", Set.of("b", "c")));
  }

  @Test
  void loadWorkersAreBoundOneByOne() {
    assertThat(SOME.containers().get().stream().map(PodPlacement::bound))
        .containsExactly("order", "order", "auth", "order-balancer", "load", "load-1");
    assertThat(PodPlacement.bound(container("load-worker", Part.LOAD, "a"))).isEqualTo("load");
  }

  private static Container container(String name, Part part, String node) {
    return new Container(name, part, node, "ours", name + "-pod", name, "id");
  }
}
