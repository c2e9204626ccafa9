package io.meshgauge.sample.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddedCostFilterTest {
  private static final Duration MILLISECOND = Duration.ofMillis(1);

  @Test
  void aDelayLastsAtLeastAsLongAsAsked() {
    long before = System.nanoTime();
    AddedCostFilter.delay(MILLISECOND);

    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(MILLISECOND.toNanos());
  }

  @Test
  void cpuTimeIsUsedByTheThreadOfTheRequest() {
    AddedCostFilter filter = new AddedCostFilter(List.of(Duration.ZERO), List.of(Duration.ZERO));
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    filter.compute(MILLISECOND);

    assertThat(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before)
        .isGreaterThanOrEqualTo(MILLISECOND.toNanos());
  }

  @Test
  void onlyRequestsOfTheApiAreFiltered() {
    assertThat(AddedCostFilter.applies("/api/orders")).isTrue();
    assertThat(AddedCostFilter.applies("/actuator/health")).isFalse();
  }
}
