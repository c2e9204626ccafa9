package io.meshgauge.stats.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BurstsTest {
  private static final double LEVEL = 0.01;

  @Test
  void aWindowOfErrorsInASoakWithoutIsABurst() {
    long[] errors = new long[60];
    errors[30] = 12;

    List<Burst> bursts = Bursts.of(errors, sent(60), LEVEL);

    assertThat(bursts).hasSize(1);
    Burst burst = bursts.get(0);
    assertThat(burst.from()).isEqualTo(30);
    assertThat(burst.to()).isEqualTo(30);
    assertThat(burst.errors()).isEqualTo(12);
    assertThat(burst.share()).isCloseTo(0.012, within(1e-12));
    assertThat(burst.p()).isLessThan(LEVEL);
  }

  @Test
  void oneErrorInADayIsNoBurst() {
    long[] errors = new long[1440];
    errors[700] = 1;

    assertThat(Bursts.of(errors, sent(1440), LEVEL)).isEmpty();
    assertThat(Bursts.of(new long[1440], sent(1440), LEVEL)).isEmpty();
    assertThat(Bursts.of(new long[0], new long[0], LEVEL)).isEmpty();
  }

  @Test
  void aRunThatIsMildInEachWindowIsFoundAsOne() {
    Random random = new Random(5);
    long[] errors = poisson(random, 480, 4);
    for (int i = 200; i < 216; i++) {
      errors[i] += 4;
    }

    List<Burst> bursts = Bursts.of(errors, sent(480), LEVEL);

    assertThat(bursts).hasSize(1);
    assertThat(bursts.get(0).from()).isBetween(195, 205);
    assertThat(bursts.get(0).to()).isBetween(210, 220);
    assertThat(bursts.get(0).usual()).isCloseTo(0.004, within(0.0005));
  }

  @Test
  void twoBurstsFarApartAreTwo() {
    long[] errors = poisson(new Random(6), 300, 2);
    errors[40] = 60;
    errors[41] = 80;
    errors[250] = 70;

    assertThat(Bursts.of(errors, sent(300), LEVEL))
        .extracting(Burst::from, Burst::to)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(40, 41),
            org.assertj.core.groups.Tuple.tuple(250, 250));
  }

  @Test
  void aWindowWithFewerRequestsIsMeasuredByThem() {
    long[] errors = poisson(new Random(7), 200, 20);
    long[] requests = sent(200);
    requests[100] = 20;
    errors[100] = 15;

    assertThat(Bursts.of(errors, requests, LEVEL)).extracting(Burst::from).containsExactly(100);
  }

  @Test
  void usualErrorsAreTakenForBurstsInNoMoreSoaksThanTheLevelSays() {
    Random random = new Random(8);
    int alarms = 0;
    for (int soak = 0; soak < 200; soak++) {
      long[] errors = new long[240];
      // Clumped: the rate of each window is itself drawn, which a Poisson law would call bursts.
      Arrays.setAll(errors, i -> poisson(random, 1, 5 * (random.nextInt(4) == 0 ? 2.0 : 0.667))[0]);
      alarms += Bursts.of(errors, sent(240), LEVEL).isEmpty() ? 0 : 1;
    }

    assertThat(alarms).as("of 200, level 1 %%").isLessThanOrEqualTo(6);
  }

  @Test
  void whatIsNoCountIsRefusedInWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bursts.of(new long[2], new long[1], LEVEL))
        .withMessageContaining("errors of 2 windows and requests of 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bursts.of(new long[] {3}, new long[] {2}, LEVEL))
        .withMessage("window 0 has 3 errors in 2 requests; expected no more errors than requests");
  }

  private static long[] sent(int windows) {
    long[] sent = new long[windows];
    Arrays.fill(sent, 1000);
    return sent;
  }

  private static long[] poisson(Random random, int windows, double mean) {
    long[] counts = new long[windows];
    for (int i = 0; i < windows; i++) {
      double left = Math.exp(-mean);
      for (double at = random.nextDouble(); at > left; at *= random.nextDouble()) {
        counts[i]++;
      }
    }
    return counts;
  }
}
