package io.meshgauge.live;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.Progress;
import io.meshgauge.soak.Alarm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;

/** Copies progress of the run into the state and notifies the viewers. */
final class LiveListener implements Progress {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LiveState state;
  private final LiveMetrics metrics;
  private final SseClients viewers;
  private final AtomicLong changes = new AtomicLong();

  LiveListener(LiveState state, LiveMetrics metrics, SseClients viewers) {
    this.state = state;
    this.metrics = metrics;
    this.viewers = viewers;
  }

  /** Number of changes so far; a page drawn at another number is out of date. */
  long changes() {
    return changes.get();
  }

  private void changed(String event, Map<String, Object> data) {
    changes.incrementAndGet();
    viewers.send(event, JSON.writeValueAsString(data));
  }

  @Override
  public void opened(Path folder) {
    metrics.opened(folder);
  }

  @Override
  public void planned(Experiment experiment, Schedule schedule, Duration expected) {
    state.planned(experiment, schedule);
    changed("planned", Map.of("name", experiment.name()));
  }

  @Override
  public void added(int trials) {
    state.added(trials);
    changed("planned", Map.of("repeated", trials));
  }

  @Override
  public void trialStarted(Trial trial) {
    state.started(trial);
    if (trial.plan().isSoak()) {
      metrics.soak(trial.variant().name());
    }
    changed("trial", Map.of("started", trial.folder()));
  }

  @Override
  public void phase(Trial trial, Phase phase, double fraction) {
    if (state.phase(trial, phase, fraction)) {
      changed("phase", Map.of("now", state.now()));
    }
  }

  @Override
  public void second(Trial trial, SecondSample sample) {
    state.second(sample);
  }

  @Override
  public void note(String text) {
    state.note(text);
    changed("note", Map.of("text", text));
  }

  @Override
  public void recorded(Trial trial, SoakRecord record, List<Alarm> alarms) {
    state.recorded(trial, record, alarms);
    metrics.soak(trial.variant().name());
    metrics.windows();
    changed("window", Map.of("recorded", record.windows().size()));
  }

  @Override
  public void kept(Trial trial, SoakWindow window) {
    state.kept(trial, window);
    metrics.soak(trial.variant().name());
    metrics.windows();
    changed("window", Map.of("window", window.index() + 1, "p99", window.p99()));
  }

  @Override
  public void happened(Trial trial, SoakEvent event) {
    state.happened(trial, event);
    changed("happened", Map.of("kind", event.kind().title(), "text", event.text()));
  }

  @Override
  public void alarmed(Trial trial, Alarm alarm) {
    state.alarmed(trial, alarm);
    changed("happened", Map.of("kind", "alarm", "text", alarm.text()));
  }

  @Override
  public void trialFinished(Trial trial, Outcome outcome, List<Reason> reasons) {
    state.finished(trial, outcome, reasons);
    changed("trial", Map.of("finished", trial.folder()));
  }
}
