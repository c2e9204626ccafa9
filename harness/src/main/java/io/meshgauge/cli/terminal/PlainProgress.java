package io.meshgauge.cli.terminal;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Progress for files and build logs: one line per change of phase, and one every five seconds while
 * a phase lasts.
 */
public final class PlainProgress implements Progress {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final PrintStream out;
  private final InstantSource clock;
  private final TimeLeft time;
  private Instant lastPrinted;
  private @Nullable Phase phase;

  /** Progress written to a stream; the clock measures time left. */
  public PlainProgress(PrintStream out, InstantSource clock) {
    this.out = out;
    this.clock = clock;
    this.lastPrinted = clock.instant();
    this.time = new TimeLeft(clock);
  }

  @Override
  public synchronized void planned(Experiment experiment, Schedule schedule, Duration expected) {
    time.expect(expected, schedule.trials().size());
    print(
        "experiment %s: %d trials, %s"
            .formatted(experiment.name(), time.trials(), HumanFormat.about(expected)));
  }

  @Override
  public synchronized void added(int trials) {
    time.more(trials);
  }

  @Override
  public synchronized void trialStarted(Trial trial) {
    phase = null;
    print(
        "[%d/%d] %s, plan %s, replicate %d, %s left"
            .formatted(
                trial.position(),
                time.trials(),
                trial.variant().name(),
                trial.plan().name(),
                trial.replicate(),
                HumanFormat.duration(time.left())));
  }

  @Override
  public synchronized void phase(Trial trial, Phase now, double fraction) {
    if (now != phase) {
      phase = now;
      print("  " + now.title());
    } else if (now != Phase.MEASURE && due()) {
      print(String.format(Locale.ROOT, "  %s %.0f %%", now.title(), 100 * fraction));
    }
  }

  @Override
  public synchronized void second(Trial trial, SecondSample sample) {
    if (due()) {
      print(
          String.format(
              Locale.ROOT,
              "  second %d of %d: %d answers, p99 %s",
              sample.second() + 1,
              trial.plan().duration().toSeconds(),
              sample.completed(),
              HumanFormat.latency(sample.p99Seconds())));
    }
  }

  @Override
  public synchronized void kept(Trial trial, SoakWindow window) {
    print(
        "  window %d kept: %d answers, p99 %s, %d promises observed%s"
            .formatted(
                window.index() + 1,
                window.completed(),
                HumanFormat.latency(window.p99()),
                window.proven(),
                remark(window)));
  }

  /** Why the window's latencies are not reported; empty if they are. */
  private static String remark(SoakWindow window) {
    if (window.disturbed().isPresent()) {
      return ", disturbed on purpose";
    }
    return window.broken().isEmpty() ? "" : ", void: " + window.broken().get(0).text();
  }

  @Override
  public synchronized void happened(Trial trial, SoakEvent event) {
    print("  %s: %s".formatted(event.kind().title(), event.text()));
  }

  @Override
  public synchronized void note(String text) {
    print("note: " + text);
  }

  @Override
  public synchronized void trialFinished(Trial trial, Outcome outcome, List<Reason> reasons) {
    time.trialFinished();
    print(
        "[%d/%d] %s: %s"
            .formatted(
                trial.position(),
                time.trials(),
                trial.variant().name(),
                outcome.name().toLowerCase(Locale.ROOT)));
    reasons.forEach(reason -> print("  %s: %s".formatted(reason.rule(), reason.text())));
  }

  private boolean due() {
    return Duration.between(lastPrinted, clock.instant()).compareTo(INTERVAL) >= 0;
  }

  private void print(String text) {
    lastPrinted = clock.instant();
    out.println(HumanFormat.stopwatch(time.elapsed()) + " " + text);
    out.flush();
  }
}
