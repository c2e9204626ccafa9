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
 * What is known of a soak: on the disk window by window, and in sums that do not grow. Opened
 * again, it goes on where it was.
 */
public final class SoakJournal implements AutoCloseable {
  /**
   * The most windows that may be void, as a share of all. Latencies and CPU of a void window are
   * left out of every trend by themselves; above this share the machine was not fit for the rate.
   */
  private static final double UNSOUND = 0.2;

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
  private int unsound;
  private double seconds;
  private int leg;
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

  /** Opens the journal of a trial, which may have begun in an earlier harness. */
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
    // A window that was damaged on the disk leaves its number unused.
    windows = Math.max(windows, window.index()) + (window.index() >= windows ? 1 : 0);
    unsound += window.broken().isEmpty() ? 0 : 1;
    seconds += window.disturbed().isPresent() ? 0 : window.window().seconds();
    leg = Math.max(leg, window.leg());
    end = window.window().end();
  }

  /** Whether there is nothing left to measure. */
  boolean complete() {
    return windows >= settings.windows() || stopped();
  }

  private boolean stopped() {
    return settings.stops() && !watch.alarms().isEmpty();
  }

  /** How many windows are on record. */
  int windows() {
    return windows;
  }

  /** The number of the next deployment. */
  int nextLeg() {
    return leg + 1;
  }

  /** The arm is deployed, and this was observed before the load. */
  void deployed(int number, List<Evidence> probed) {
    leg = number;
    evidence.probed(number, probed);
    happened(
        SoakEvent.of(
            Instant.now(),
            SoakEvent.Kind.DEPLOYED,
            number == 1 ? "the arm" : "the arm again, leg %d".formatted(number)));
  }

  /**
   * A load worker was dropped on purpose, and its window is to be measured anew.
   *
   * @param seconds until the load was there again, warm
   */
  void dropped(SoakAct act, double seconds) {
    dropped = windows;
    lost = act.describe();
    String words =
        String.format(
            Locale.ROOT,
            "%s in window %d: the load was there again, and warm, after %.1f s",
            act.describe(),
            windows + 1,
            seconds);
    happened(new SoakEvent(Instant.now(), SoakEvent.Kind.DONE, words, seconds));
  }

  /** Whether the window that comes next is measured anew, for what was done in it. */
  boolean done(SoakAct act) {
    return act == SoakAct.DROP_WORKER && dropped == windows;
  }

  /** Something ended that should not have. */
  void lost(String words) {
    lost = words;
    happened(SoakEvent.of(Instant.now(), SoakEvent.Kind.LOST, words));
  }

  /** Puts an event on record. */
  void happened(SoakEvent event) {
    log.append(event);
    progress.happened(trial, event);
  }

  /** Puts a window on record, and what has become certain by it. */
  List<Alarm> keep(SoakEnvironment.Measured measured, List<Reason> broken) {
    LoadResult load = measured.load();
    LatencyHistogram response = load.allowedResponse();
    markGap(load.window().start());
    SoakWindow window =
        new SoakWindow(
            windows,
            leg,
            load.window(),
            load.scheduled(),
            load.completed(),
            load.failed(),
            response.seconds(50),
            response.seconds(99),
            response.maxSeconds(),
            broken,
            (int) measured.evidence().stream().filter(Evidence::proven).count(),
            measured.evidence().stream().filter(it -> !it.proven()).toList(),
            measured.resources(),
            measured.vitals(),
            measured.disturbance(),
            SlowAnswers.of(response, slos),
            measured.machine());
    log.append(window, load, measured.tcp(), totals);
    archive.keep(trial, measured.files());
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

  /** Puts all that is known into a draft, and writes that down. */
  void into(RunBuilder draft, Guarantees claims) {
    draft.soak(totals, seconds, evidence.all(), broken(), claims);
    archive.update(draft.toRun());
  }

  /** The rules that the soak breaks as it is now. */
  private List<Reason> broken() {
    List<Reason> reasons = new ArrayList<>();
    if (!complete()) {
      reasons.add(
          new Reason(
              RemainingTrials.RULE,
              "%d of %d windows were measured; to go on with it: meshgauge run --resume %s"
                  .formatted(windows, settings.windows(), archive.folder())));
    }
    if (windows > 0 && unsound > UNSOUND * windows) {
      reasons.add(
          new Reason(
              "unsound-windows",
              String.format(
                  Locale.ROOT,
                  "%d of %d windows were void, above %.0f %%",
                  unsound,
                  windows,
                  100 * UNSOUND)));
    }
    return reasons;
  }

  /** Why the soak was ended before its time; empty when it was not. */
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
