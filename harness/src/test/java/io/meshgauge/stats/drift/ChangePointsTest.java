package io.meshgauge.stats.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ChangePointsTest {
  private static final double LEVEL = 0.01;
  private final Random random = new Random(21);

  @Test
  void aStepIsFoundWithItsPlaceAndLevels() {
    List<ChangePoint> points = steps(200, i -> i < 120 ? 50 : 53);

    assertThat(points).hasSize(1);
    ChangePoint step = points.get(0);
    assertThat(step.window()).isBetween(118, 122);
    assertThat(step.before()).isCloseTo(50, within(0.3));
    assertThat(step.after()).isCloseTo(53, within(0.3));
    assertThat(step.step()).isCloseTo(3, within(0.5));
    assertThat(step.hours()).isEqualTo(step.window() / 60.0);
  }

  @Test
  void upAndDownAgainAreTwoSteps() {
    assertThat(steps(300, i -> i >= 100 && i < 180 ? 14 : 10))
        .extracting(point -> Math.round(point.step()))
        .containsExactly(4L, -4L);
  }

  @Test
  void aCountThatStandsStillAndStepsOnceHasOneStep() {
    List<ChangePoint> points =
        ChangePoints.of(series(60, i -> i == 17 ? 121 : i < 30 ? 120 : 130), LEVEL);

    assertThat(points).hasSize(1);
    assertThat(points.get(0).window()).isEqualTo(30);
    assertThat(points.get(0).step()).isEqualTo(10);
    assertThat(ChangePoints.of(series(60, i -> 120), LEVEL)).isEmpty();
  }

  @Test
  void aDriftIsNotAStaircase() {
    assertThat(steps(300, i -> 0.05 * i)).isEmpty();
  }

  @Test
  void aWildWindowIsNoStep() {
    assertThat(steps(100, i -> i == 50 ? 1000 : 10)).isEmpty();
  }

  @Test
  void tooShortASeriesHasNone() {
    assertThat(steps(11, i -> i < 5 ? 0 : 100)).isEmpty();
    assertThat(steps(0, i -> 0)).isEmpty();
  }

  @Test
  void noiseThatPersistsHasStepsInNoMoreSoaksThanTheLevelSays() {
    int alarms = 0;
    for (int soak = 0; soak < 400; soak++) {
      double[] last = {0};
      double phi = soak % 2 == 0 ? 0 : 0.7;
      alarms +=
          ChangePoints.of(
                  series(
                      120,
                      i -> {
                        last[0] = phi * last[0] + random.nextGaussian();
                        return last[0];
                      }),
                  LEVEL)
              .size();
    }

    assertThat(alarms).as("of 400, level 1 %%").isLessThanOrEqualTo(8);
  }

  @Test
  void twoDaysOfTwoKindsOfWindowsAreCutAtEveryTurn() {
    assertThat(steps(3000, i -> i / 300 % 2 == 0 ? 0 : 6)).hasSize(9);
  }

  private List<ChangePoint> steps(int windows, IntToDoubleFunction level) {
    return ChangePoints.of(
        series(windows, i -> level.applyAsDouble(i) + random.nextGaussian()), LEVEL);
  }

  private static Series series(int windows, IntToDoubleFunction value) {
    double[] hours = new double[windows];
    double[] values = new double[windows];
    for (int i = 0; i < windows; i++) {
      hours[i] = i / 60.0;
      values[i] = value.applyAsDouble(i);
    }
    return Series.of(hours, values);
  }
}
