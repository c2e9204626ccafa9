package io.meshgauge.experiment;

import io.meshgauge.measure.Window;
import java.util.List;

/**
 * All that a soak has on record.
 *
 * @param planned how many windows it was to have
 * @param windows those that were measured, in the order of time
 * @param events what happened, in the order of time
 * @param damaged lines of the record that could not be read, one sentence each
 */
public record SoakRecord(
    int planned, List<SoakWindow> windows, List<SoakEvent> events, List<String> damaged) {
  public SoakRecord {
    windows = List.copyOf(windows);
    events = List.copyOf(events);
    damaged = List.copyOf(damaged);
  }

  /**
   * Seconds in which load was sent and measured; neither the pauses between windows nor those that
   * were disturbed on purpose are in it.
   */
  public double measuredSeconds() {
    return windows.stream()
        .filter(window -> window.disturbed().isEmpty())
        .map(SoakWindow::window)
        .mapToDouble(Window::seconds)
        .sum();
  }

  /** What was done to the arm on purpose, in the order of time. */
  public List<Disturbance> disturbances() {
    return windows.stream().flatMap(window -> window.disturbed().stream()).toList();
  }

  /** The events of a kind. */
  public List<SoakEvent> events(SoakEvent.Kind kind) {
    return events.stream().filter(event -> event.kind() == kind).toList();
  }
}
