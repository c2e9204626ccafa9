package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RelativeFitTest {
  private static final double[] TRUTH = {0.02, 0.004, 3e-6};

  /** Rows of a constant, a rate, and a rate times a size. */
  private static double[][] rows(int n, Random random) {
    double[][] rows = new double[n][];
    for (int i = 0; i < n; i++) {
      double rate = 50 + 200 * random.nextDouble();
      rows[i] = new double[] {1, rate, rate * 100 * random.nextInt(3)};
    }
    return rows;
  }

  private static double value(double[] row, double... coefficients) {
    double sum = 0;
    for (int j = 0; j < row.length; j++) {
      sum += row[j] * coefficients[j];
    }
    return sum;
  }

  @Test
  void coefficientsWithoutNoiseAreRecovered() {
    double[][] rows = rows(9, new Random(1));
    double[] values = new double[rows.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(rows[i], TRUTH);
    }

    RelativeFit fit = RelativeFit.of(rows, values);

    for (int j = 0; j < TRUTH.length; j++) {
      assertThat(fit.coefficients().get(j)).isCloseTo(TRUTH[j], within(TRUTH[j] * 1e-6));
    }
    assertThat(fit.deviation()).isLessThan(1e-8);
    assertThat(fit.freedom()).isEqualTo(6.0);
    assertThat(fit.at(new double[] {1, 1000, 0})).isCloseTo(4.02, within(1e-6));
  }

  @Test
  void intervalsHoldNewValuesAsOftenAsTheySay() {
    Random random = new Random(20);
    int sessions = 1500;
    int held = 0;
    double low = 0;
    for (int session = 0; session < sessions; session++) {
      double[][] rows = rows(9, random);
      double[] values = new double[rows.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(rows[i], TRUTH) * Math.exp(0.06 * random.nextGaussian());
      }
      RelativeFit fit = RelativeFit.of(rows, values);
      double[] asked = rows(1, random)[0];
      double truth = value(asked, TRUTH) * Math.exp(0.06 * random.nextGaussian());
      Interval interval = fit.interval(asked, Interval.CONFIDENCE);
      held += interval.contains(truth) ? 1 : 0;
      low += interval.low() / fit.at(asked) / sessions;
    }

    // Four standard errors around 95 %, and not by being wide.
    assertThat((double) held / sessions).isBetween(0.927, 0.985);
    assertThat(low).isBetween(0.75, 0.88);
  }

  @Test
  void intervalsHoldValuesOfNewBlocks() {
    Random random = new Random(21);
    int sessions = 1500;
    int held = 0;
    double blocksSeen = 0;
    for (int session = 0; session < sessions; session++) {
      double[][] rows = rows(15, random);
      double[] values = new double[rows.length];
      int[] blocks = new int[rows.length];
      double[] shared = random.doubles(4).map(it -> 0.06 * random.nextGaussian()).toArray();
      for (int i = 0; i < values.length; i++) {
        blocks[i] = i % shared.length;
        values[i] =
            value(rows[i], TRUTH) * Math.exp(0.03 * random.nextGaussian() + shared[blocks[i]]);
      }
      RelativeFit fit = RelativeFit.of(rows, values, blocks);
      double[] asked = rows(1, random)[0];
      double error = 0.03 * random.nextGaussian() + 0.06 * random.nextGaussian();
      double truth = value(asked, TRUTH) * Math.exp(error);
      held += fit.interval(asked, Interval.CONFIDENCE).contains(truth) ? 1 : 0;
      blocksSeen += Math.pow(fit.blockDeviation(), 2) / sessions;
    }

    assertThat((double) held / sessions).isBetween(0.91, 0.99);
    assertThat(Math.sqrt(blocksSeen)).isBetween(0.05, 0.07);
  }

  @Test
  void termThatWouldBeNegativeIsLeftOutAndStillWidensIntervals() {
    double[][] rows = new double[8][];
    double[] values = new double[8];
    Random random = new Random(3);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {10 + i, i % 2 * 10};
      values[i] = (10 + i - i % 2) * Math.exp(0.01 * random.nextGaussian());
    }

    RelativeFit fit = RelativeFit.of(rows, values);

    assertThat(fit.coefficients().get(0)).isPositive();
    assertThat(fit.coefficients().get(1)).isZero();
    Interval without = fit.interval(new double[] {12, 0}, Interval.CONFIDENCE);
    Interval with = fit.interval(new double[] {12, 100}, Interval.CONFIDENCE);
    assertThat(with.width()).isGreaterThan(without.width() * 2);
  }

  @Test
  void termsThatDoNotVaryApartAreRefused() {
    double[][] rows = {{1, 10}, {1, 10}, {1, 10}};

    assertThat(RelativeFit.areDistinct(rows)).isFalse();
    assertThatThrownBy(() -> RelativeFit.of(rows, new double[] {1, 2, 3}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("terms that vary apart");
    assertThatThrownBy(() -> RelativeFit.of(new double[][] {{1}}, new double[] {1}))
        .hasMessageContaining("1 values for 1 terms");
  }
}
