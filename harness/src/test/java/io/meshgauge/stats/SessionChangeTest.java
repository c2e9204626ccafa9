package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-18")
class SessionChangeTest {
  private static final Moments BEFORE = Moments.of(new double[] {0.70, 0.76, 0.73, 0.71});
  private static final Moments NOW = Moments.of(new double[] {0.85, 0.83, 0.88});

  @Test
  void twoSessionsAreComparedByWelchsTest() {
    SessionChange change = SessionChange.of(List.of(BEFORE), NOW, Optional.empty());
    Welch welch = Welch.of(BEFORE, NOW).orElseThrow();

    assertThat(change.change()).isCloseTo(welch.meanDifference(), within(1e-12));
    assertThat(change.interval(0.95).low()).isCloseTo(welch.interval().low(), within(1e-9));
    assertThat(change.interval(0.90).high()).isCloseTo(welch.interval(0.90).high(), within(1e-9));
    assertThat(2 * change.above(0)).isCloseTo(welch.p(), within(1e-9));
    assertThat(change.detectable(0, 0.025, 0.8))
        .isCloseTo(welch.detectable(0.05, 0.8), within(1e-9));
  }

  @Test
  void sessionsOfEqualLengthGiveThePredictionInterval() {
    List<Moments> earlier = List.of(of(0.10), of(0.16), of(0.13));
    BetweenSessions between = BetweenSessions.of(earlier);
    SessionChange change = SessionChange.of(earlier, of(0.20), Optional.of(between));

    // Means differ by 0.03 around 0.13, Student's quantile with 2 degrees of freedom is 4.303.
    assertThat(change.error().standard()).isCloseTo(0.03 * Math.sqrt(4.0 / 3), within(1e-12));
    assertThat(change.interval(0.95).high() - change.change())
        .isCloseTo(4.3027 * 0.03 * Math.sqrt(4.0 / 3), within(1e-4));
    assertThat(between.deviation()).isCloseTo(Math.sqrt(9e-4 - 1e-4 / 3), within(1e-9));
  }

  @Test
  void sessionsThatAreAlikeByChanceLeaveTheNoiseOfBlocks() {
    List<Moments> alike = List.of(of(0.1), of(0.1), of(0.1));
    SessionChange change = SessionChange.of(alike, of(0.1), Optional.of(BetweenSessions.of(alike)));

    assertThat(change.error().standard()).isCloseTo(0.01 * Math.sqrt(4.0 / 9), within(1e-12));
    assertThat(change.error().freedom()).isCloseTo(2, within(1e-9));
    assertThat(change.below(0.05, 0.05)).isTrue();
    assertThat(change.above(0.05)).isGreaterThan(0.9);
  }

  @Test
  void quietBlocksOfOneSessionChangeNothingAndLoudOnesAddTheirExcess() {
    List<Moments> earlier =
        IntStream.range(0, 12).mapToObj(i -> of(0.1 + 0.002 * (i % 3))).toList();
    Optional<BetweenSessions> between = Optional.of(BetweenSessions.of(earlier));
    SessionChange.StandardError usual = SessionChange.of(earlier, of(0.2), between).error();
    Moments still = new Moments(3, 0.2, 0);
    Moments loud = new Moments(3, 0.2, 25e-4);

    assertThat(SessionChange.of(earlier, still, between).error().standard())
        .isCloseTo(usual.standard(), within(1e-9));
    assertThat(usual.freedom()).isCloseTo(11, within(1e-9));
    SessionChange.StandardError disturbed = SessionChange.of(earlier, loud, between).error();
    assertThat(Math.pow(disturbed.standard(), 2) - Math.pow(usual.standard(), 2))
        .isCloseTo(24e-4 / 3, within(1e-9));
    assertThat(disturbed.freedom()).isBetween(2.0, 3.0);
  }

  @Test
  void fewerBlocksAddTheirOwnNoise() {
    List<Moments> earlier = List.of(of(0.10), of(0.16), of(0.13));
    Optional<BetweenSessions> between = Optional.of(BetweenSessions.of(earlier));
    Moments two = Moments.of(new double[] {0.19, 0.21});

    assertThat(SessionChange.of(earlier, two, between).error().standard())
        .isGreaterThan(SessionChange.of(earlier, of(0.20), between).error().standard());
  }

  @Test
  void blocksWithoutSpreadDecideAtOnce() {
    Moments still = Moments.of(new double[] {0.5, 0.5, 0.5});
    SessionChange change = SessionChange.of(List.of(still), still, Optional.empty());

    assertThat(change.above(0)).isEqualTo(1);
    assertThat(change.above(-0.01)).isZero();
  }

  /** Three blocks with a variance of 1e-4. */
  private static Moments of(double mean) {
    return Moments.of(new double[] {mean - 0.01, mean, mean + 0.01});
  }
}
