package io.meshgauge.probe.cadvisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.archive.Measurements;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.use.Neighbours;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.run.trial.SampleLoads;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("rule-16")
@Timeout(30)
class ContainerWatchTest {
  private static final Subject ORDER = subject("order", Part.APPLICATION);
  private static final Subject PROXY = subject("order-proxy", Part.DATA_PLANE);
  private static final Duration NEVER = Duration.ofHours(1);
  private static final Duration ALWAYS = Duration.ofMillis(1);

  private final FakeKubelet kubelet = new FakeKubelet();

  @Test
  void whatTheCounterGrewByOutsideOfTheWindowIsSubtractedAtTheRateOfRest() {
    runs(ORDER, 7, 3, 0.5);
    runs(PROXY, 1, 0, 0);

    ContainerWatch.Reading reading = windowOf(15, 1.0, List.of(ORDER, PROXY));

    assertThat(use(reading, "order").cpuSeconds())
        .as("15 s of load and 15 s of rest")
        .isCloseTo(15 * 1.0 + 15 * 0.5, within(1e-6));
    assertThat(use(reading, "order").part()).isEqualTo(Part.APPLICATION);
    assertThat(use(reading, "order-proxy").cpuSeconds()).isCloseTo(15, within(1e-6));
    assertThat(reading.words()).contains("window of 15.0 s", "s of rest around");
  }

  @Test
  void aLookThatComesLateIsAwaited() {
    runs(ORDER, 19, 5, 0);
    runs(PROXY, 1, 0, 0);

    ContainerWatch.Reading reading = windowOf(5, 1.0, List.of(ORDER, PROXY));

    assertThat(use(reading, "order").cpuSeconds()).isCloseTo(5, within(1e-6));
  }

  @Test
  void theLastLookThatCouldBeSeenWhenTheWindowEndedIsNotTheOneAfterIt() {
    runs(ORDER, 10, 0, 0);

    for (int seconds = 11; seconds < 21; seconds++) {
      ContainerWatch.Reading reading = windowOf(seconds, 1.0, List.of(ORDER));
      assertThat(use(reading, "order").cpuSeconds()).isCloseTo(seconds, within(1e-6));
    }
  }

  @Test
  void aCounterThatOnlyRestsUsesWhatRestCostsForAsLongAsTheWindow() {
    runs(ORDER, 4, 1, 0.25);
    runs(PROXY, 1, 0, 0);

    ContainerWatch.Reading reading = windowOf(8, 0, List.of(ORDER, PROXY));

    assertThat(use(reading, "order").cpuSeconds()).isCloseTo(2, within(1e-6));
    assertThat(use(reading, "order-proxy").cpuSeconds()).isZero();
  }

  @Test
  void memoryIsThatOfTheLooksWithinTheWindow() throws InterruptedException {
    runs(ORDER, 1, 0, 0);
    try (ContainerWatch watch = watch(List.of(ORDER), List.of(), ALWAYS)) {
      kubelet.awaitPolled();
      holds(300);
      holds(200);
      kubelet.memory(9000);
      ResourceUse use = use(watch.finish(), "order");

      assertThat(use.memoryMeanBytes()).isEqualTo((100 + 300 + 200) / 3.0);
      assertThat(use.memoryPeakBytes()).isEqualTo(300);
    }
  }

  @Test
  void aPageWithoutASeriesOfMemoryLeavesMemoryUnobserved() {
    runs(ORDER, 1, 0, 0);
    kubelet.withoutMemory();

    ResourceUse use = use(windowOf(5, 1.0, List.of(ORDER)), "order");

    assertThat(use.memoryMeanBytes()).isNaN();
    assertThat(use.memoryPeakBytes()).isNaN();
    assertThat(use.cpuSeconds()).isCloseTo(5, within(1e-6));
    assertThat(Measurements.of(SampleLoads.SOUND.result(), List.of(use), null))
        .extracting(Measurement::metric)
        .contains(Metric.CPU_SYSTEM)
        .doesNotContain(Metric.MEMORY_SYSTEM);
  }

  @Test
  void aCounterThatWasResetInTheWindowLeavesCpuUnobserved() {
    runs(ORDER, 1, 0, 0);
    try (ContainerWatch watch = watch(List.of(ORDER), List.of(), NEVER)) {
      kubelet.passes(3);
      kubelet.resets("order");
      kubelet.passes(2);
      ResourceUse use = use(watch.finish(), "order");

      assertThat(use.cpuSeconds()).isNaN();
      assertThat(Measurements.of(SampleLoads.SOUND.result(), List.of(use), null))
          .extracting(Measurement::metric)
          .doesNotContain(Metric.CPU_SYSTEM);
    }
  }

  @Test
  void withoutALookWithinTheWindowMemoryIsThatOfTheLookAfterIt() {
    runs(ORDER, 10, 0, 0);
    kubelet.memory(700);

    ResourceUse use = use(windowOf(2, 0, List.of(ORDER)), "order");

    assertThat(use.memoryMeanBytes()).isEqualTo(700);
    assertThat(use.memoryPeakBytes()).isEqualTo(700);
  }

  @Test
  void aPageThatFailsWithinTheWindowIsSurvived() throws InterruptedException {
    runs(ORDER, 1, 0, 0);
    try (ContainerWatch watch = watch(List.of(ORDER), List.of(), ALWAYS)) {
      kubelet.broken(true);
      kubelet.load(1);
      kubelet.passes(6);
      kubelet.load(0);
      kubelet.awaitPolled();
      kubelet.broken(false);
      holds(500);

      ResourceUse use = use(watch.finish(), "order");

      assertThat(use.cpuSeconds()).isCloseTo(6, within(1e-6));
      assertThat(use.memoryPeakBytes()).isEqualTo(500);
    }
  }

