package io.meshgauge.experiment;

import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.Vitals;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one window of a soak; its latency histograms are in the archive.
 *
 * @param index from 0, over all deployments
 * @param leg number of the deployment, from 1; resuming a soak starts another one
 * @param window when it was measured
 * @param scheduled requests due
 * @param completed requests answered
 * @param failed requests with a wrong answer or none
 * @param p50 response time of requests meant to succeed, seconds; 0 if nothing was answered
 * @param p99 see {@code p50}
 * @param max see {@code p50}
 * @param broken rules that void it; its numbers are shown and not judged
 * @param proven observations of its promises that vitals
 * @param unproven observations that did not hold or could not be made
 * @param resources CPU and memory by container
 * @param vitals threads, files, sockets and heap of each container at its end
 * @param disturbance the injected fault or change; null if there was none
 * @param slow answers slower than the limits of percentile objectives; null if not counted
 * @param machine how busy the machine was, other work included; null if not recorded
 */
public record SoakWindow(
    int index,
    int leg,
    Window window,
    long scheduled,
    long completed,
    long failed,
    double p50,
    double p99,
    double max,
    List<Reason> broken,
    int proven,
    List<Evidence> unproven,
    List<ResourceUse> resources,
    List<Vitals> vitals,
    @Nullable Disturbance disturbance,
    @Nullable SlowAnswers slow,
    @Nullable MachineUse machine) {
  /** Upper bound of seconds and bytes of a window. */
  private static final double MAX_FIGURE = 1e18;

  public SoakWindow {
    Objects.requireNonNull(window, "a window without its edges");
    broken = List.copyOf(broken);
    unproven = List.copyOf(unproven);
    resources = List.copyOf(resources);
    vitals = List.copyOf(vitals);
    List.of(p50, p99, max).forEach(SoakWindow::require);
    resources.forEach(SoakWindow::require);
    vitals.forEach(SoakWindow::require);
  }

  private static void require(ResourceUse use) {
    Objects.requireNonNull(use.container(), "a container without a name");
    Objects.requireNonNull(use.part(), "a container that is part of nothing");
    Stream.of(use.cpuSeconds(), use.memoryMeanBytes(), use.memoryPeakBytes())
        .filter(value -> !value.isNaN())
        .forEach(SoakWindow::require);
    if (use.anonymousBytes() != null) {
      require(use.anonymousBytes());
    }
    if (use.residentBytes() != null) {
      require(use.residentBytes());
    }
  }

  private static void require(Vitals vitals) {
    Objects.requireNonNull(vitals.container(), "a container without a name");
    Objects.requireNonNull(vitals.part(), "a container that is part of nothing");
    if (vitals.heapBytes() != null) {
      require(vitals.heapBytes());
    }
  }

  /** A damaged record may have any figure. */
  private static void require(double figure) {
    if (!(figure >= 0 && figure <= MAX_FIGURE)) {
      throw new IllegalArgumentException(
          "%s in a window; expected a figure from 0 to %s".formatted(figure, MAX_FIGURE));
    }
  }

  /** Whether its latencies may be reported. */
  public boolean sound() {
    return broken.isEmpty() && disturbance == null;
  }

  /** The injected fault or change. */
  public Optional<Disturbance> disturbed() {
    return Optional.ofNullable(disturbance);
  }
}
