package io.meshgauge.experiment;

import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.Vitals;
import io.meshgauge.measure.Window;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One window of a soak, in figures; its latencies as they were are in the archive.
 *
 * @param index from 0, over all legs
 * @param leg which deployment it was measured on, from 1: another one where the soak was taken up
 *     again
 * @param window when it was measured
 * @param scheduled requests due
 * @param completed requests answered
 * @param failed answered as they should not have been, or not answered
 * @param p50 response time of what was meant to succeed, seconds; 0 when nothing was answered
 * @param p99 the same
 * @param max the same
 * @param broken rules that void it; its numbers are shown and say nothing of the mesh
 * @param proven observations of its promises that held
 * @param unproven those that did not, or could not be made
 * @param resources CPU and memory by container
 * @param vitals what each container held at its end
 * @param disturbance what was done to the arm in it on purpose; null where nothing was
 * @param slow answers that were slower than the objectives permit to a percentile; null where they
 *     were not counted
 * @param machine how busy the machine was, other work included; null where it was not recorded
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
  /** Neither seconds nor bytes of a window come to more. */
  private static final double MOST = 1e18;

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
    List.of(use.cpuSeconds(), use.memoryMeanBytes(), use.memoryPeakBytes())
        .forEach(SoakWindow::require);
    if (use.anonymousBytes() != null) {
      require(use.anonymousBytes());
    }
    if (use.residentBytes() != null) {
      require(use.residentBytes());
    }
  }

  private static void require(Vitals held) {
    Objects.requireNonNull(held.container(), "a container without a name");
    Objects.requireNonNull(held.part(), "a container that is part of nothing");
    if (held.heapBytes() != null) {
      require(held.heapBytes());
    }
  }

  /** What is read back from a damaged record is no figure of a window. */
  private static void require(double figure) {
    if (!(figure >= 0 && figure <= MOST)) {
      throw new IllegalArgumentException(
          "%s in a window; expected a figure from 0 to %s".formatted(figure, MOST));
    }
  }

  /** Whether its latencies may be quoted. */
  public boolean sound() {
    return broken.isEmpty() && disturbance == null;
  }

  /** What was done to the arm in it on purpose. */
  public Optional<Disturbance> disturbed() {
    return Optional.ofNullable(disturbance);
  }
}