  @Test
  void controlPlanesAreAccountedApart() {
    runs(ORDER, 1, 0, 0);
    kubelet.runs("istio-system", "istiod-1", "discovery", 5, 2, 0.1);
    kubelet.runs("theirs", "secret-1", "secret", 1, 0, 0);
    kubelet.passes(10);

    try (ContainerWatch watch = watch(List.of(ORDER), List.of("istio-system"), NEVER)) {
      kubelet.passes(10);
      ContainerWatch.Reading reading = watch.finish();

      assertThat(reading.uses())
          .extracting(ResourceUse::container)
          .containsExactly("order", "istiod-1/discovery");
      ResourceUse istiod = use(reading, "istiod-1/discovery");
      assertThat(istiod.part()).isEqualTo(Part.CONTROL_PLANE);
      assertThat(istiod.cpuSeconds()).isCloseTo(1, within(1e-6));
      assertThat(reading.textBefore())
          .contains("namespace=\"istio-system\"", "container=\"order\"")
          .doesNotContain("secret-1");
      assertThat(reading.textAfter()).isNotEqualTo(reading.textBefore()).contains("istiod-1");
    }
  }

  @Test
  void ofAContainerThatServesOthersTooOnlyWhatIsAboveItsRestIsAccounted() {
    Subject node =
        new Subject(
            "ztunnel@n1",
            Part.DATA_PLANE,
            "istio-system",
            "ztunnel-1",
            "istio-proxy",
            new Neighbours(9, 6));
    kubelet.runs("istio-system", "ztunnel-1", "istio-proxy", 7, 3, 0.5);
    kubelet.runs("istio-system", "istiod-1", "discovery", 1, 0, 0);
    kubelet.passes(10);

    try (ContainerWatch watch = watch(List.of(node), List.of("istio-system"), NEVER)) {
      kubelet.load(1.0);
      kubelet.passes(15);
      kubelet.load(0);
      ContainerWatch.Reading reading = watch.finish();

      assertThat(reading.uses())
          .as("it is no part of the control plane although it is in its namespace")
          .extracting(ResourceUse::container)
          .containsExactly("ztunnel@n1", "istiod-1/discovery");
      ResourceUse use = use(reading, "ztunnel@n1");
      assertThat(use.cpuSeconds()).as("15 s of load").isCloseTo(15, within(1e-6));
      assertThat(use.shared()).isEqualTo(new ResourceUse.Shared(7.5, 9, 6));
      assertThat(use(reading, "istiod-1/discovery").shared()).isNull();
    }
  }

  @Test
  void aContainerThatIsNeverSeenIsNamed() {
    runs(ORDER, 1, 0, 0);

    assertThatThrownBy(() -> watch(List.of(ORDER, PROXY), List.of(), NEVER))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("cAdvisor did not look at order-proxy within 60 s")
        .hasMessageContaining("expected 2 look(s)");
  }

  @Test
  void ofAControlPlaneThatMayEndAndDoesThereIsNoReadingAndItIsSaid() {
    runs(ORDER, 1, 0, 0);
    kubelet.runs("istio-system", "istiod-1", "discovery", 1, 0, 0.1);
    try (ContainerWatch watch = watch(List.of(ORDER), List.of("istio-system"), NEVER)) {
      kubelet.load(0.5);
      kubelet.passes(4);
      kubelet.ends("discovery");
      kubelet.runs("istio-system", "istiod-2", "discovery", 1, 0, 0.1);
      kubelet.load(0);
      ContainerWatch.Reading reading = watch.finish();

      assertThat(reading.uses()).extracting(ResourceUse::container).containsExactly("order");
      assertThat(use(reading, "order").cpuSeconds()).isCloseTo(2, within(1e-6));
      assertThat(reading.words()).contains("not read, since they ended: istiod-1/discovery");
    }
  }

  @Test
  void readByLooksAStartThatIsTakenAgainMovesRestOutOfTheWindow() {
    runs(ORDER, 1, 0, 0.5);
    try (ContainerWatch watch = watch(List.of(ORDER), List.of(), NEVER)) {
      kubelet.passes(3);
      assertThat(watch.startAgain(() -> true)).isTrue();
      kubelet.load(1);
      kubelet.passes(10);
      kubelet.load(0);

      assertThat(use(watch.finish(), "order").cpuSeconds()).isCloseTo(10 * 1.5, within(1e-6));
    }
  }

  @Test
  void whoMayNotEndIsWaitedForInVain() {
    runs(ORDER, 1, 0, 0);
    runs(PROXY, 1, 0, 0);
    try (ContainerWatch watch = watch(List.of(ORDER, PROXY), List.of(), NEVER)) {
      kubelet.ends("order");

      assertThatThrownBy(watch::finish)
          .isInstanceOf(ProbeException.class)
          .hasMessageContaining("cAdvisor did not look at order within 60 s");
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
        part -> part == Part.CONTROL_PLANE,
        Totals.NONE,
        new ContainerWatch.Pace(
            Duration.ZERO, seldom, Duration.ofSeconds(60), Duration.ZERO, kubelet::nanos));
  }

  private void holds(double bytes) throws InterruptedException {
    kubelet.memory(bytes);
    kubelet.passes(1);
    kubelet.awaitPolled();
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
