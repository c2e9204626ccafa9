package io.meshgauge.sample.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AddedCostFilterTest {
  private static final Duration MILLISECOND = Duration.ofMillis(1);

  @Test
  void aDelayLastsAtLeastAsLongAsAsked() {
    AddedCostFilter filter = new AddedCostFilter(MILLISECOND, Duration.ZERO);
    long before = System.nanoTime();
    filter.delay();

    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(MILLISECOND.toNanos());
  }

  @Test
  void cpuTimeIsUsedByTheThreadOfTheRequest() {
    AddedCostFilter filter = new AddedCostFilter(Duration.ZERO, MILLISECOND);
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    filter.compute();

    assertThat(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before)
        .isGreaterThanOrEqualTo(MILLISECOND.toNanos());
  }

  @Test
  void onlyRequestsOfTheApiAreFiltered() {
    assertThat(AddedCostFilter.applies("/api/orders")).isTrue();
    assertThat(AddedCostFilter.applies("/actuator/health")).isFalse();
  }
}
