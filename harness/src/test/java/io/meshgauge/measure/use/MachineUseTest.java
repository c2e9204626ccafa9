package io.meshgauge.measure.use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MachineUseTest {
  /** Other work on the busiest node of windows on a real cluster without a neighbour. */
  private static final List<Double> WINDOWS =
      List.of(
          0.0117, 0.0237, 0.0208, 0.0154, 0.0253, 0.0216, 0.0275, 0.0264, 0.0302, 0.0248, 0.0211,
          0.0294, 0.0320, 0.0395, 0.0233);

  /** More nodes carry no pods of an arm. */
  private static final int MOST_LOADED = 4;

  private static final int SIMULATED = 5_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 10, 100})
  void neighbourIsFoundOnTheMeasuredNodeHoweverManyNodesThereAre(int nodes) {
    Random random = new Random(nodes);
    // It uses a fifth of a node on average, between a tenth of that and twice as much.
    double found = share(() -> window(nodes, random, 0.02 + 0.36 * random.nextDouble()));
    double alarms = share(() -> window(nodes, random, 0));

    assertThat(found).as("of %d nodes", nodes).isCloseTo(0.84, within(0.03));
    assertThat(alarms).as("without a neighbour").isZero();
  }

  @Test
  void whatIsNotMeasuredOfANodeIsNoOtherWork() {
    MachineUse unknown = new MachineUse(0.5, 0);
    MachineUse known = new MachineUse(0.1, 0, 0.05, List.of());

    MachineUse both =
        MachineUse.ofNodes(Map.of("a", unknown, "b", known), Map.of("a", 2.0, "b", 2.0));

    assertThat(both.nodes()).isEqualTo(new MachineUse.Nodes(4, "b"));
    assertThat(both.busy()).isCloseTo(0.3, within(1e-12));
    assertThat(MachineUse.mean(List.of(both, both)).nodes()).isEqualTo(both.nodes());
  }

  private static double share(Supplier<MachineUse> windows) {
    return IntStream.range(0, SIMULATED).filter(i -> windows.get().overTaken()).count()
        / (double) SIMULATED;
  }

  /** A window on the nodes with pods of the arm, one of which has a neighbour. */
  private static MachineUse window(int nodes, Random random, double neighbour) {
    Map<String, MachineUse> use = new HashMap<>();
    Map<String, Double> cores = new HashMap<>();
    for (int node = 0; node < Math.min(nodes, MOST_LOADED); node++) {
      double foreign = WINDOWS.get(random.nextInt(WINDOWS.size())) + (node == 0 ? neighbour : 0);
      use.put("node-" + node, new MachineUse(0.2, 0, foreign, List.of()));
      cores.put("node-" + node, 2.0);
    }
    return MachineUse.ofNodes(use, cores);
  }
}
