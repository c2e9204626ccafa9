package io.meshgauge.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundOrderTest {
  private static final int ARMS = 5;

  @Test
  void eachArmIsOnceAtEachPositionInAsManyRoundsAsArms() {
    RoundOrder order = new RoundOrder(ARMS, 7);
    for (int square = 0; square < 3; square++) {
      List<List<Integer>> rounds = rounds(order);

      assertThat(rounds).allSatisfy(round -> assertThat(round).containsExactlyInAnyOrder(arms()));
      for (int position = 0; position < ARMS; position++) {
        int at = position;
        assertThat(rounds.stream().map(round -> round.get(at)).toList())
            .as("position %d", position)
            .containsExactlyInAnyOrder(arms());
      }
    }
  }

  @Test
  void ordersFollowFromTheSeed() {
    assertThat(rounds(new RoundOrder(ARMS, 7))).isEqualTo(rounds(new RoundOrder(ARMS, 7)));
    assertThat(rounds(new RoundOrder(ARMS, 7))).isNotEqualTo(rounds(new RoundOrder(ARMS, 8)));
  }

  private static Integer[] arms() {
    return IntStream.range(0, ARMS).boxed().toArray(Integer[]::new);
  }

  private static List<List<Integer>> rounds(RoundOrder order) {
    List<List<Integer>> rounds = new ArrayList<>();
    for (int round = 0; round < ARMS; round++) {
      rounds.add(order.next());
    }
    return rounds;
  }
}
