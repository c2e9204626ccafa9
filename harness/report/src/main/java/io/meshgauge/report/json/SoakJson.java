package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.Unit;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.report.SoakReport;
import io.meshgauge.soak.Alarm;
import io.meshgauge.soak.Quantity;
import io.meshgauge.soak.SeriesDrift;
import io.meshgauge.soak.SoakAnalysis;
import io.meshgauge.soak.Subject;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.drift.Burst;
import io.meshgauge.stats.drift.ChangePoint;
import io.meshgauge.stats.drift.Trend;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One soak: its windows, the series that drifted, the events. */
@JsonClassDescription("One soak, window after window")
record SoakJson(
    String variant,
    int planned,
    double windowSeconds,
    double settlingSeconds,
    double drift,
    List<String> damaged,
    List<AlarmJson> alarms,
    List<DriftJson> drifts,
    List<Burst> bursts,
    List<StepJson> steps,
    List<SoakEvent> events,
    List<WindowJson> windows) {

  static SoakJson of(SoakReport soak) {
    SoakAnalysis analysis = soak.analysis();
    return new SoakJson(
        soak.arm().name(),
        soak.record().planned(),
        soak.settings().window().toMillis() / 1e3,
        soak.settings().settling().toMillis() / 1e3,
        soak.settings().drift(),
        soak.record().damaged(),
        analysis.alarms().stream().map(AlarmJson::of).toList(),
        analysis.drifts().stream().map(DriftJson::of).toList(),
        analysis.bursts(),
        analysis.steps().stream().map(StepJson::of).toList(),
        soak.record().events(),
        soak.record().windows().stream().map(WindowJson::of).toList());
  }

  /** An alarm; only an alarm of a drift has a series. */
  record AlarmJson(
      Alarm.Kind kind,
      int window,
      double minutes,
      String text,
      Optional<Quantity> quantity,
      Optional<Unit> unit,
      Optional<String> of) {
    static AlarmJson of(Alarm alarm) {
      Optional<Subject> subject = alarm.drift().map(SeriesDrift::subject);
      return new AlarmJson(
          alarm.kind(),
          alarm.window(),
          alarm.minutes(),
          alarm.text(),
          subject.map(Subject::quantity),
          subject.map(it -> it.quantity().unit()),
          subject.map(Subject::of));
    }
  }

  record DriftJson(
      Quantity quantity,
      Unit unit,
      String of,
      int deployment,
      int windows,
      double level,
      double slopePerHour,
      Optional<Interval> interval,
      Optional<Double> p,
      double tolerancePerHour,
      boolean certain) {
    static DriftJson of(SeriesDrift series) {
      Quantity quantity = series.subject().quantity();
      return new DriftJson(
          quantity,
          quantity.unit(),
          series.subject().of(),
          series.leg(),
          series.drift().windows(),
          series.drift().level(),
          series.drift().slopePerHour(),
          series.drift().interval(),
          series.drift().trend().map(Trend::p),
          series.tolerancePerHour(),
          series.drift().isCertain());
    }
  }

  record StepJson(
      Quantity quantity, Unit unit, String of, int window, double before, double after, double p) {
    static StepJson of(SoakAnalysis.Step step) {
      Quantity quantity = step.subject().quantity();
      ChangePoint change = step.change();
      return new StepJson(
          quantity,
          quantity.unit(),
          step.subject().of(),
          change.window(),
          change.before(),
          change.after(),
          change.p());
    }
  }

  @JsonPropertyOrder({"at", "kind", "seconds", "text"})
  record EventJson(Instant at, SoakEvent.Kind kind, double seconds, String text) {}

  record WindowJson(
      int index,
      int deployment,
      Instant start,
      Instant end,
      long scheduled,
      long completed,
      long failed,
      double p50,
      double p99,
      double max,
      boolean sound,
      int proven,
      int unproven,
      @JsonPropertyDescription(
              "Fault that was injected in the window on purpose. usualP99Seconds: median of the"
                  + " 99th percentiles of the seconds before it; worstP99Seconds: of the worst"
                  + " second from the fault until requests were as before")
          Optional<Disturbance> disturbance,
      @JsonPropertyDescription("Values in stored units, by the title of their series")
          Map<String, Double> values,
      @Nullable MachineUse machine) {
    static WindowJson of(SoakWindow window) {
      Map<String, Double> values = new LinkedHashMap<>();
      Subject.values(window).forEach((subject, value) -> values.put(subject.key(), value));
      return new WindowJson(
          window.index(),
          window.leg(),
          window.window().start(),
          window.window().end(),
          window.scheduled(),
          window.completed(),
          window.failed(),
          window.p50(),
          window.p99(),
          window.max(),
          window.sound(),
          window.proven(),
          window.unproven().size(),
          window.disturbed(),
          values,
          window.machine());
    }
  }
}
