package io.meshgauge.run.trial;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.archive.SoakLog;
import io.meshgauge.archive.SoakTotals;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.SlowAnswers;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.RemainingTrials;
import io.meshgauge.soak.Alarm;
import io.meshgauge.soak.SoakWatch;
import io.meshgauge.topology.Guarantees;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Record of a soak: durable window by window, with running totals of constant size. Opening it
 * again resumes the soak.
 */
public final class SoakJournal implements AutoCloseable {
  /**
   * Share of windows that may be void. Latencies and CPU of a void window are excluded from every
   * trend; above this share the machine was unfit for the rate.
   */
  private static final double MAX_VOID_SHARE = 0.2;

  private final RunArchive archive;
  private final Trial trial;
  private final SoakSettings settings;
  private final Progress progress;
  private final List<Slo> slos;
  private final SoakWatch watch;
  private final SoakEvidence evidence = new SoakEvidence();
  private final SoakTotals totals;
  private final SoakLog log;
  private int windows;
  private int dropped = -1;
  private int voidWindows;
  private int deployments;
  private @Nullable Instant end;
  private @Nullable String lost;

  private SoakJournal(
      RunArchive archive, Trial trial, Experiment experiment, Progress progress, boolean known) {
    this.archive = archive;
    this.trial = trial;
    this.settings = SoakSettings.of(trial.plan());
    this.progress = progress;
    this.slos = experiment.slos();
    this.watch = new SoakWatch(settings, experiment.slos());
    this.log = SoakLog.open(archive.folder(trial));
    SoakLog.Content content = SoakLog.read(archive.folder(trial), settings.windows());
    this.totals = content.totals();
    if (known) {
      evidence.resume(archive.observed(trial));
      resume(content.record());
    }
  }

  /** Opens the record of a trial, which an earlier harness may have started. */
  public static SoakJournal open(
      RunArchive archive, Trial trial, Experiment experiment, Progress progress) {
    boolean known = SoakLog.in(archive.folder(trial));
    return new SoakJournal(archive, trial, experiment, progress, known);
  }

  private void resume(SoakRecord record) {
    record.damaged().forEach(progress::note);
    for (SoakWindow window : record.windows()) {
      count(window);
      evidence.add(window);
      watch.add(window);
    }
    progress.recorded(trial, record, watch.alarms());
    lost = "the harness had ended";
  }

  private void count(SoakWindow window) {
    // The number of a window that was damaged on disk stays unused.
    windows = Math.max(windows, window.index()) + (window.index() >= windows ? 1 : 0);
    voidWindows += window.broken().isEmpty() ? 0 : 1;
    deployments = Math.max(deployments, window.leg());
    end = window.window().end();
  }

  /** Whether all windows were measured or an alarm ended the soak. */
  boolean complete() {
    return windows >= settings.windows() || stopped();
  }

  private boolean stopped() {
    return settings.stops() && !watch.alarms().isEmpty();
  }

  /** Recorded windows. */
  int windows() {
    return windows;
  }

  /** Number of the next deployment, from 1. */
  int nextDeployment() {
    return deployments + 1;
  }

  /** Records a deployment with the evidence from before its load. */
  void deployed(int number, List<Evidence> probed) {
    deployments = number;
    evidence.probed(number, probed);
    happened(
        SoakEvent.of(
            Instant.now(),
            SoakEvent.Kind.DEPLOYED,
            number == 1 ? "the arm" : "the arm again, deployment %d".formatted(number)));
  }

  /**
   * Records that a load worker was killed by a fault; its window is repeated.
   *
   * @param seconds until the load was restarted and warm
   */
  void dropped(SoakAct act, double seconds) {
    dropped = windows;
    lost = act.describe();
    String text =
        String.format(
            Locale.ROOT,
            "%s in window %d: the load was restarted and warm after %.1f s",
            act.describe(),
            windows + 1,
            seconds);
    happened(new SoakEvent(Instant.now(), SoakEvent.Kind.DONE, text, seconds));
  }

  /** Whether the next window repeats one in which this fault was injected. */
  boolean done(SoakAct act) {
    return act == SoakAct.DROP_WORKER && dropped == windows;
  }

  /** Records an unexpected loss. */
  void lost(String reason) {
    lost = reason;
    happened(SoakEvent.of(Instant.now(), SoakEvent.Kind.LOST, reason));
  }

  /** Records an event. */
  void happened(SoakEvent event) {
    log.append(event);
    progress.happened(trial, event);
  }

  /** Records a window; returns the alarms that it raises. */
  List<Alarm> keep(SoakEnvironment.Measured measured, List<Reason> broken) {
    MeasuredWindow readings = measured.window();
    LoadResult load = readings.load();
    LatencyHistogram response = load.allowedResponse();
    markGap(load.window().start());
    SoakWindow window =
        new SoakWindow(
            windows,
            deployments,
            load.window(),
            load.scheduled(),
            load.completed(),
            load.failed(),
            response.seconds(50),
            response.seconds(99),
            response.maxSeconds(),
            broken,
            (int) measured.evidence().stream().filter(Evidence::proven).count(),
            measured.evidence().stream().filter(Evidence::unproven).toList(),
            readings.resources().uses(),
            readings.vitals(),
            measured.disturbance(),
            SlowAnswers.of(response, slos),
            readings.resources().machine());
    log.append(window, load, readings.resources().tcp(), totals);
    archive.keep(trial, readings.files());
    count(window);
    evidence.add(window, measured.evidence());
    window
        .disturbed()
        .ifPresent(
            it ->
                happened(
                    SoakEvent.of(window.window().start(), SoakEvent.Kind.DONE, it.describe())));
    progress.kept(trial, window);
    List<Alarm> alarms = watch.add(window);
    for (Alarm alarm : alarms) {
      happened(SoakEvent.of(Instant.now(), SoakEvent.Kind.ALARM, alarm.text()));
      progress.alarmed(trial, alarm);
    }
    return alarms;
  }

  private void markGap(Instant start) {
    if (lost != null && end != null) {
      double gap = Duration.between(end, start).toMillis() / 1000.0;
      happened(new SoakEvent(end, SoakEvent.Kind.GAP, "nothing was measured: " + lost, gap));
    }
    lost = null;
  }

  /** Adds everything recorded to a run and stores it. */
  void addTo(RunBuilder run, Guarantees claims) {
    run.soak(totals, evidence.all(), broken(), claims);
    archive.update(run.toRun());
  }

  /** Rules that the soak breaks now. */
  private List<Reason> broken() {
    List<Reason> reasons = new ArrayList<>();
    if (!complete()) {
      reasons.add(
          new Reason(
              RemainingTrials.RULE,
              "%d of %d windows were measured; to resume: meshgauge run --resume %s"
                  .formatted(windows, settings.windows(), archive.folder())));
    }
    if (windows > 0 && voidWindows > MAX_VOID_SHARE * windows) {
      reasons.add(
          new Reason(
              "unsound-windows",
              String.format(
                  Locale.ROOT,
                  "%d of %d windows were void, above %.0f %%",
                  voidWindows,
                  windows,
                  100 * MAX_VOID_SHARE)));
    }
    return reasons;
  }

  /** The alarm that ended the soak early; empty without one. */
  Optional<String> ended() {
    return stopped() && windows < settings.windows()
        ? watch.alarms().stream().findFirst().map(Alarm::text)
        : Optional.empty();
  }

  @Override
  public void close() {
    log.close();
  }
}
