package io.meshgauge.probe.cadvisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.measure.use.Part;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pages as a kubelet of Kubernetes 1.34 shows them, cut to one container. */
class ContainerLimitsTest {
  private static final Subject ORDER =
      new Subject("order", Part.APPLICATION, "lab", "order-7d", "order", null);
  private static final Limits LIMITS =
      Limits.of(Map.of("cpu-limit", "250m", "memory-limit", "384Mi"));

  private final Deque<String> pages = new ArrayDeque<>();

  @Test
  void awaitsALookAtBothEndsOfTheWindow() {
    pages.add(page(1_000, 25_000, 100, 10, 0));
    pages.add(page(1_000, 25_000, 100, 10, 0));
    pages.add(page(9_000, 25_000, 120, 15, 0));
    ContainerLimits watch = start(LIMITS);
    pages.add(page(9_000, 25_000, 120, 15, 0));
    pages.add(page(20_000, 25_000, 200, 55, 1));

    LimitUse use = watch.finish().get(0);

    assertThat(pages).isEmpty();
    assertThat(use.read().orElseThrow().periods()).isEqualTo(80);
    assertThat(use.throttledShare()).hasValue(0.5);
    assertThat(use.declared().isMetBy(use.read().orElseThrow().limit())).isTrue();
    assertThat(LimitUse.outOfMemory(List.of(use))).hasSize(1);
  }

  @Test
  void aContainerWithoutQuotaHasNoLimit() {
    pages.add(page(1_000, 0, 0, 0, 0));
    pages.add(page(2_000, 0, 0, 0, 0));
    ContainerLimits watch = start(LIMITS);
    pages.add(page(2_000, 0, 0, 0, 0));
    pages.add(page(3_000, 0, 0, 0, 0));

    assertThat(watch.finish().get(0).read().orElseThrow().limit().cores()).isEmpty();
  }

  @Test
  void nothingIsAwaitedWithoutLimits() {
    assertThat(start(Limits.NONE).finish()).isEmpty();
  }

  @Test
  void theTrapNeedsAContainerOfThatName() {
    pages.add(page(1_000, 0, 0, 0, 0));
    pages.add(page(2_000, 0, 0, 0, 0));

    assertThatThrownBy(() -> start(Limits.of(Map.of("cpu-limit", "250m"), Optional.of("orders"))))
        .hasMessageContaining("limit-not-applied:orders")
        .hasMessageContaining("there are order");
  }

  private ContainerLimits start(Limits limits) {
    return ContainerLimits.start(
        () -> List.of(pages.removeFirst()), limits, List.of(ORDER), Duration.ofMillis(1));
  }

  private static String page(long millis, int quota, int periods, int throttled, int kills) {
    String of = "{container=\"order\",namespace=\"lab\",pod=\"order-7d\"}";
    String text =
        """
        container_cpu_usage_seconds_total%1$s 12.5 %2$d
        container_spec_cpu_period%1$s 100000
        container_spec_memory_limit_bytes%1$s 4.02653184e+08
        container_oom_events_total%1$s %6$d %2$d
        """;
    String limited =
        """
        container_spec_cpu_quota%1$s %3$d
        container_cpu_cfs_periods_total%1$s %4$d %2$d
        container_cpu_cfs_throttled_periods_total%1$s %5$d %2$d
        container_cpu_cfs_throttled_seconds_total%1$s 1.5 %2$d
        """;
    return (quota > 0 ? text + limited : text)
        .formatted(of, millis, quota, periods, throttled, kills);
  }
}
