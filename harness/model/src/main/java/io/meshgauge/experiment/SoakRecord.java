package io.meshgauge.experiment;

import java.util.List;

/**
 * The complete record of a soak.
 *
 * @param planned number of planned windows
 * @param windows measured windows, in order of time
 * @param events in order of time
 * @param damaged unreadable lines of the record, one sentence each
 */
public record SoakRecord(
    int planned, List<SoakWindow> windows, List<SoakEvent> events, List<String> damaged) {
  public SoakRecord {
    windows = List.copyOf(windows);
    events = List.copyOf(events);
    damaged = List.copyOf(damaged);
  }

  /** Injected faults and changes, in order of time. */
  public List<Disturbance> disturbances() {
    return windows.stream().flatMap(window -> window.disturbed().stream()).toList();
  }

  /** The events of a kind. */
  public List<SoakEvent> events(SoakEvent.Kind kind) {
    return events.stream().filter(event -> event.kind() == kind).toList();
  }
}
