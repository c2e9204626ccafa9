package io.meshgauge.live;

import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.report.SoakReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.soak.Alarm;
import io.meshgauge.soak.SoakAnalysis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Records of a soak in progress. A window has about 200 numbers: one day of 1-minute windows takes
 * about 20 MB. Guarded by the lock of its {@link LiveState}.
 */
final class LiveSoak {
  private final Trial trial;
  private final SoakSettings settings;
  private final List<SoakWindow> windows = new ArrayList<>();
  private final List<SoakEvent> events = new ArrayList<>();
  private final List<Alarm> alarms = new ArrayList<>();
  private final List<String> damaged = new ArrayList<>();
  private long completed;
  private long failed;
  private long unsound;
  private long disturbed;
  private double gapSeconds;

  LiveSoak(Trial trial) {
    this.trial = trial;
    this.settings = SoakSettings.of(trial.plan());
  }

  /** Adds the records of an earlier harness that this one resumes. */
  void recorded(SoakRecord record, List<Alarm> raised) {
    record.windows().forEach(this::add);
    record.events().forEach(this::add);
    alarms.addAll(raised);
    damaged.addAll(record.damaged());
  }

  void add(SoakWindow window) {
    windows.add(window);
    completed += window.completed();
    failed += window.failed();
    unsound += window.broken().isEmpty() ? 0 : 1;
    disturbed += window.disturbed().isPresent() ? 1 : 0;
  }

  void add(SoakEvent event) {
    events.add(event);
    gapSeconds += event.kind() == SoakEvent.Kind.GAP ? event.seconds() : 0;
  }

  void add(Alarm alarm) {
    alarms.add(alarm);
  }

  int planned() {
    return settings.windows();
  }

  int windows() {
    return windows.size();
  }

  long completed() {
    return completed;
  }

  long failed() {
    return failed;
  }

  long unsound() {
    return unsound;
  }

  long disturbed() {
    return disturbed;
  }

  double gapSeconds() {
    return gapSeconds;
  }

  long alarms(Alarm.Kind kind) {
    return alarms.stream().filter(alarm -> alarm.kind() == kind).count();
  }

  Optional<SoakWindow> latest() {
    return windows.isEmpty() ? Optional.empty() : Optional.of(windows.get(windows.size() - 1));
  }

  /**
   * The report so far, without analyses that need all windows. Copies the lists now; the supplier
   * does the slow part without the lock.
   */
  Supplier<SoakReport> report() {
    SoakRecord record = new SoakRecord(settings.windows(), windows, events, damaged);
    List<Alarm> raised = List.copyOf(alarms);
    Arm arm = new Arm(trial.variant(), trial.plan(), List.of());
    return () ->
        new SoakReport(arm, record, settings, SoakAnalysis.soFar(raised, record.windows()));
  }
}
