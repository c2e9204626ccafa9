package io.meshgauge.sample.common.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class PerArmTest {

  @Test
  void eachArmHasItsOwnValue() {
    PerArm<Integer> ports = PerArm.parse("auth", "7001,7002", Integer::valueOf);

    assertThat(ports.of(0)).isEqualTo(7001);
    assertThat(ports.of(1)).isEqualTo(7002);
  }

  @Test
  void oneValueIsThatOfAllArms() {
    assertThat(PerArm.parse("auth", "7001", Integer::valueOf).of(5)).isEqualTo(7001);
  }

  @Test
  void anArmWithoutAValueReachesNoPeerOfAnotherArm() {
    PerArm<Integer> ports = PerArm.parse("auth", "7001,7002", Integer::valueOf);

    assertThatExceptionOfType(PeerFailure.class)
        .isThrownBy(() -> ports.of(2))
        .withMessage("auth: has no path for arm 2; there are 2");
  }
}
