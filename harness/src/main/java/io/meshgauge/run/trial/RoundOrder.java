package io.meshgauge.run.trial;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Orders of the arms in successive rounds, in random Latin squares: in as many rounds as there are
 * arms, each arm is measured once at each position.
 */
final class RoundOrder {
  private final List<Integer> arms = new ArrayList<>();
  private final Deque<Integer> offsets = new ArrayDeque<>();
  private final Random random;

  /**
   * Orders of some arms.
   *
   * @param count arms, numbered from 0
   * @param seed equal seeds give equal orders
   */
  RoundOrder(int count, long seed) {
    for (int arm = 0; arm < count; arm++) {
      arms.add(arm);
    }
    random = new Random(seed);
  }

  /** The arms of the next round, in order. */
  List<Integer> next() {
    if (offsets.isEmpty()) {
      List<Integer> square = new ArrayList<>(arms);
      Collections.shuffle(square, random);
      offsets.addAll(square);
      Collections.shuffle(arms, random);
    }
    List<Integer> order = new ArrayList<>(arms);
    Collections.rotate(order, offsets.remove());
    return order;
  }
}
