package io.meshgauge.cli.terminal;

import io.meshgauge.cli.terminal.Terminal.Colour;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/**
 * Progress on an interactive terminal: one line that is overwritten, with phase, bar, live p99 and
 * time left; above it one permanent line per finished trial.
 */
public final class LiveProgress implements Progress {
  private static final String ERASE = "\r\u001b[2K";
  private static final int BAR = 20;

  private final PrintStream out;
  private final Terminal terminal;
  private final TimeLeft time;
  private String latest = "";

  /** Progress on a terminal; the clock measures time left. */
  public LiveProgress(PrintStream out, Terminal terminal, InstantSource clock) {
    this.out = out;
    this.terminal = terminal;
    this.time = new TimeLeft(clock);
  }

  @Override
  public synchronized void planned(Experiment experiment, Schedule schedule, Duration expected) {
    time.expect(expected, schedule.trials().size());
    keep(
        "%s: %d trials, %s"
            .formatted(experiment.name(), time.trials(), HumanFormat.about(expected)));
  }

  @Override
  public synchronized void added(int trials) {
    time.more(trials);
  }

  @Override
  public synchronized void trialStarted(Trial trial) {
    latest = "";
  }

  @Override
  public synchronized void phase(Trial trial, Phase phase, double fraction) {
    double done = Math.max(0, Math.min(1, fraction));
    String line =
        String.format(
            Locale.ROOT,
            "%s %-14s %s %3.0f %%%s  %s left",
            heading(trial),
            phase.title(),
            bar(done),
            100 * done,
            phase == Phase.MEASURE ? latest : "",
            HumanFormat.duration(time.left()));
    String fitting =
        line.length() < terminal.columns() ? line : line.substring(0, terminal.columns() - 1);
    out.print(ERASE + fitting);
    out.flush();
  }

  @Override
  public synchronized void second(Trial trial, SecondSample sample) {
    latest = "  p99 " + HumanFormat.latency(sample.p99Seconds());
    double window = Math.max(1, trial.plan().duration().toMillis() / 1e3);
    phase(trial, Phase.MEASURE, (sample.second() + 1) / window);
  }

  @Override
  public synchronized void note(String text) {
    keep(terminal.paint(Colour.QUIET, "note: " + text));
  }

  @Override
  public synchronized void happened(Trial trial, SoakEvent event) {
    Colour colour =
        EnumSet.of(SoakEvent.Kind.ALARM, SoakEvent.Kind.LOST).contains(event.kind())
            ? Colour.BAD
            : Colour.QUIET;
    keep(terminal.paint(colour, "%s: %s".formatted(event.kind().title(), event.text())));
  }

  @Override
  public synchronized void trialFinished(Trial trial, Outcome outcome, List<Reason> reasons) {
    time.trialFinished();
    String word = outcome.name().toLowerCase(Locale.ROOT);
    keep(heading(trial) + " " + terminal.paint(colour(outcome), word));
    reasons.forEach(reason -> keep("  %s: %s".formatted(reason.rule(), reason.text())));
  }

  private String heading(Trial trial) {
    return "[%d/%d] %s, %s #%d"
        .formatted(
            trial.position(),
            time.trials(),
            trial.variant().name(),
            trial.plan().name(),
            trial.replicate());
  }

  private String bar(double done) {
    int full = (int) Math.round(done * BAR);
    return terminal.unicode()
        ? "█".repeat(full) + "░".repeat(BAR - full)
        : "[" + "#".repeat(full) + "-".repeat(BAR - full) + "]";
  }

  private void keep(String line) {
    out.println(ERASE + line);
    out.flush();
  }

  private static Colour colour(Outcome outcome) {
    return switch (outcome) {
      case VALID -> Colour.GOOD;
      case VOID, UNVERIFIED -> Colour.DOUBTFUL;
      case FAILED -> Colour.BAD;
    };
  }
}
