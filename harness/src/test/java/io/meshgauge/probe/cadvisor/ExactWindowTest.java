package io.meshgauge.probe.cadvisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.use.ContainerTotals;
import io.meshgauge.measure.use.Neighbours;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.probe.ProbeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Windows of which the kernels of the nodes tell the CPU. */
@Timeout(30)
class ExactWindowTest {
  private static final Subject ORDER = subject("order", Part.APPLICATION);
  private static final Subject PROXY = subject("order-proxy", Part.DATA_PLANE);
  private static final Duration NEVER = Duration.ofHours(1);

  private final FakeKubelet kubelet = new FakeKubelet();
  private Totals totals = kubelet::totals;
  private Predicate<Part> mayEnd = part -> part == Part.CONTROL_PLANE;

  @Test
  void whereTheKernelTellsItCpuIsExactAndNoLookIsAwaited() {
    runs(ORDER, 7, 3, 0.5);
    runs(PROXY, 5, 0, 0);
    kubelet.passes(10);
    long before = kubelet.nanos();

    ContainerWatch.Reading reading = windowOf(15, 1.0, List.of(ORDER, PROXY));

    assertThat(use(reading, "order").cpuSeconds()).isCloseTo(15 * 1.5, within(1e-6));
    assertThat(use(reading, "order-proxy").cpuSeconds()).isCloseTo(15, within(1e-6));
    assertThat(use(reading, "order").residentBytes()).isEqualTo(300);
    assertThat(use(reading, "order").anonymousBytes()).isEqualTo(50);
    assertThat(reading.words())
        .isEqualTo(
            "CPU by the nodes' kernels, read at the edges of the window of 15.0 s; memory by cAdvisor");
    assertThat((kubelet.nanos() - before) / 1_000_000_000L)
        .as("the window, and a second for each page that was read around it")
        .isLessThan(15 + 7);
  }

  @Test
  void ofAContainerThatServesOthersTheRestBeforeTheWindowIsTakenOffExactly() {
    Subject node =
        new Subject("ztunnel@n1", Part.DATA_PLANE, "ns", "z-1", "ztunnel", new Neighbours(9, 6));
    kubelet.runs("ns", "z-1", "ztunnel", 7, 3, 0.5);
    kubelet.passes(10);

    ResourceUse use = use(windowOf(15, 1.0, List.of(node)), "ztunnel@n1");

    assertThat(use.cpuSeconds()).isCloseTo(15, within(1e-6));
    assertThat(use.shared()).isEqualTo(new ResourceUse.Shared(7.5, 9, 6));
  }

  @Test
  void whereTheKernelDoesNotTellItOfAllContainersAllAreReadByLooks() {
    totals =
        ids -> {
          Map<String, ContainerTotals> some = kubelet.totals(ids);
          some.remove("order-proxy");
          return some;
        };
    runs(ORDER, 7, 3, 0.5);
    runs(PROXY, 1, 0, 0);

    ContainerWatch.Reading reading = windowOf(15, 1.0, List.of(ORDER, PROXY));

    assertThat(use(reading, "order").cpuSeconds()).isCloseTo(15 * 1.5, within(1e-6));
    assertThat(reading.words()).startsWith("cAdvisor's counters, read at rest");
  }

  @Test
  void theRestBetweenTheFirstReadingAndTheLoadIsNotOfTheWindow() {
    runs(ORDER, 1, 0, 0.5);
    try (ContainerWatch watch = watch(List.of(ORDER), List.of(), NEVER)) {
      kubelet.passes(3);
      assertThat(watch.startAgain(() -> true)).isTrue();
      kubelet.load(1);
      kubelet.passes(10);
      kubelet.load(0);
      ContainerWatch.Reading reading = watch.finish();

      assertThat(use(reading, "order").cpuSeconds()).isCloseTo(10 * 1.5, within(1e-6));
      assertThat(reading.words()).contains("window of 10.0 s");
    }
  }

