package io.meshgauge.experiment;

import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.Vitals;
import io.meshgauge.measure.Window;
import java.util.List;
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
    @Nullable Disturbance disturbance) {
  public SoakWindow {
    broken = List.copyOf(broken);
    unproven = List.copyOf(unproven);
    resources = List.copyOf(resources);
    vitals = List.copyOf(vitals);
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
