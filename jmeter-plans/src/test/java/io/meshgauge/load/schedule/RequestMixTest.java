package io.meshgauge.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestMixTest {

  private static final String STANDARD = "browse=60, checkout=30, forbidden=6, unauthenticated=4";

  @Test
  void sharesAreExactAfterEveryFullDeck() {
    RequestMix mix = RequestMix.parse(STANDARD, 42);

    assertThat(mix.deckSize()).isEqualTo(50);
    for (int decks = 1; decks <= 40; decks++) {
      assertThat(mix.countsOf(decks * 50L))
          .isEqualTo(
              Map.of(
                  "browse", decks * 30L,
                  "checkout", decks * 15L,
                  "forbidden", decks * 3L,
                  "unauthenticated", decks * 2L));
    }
  }

  @Test
  void countsKnownBeforehandAreThoseDealt() {
    RequestMix mix = RequestMix.parse(STANDARD, 5);
    long[] dealt = new long[4];
    RequestMix.Dealer dealer = mix.dealer();
    for (int i = 0; i < 1234; i++) {
      dealt[dealer.kindOf(i)]++;
    }

    assertThat(mix.countsOf(1234).values()).containsExactly(dealt[0], dealt[1], dealt[2], dealt[3]);
  }

  @Test
  void kindDependsOnlyOnTheIndex() {
    RequestMix mix = RequestMix.parse(STANDARD, 9);
    RequestMix.Dealer forward = mix.dealer();
    RequestMix.Dealer backward = mix.dealer();
    int[] one = IntStream.range(0, 500).map(forward::kindOf).toArray();
    int[] other = new int[500];
    for (int i = 499; i >= 0; i--) {
      other[i] = backward.kindOf(i);
    }

    assertThat(other).isEqualTo(one);
  }

  @Test
  void decksDifferFromEachOtherAndFromThoseOfAnotherSeed() {
    RequestMix.Dealer dealer = RequestMix.parse(STANDARD, 9).dealer();
    RequestMix.Dealer other = RequestMix.parse(STANDARD, 10).dealer();
    int[] first = IntStream.range(0, 50).map(dealer::kindOf).toArray();

    assertThat(IntStream.range(50, 100).map(dealer::kindOf).toArray()).isNotEqualTo(first);
    assertThat(IntStream.range(0, 50).map(other::kindOf).toArray()).isNotEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "a=", "=3", "a=0", "a=-1", "a=1.5", "a=1,a=2", "a=1,", "a=9973,b=9967"})
  void weightsThatCannotBeDealtAreRefused(String weights) {
    assertThatThrownBy(() -> RequestMix.parse(weights, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