  @Test
  void aStartThatIsReadTooLateIsNotTaken() {
    runs(ORDER, 1, 0, 0.5);
    try (ContainerWatch watch = watch(List.of(ORDER), List.of(), NEVER)) {
      kubelet.load(1);
      kubelet.passes(4);
      assertThat(watch.startAgain(() -> false)).isFalse();
      kubelet.passes(6);
      kubelet.load(0);

      assertThat(use(watch.finish(), "order").cpuSeconds())
          .as("all of the load is in the window")
          .isCloseTo(10 * 1.5, within(1e-6));
    }
  }

  @Test
  void aContainerThatEndsBeforeTheLoadIsNamed() {
    runs(ORDER, 1, 0, 0);
    runs(PROXY, 1, 0, 0);
    try (ContainerWatch watch = watch(List.of(ORDER, PROXY), List.of(), NEVER)) {
      kubelet.ends("order-proxy");

      assertThatThrownBy(() -> watch.startAgain(() -> true))
          .isInstanceOf(ProbeException.class)
          .hasMessageContaining("no process is left of order-proxy");
    }
  }

  @Test
  void aReadingThatFailsAtTheStartLeavesNoThreadBehind() {
    runs(ORDER, 1, 0, 0);
    int[] readings = {0};
    totals =
        ids -> {
          if (readings[0]++ > 0) {
            throw new ProbeException("the observer is gone");
          }
          return kubelet.totals(ids);
        };

    assertThatThrownBy(() -> watch(List.of(ORDER), List.of(), NEVER))
        .hasMessage("the observer is gone");
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("container-metrics");
  }

  @Test
  void aControlPlaneThatIsToLastAndEndsIsNotLeftOutInSilence() {
    mayEnd = part -> false;
    runs(ORDER, 1, 0, 0);
    kubelet.runs("istio-system", "istiod-1", "discovery", 1, 0, 0.1);
    kubelet.passes(2);
    try (ContainerWatch watch = watch(List.of(ORDER), List.of("istio-system"), NEVER)) {
      kubelet.ends("discovery");

      assertThatThrownBy(watch::finish)
          .isInstanceOf(ProbeException.class)
          .hasMessageContaining("istiod-1/discovery ended or was restarted in the window")
          .hasMessageContaining("kubectl -n istio-system describe pod istiod-1");
    }
  }

  @Test
  void aContainerThatEndsWithinAnExactWindowHasNoReading() {
    runs(ORDER, 1, 0, 0);
    runs(PROXY, 1, 0, 0);
    try (ContainerWatch watch = watch(List.of(ORDER, PROXY), List.of(), NEVER)) {
      kubelet.ends("order");
      ContainerWatch.Reading reading = watch.finish();

      assertThat(reading.uses()).extracting(ResourceUse::container).containsExactly("order-proxy");
      assertThat(reading.words()).endsWith("not read, since they ended: order");
    }
  }

  private ContainerWatch.Reading windowOf(int seconds, double load, List<Subject> subjects) {
    try (ContainerWatch watch = watch(subjects, List.of(), NEVER)) {
      kubelet.load(load);
      kubelet.passes(seconds);
      kubelet.load(0);
      return watch.finish();
    }
  }

  private ContainerWatch watch(
      List<Subject> subjects, List<String> controlPlanes, Duration seldom) {
    return new ContainerWatch(
        kubelet,
        subjects,
        controlPlanes,
        mayEnd,
        totals,
        new ContainerWatch.Pace(
            Duration.ZERO, seldom, Duration.ofSeconds(60), Duration.ZERO, kubelet::nanos));
  }

  private void runs(Subject subject, int period, int offset, double rest) {
    kubelet.runs(subject.namespace(), subject.pod(), subject.container(), period, offset, rest);
  }

  private static ResourceUse use(ContainerWatch.Reading reading, String container) {
    return reading.uses().stream()
        .filter(it -> it.container().equals(container))
        .findFirst()
        .orElseThrow();
  }

  private static Subject subject(String name, Part part) {
    return new Subject(name, part, "ns", "order-1", name);
  }
}
