package io.meshgauge.sample.common.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TurnsTest {

  @Test
  void replicasAreTakenInTurn() {
    Turns<Integer> ports = Turns.parse("7001|7002|7003", Integer::valueOf);

    assertThat(Stream.generate(ports::next).limit(7))
        .containsExactly(7001, 7002, 7003, 7001, 7002, 7003, 7001);
  }

  @Test
  void everyArmHasItsOwnReplicas() {
    PerArm<Turns<Integer>> ports =
        PerArm.parse("order", "7001|7002,8001|8002", arm -> Turns.parse(arm, Integer::valueOf));

    assertThat(ports.of(0).next()).isEqualTo(7001);
    assertThat(ports.of(1).next()).isEqualTo(8001);
    assertThat(ports.of(0).next()).isEqualTo(7002);
  }
}
