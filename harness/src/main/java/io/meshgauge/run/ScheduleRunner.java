package io.meshgauge.run;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.run.session.Block;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.RemainingTrials;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.session.ShutdownHook;
import io.meshgauge.run.trial.TrialRunner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Runs the remaining trials of a session, block by block.
 *
 * <p>Every run is durable before the next trial starts. Two consecutive trials that could not be
 * measured end the session: they indicate a systematic problem.
 */
final class ScheduleRunner {
  private static final int MAX_FAILURES_IN_A_ROW = 2;

  private final SessionContext context;
  private final ShutdownHook shutdown;
  private final TrialRunner runner;
  private final RunArchive archive;
  private final Progress progress;
  private final RemainingTrials remaining;
  private Session session;
  private int executed;
  private int failures;

  ScheduleRunner(Session session, SessionContext context, ShutdownHook shutdown) {
    this.session = session;
    this.context = context;
    this.shutdown = shutdown;
    this.runner = new TrialRunner(context, session.lagLimits(), shutdown::begun);
    this.archive = context.archive();
    this.progress = context.progress();
    this.remaining = RemainingTrials.of(session);
    this.executed = remaining.last();
  }

  /** The session with its latest number of replicates. */
  Session session() {
    return session;
  }

  /**
   * Runs all remaining trials.
   *
   * @param timed whether the session's time decides on the number of replicates; not in a resumed
   *     session, whose earlier time is unknown
   * @throws RunException when consecutive trials fail
   */
  void run(boolean timed) {
    Experiment experiment = session.experiment();
    Optional<Duration> time = experiment.protocol().time().filter(it -> timed);
    Duration before = context.times().elapsed();
    progress.planned(experiment, Schedule.of(experiment), Forecast.of(experiment).trials());
    Deque<Block> blocks = new ArrayDeque<>(remaining.blocks());
    while (!blocks.isEmpty()) {
      Block block = blocks.remove();
      run(block);
      boolean complete = blocks.isEmpty() || blocks.element().replicate() != block.replicate();
      if (time.isPresent() && complete) {
        int done = block.replicate();
        plan(Forecast.replicates(time.get(), before, context.times().elapsed(), done));
        blocks.clear();
        Block.of(session.experiment()).stream()
            .filter(it -> it.replicate() > done)
            .forEach(blocks::add);
      }
    }
    time.ifPresent(this::noteTime);
  }

  private void plan(int replicates) {
    int trials = session.planned();
    if (replicates != session.experiment().protocol().replicates()) {
      session = session.replicated(replicates);
      archive.store(session);
      progress.added(session.planned() - trials);
    }
  }

  private void noteTime(Duration time) {
    String text =
        "The session was planned for %d s: %d replicates."
            .formatted(time.toSeconds(), session.experiment().protocol().replicates());
    progress.note(text);
    session = session.noting(text);
  }

  private void run(Block block) {
    together(block);
    for (Optional<Trial> next = block.next(); next.isPresent(); next = block.next()) {
      Trial placed = remaining.begun(next.get()).orElse(next.get().at(executed + 1));
      executed = Math.max(executed, placed.position());
      Run run = one(placed);
      if (block.finished(run)) {
        progress.added(1);
      }
      failures = run.outcome() == Outcome.FAILED ? failures + 1 : 0;
      if (failures == MAX_FAILURES_IN_A_ROW) {
        throw new RunException(
            "%d trials in a row could not be measured; the last: %s%nwhat was finished before is in %s"
                .formatted(failures, run.reasons().get(0).summary(), archive.folder()));
      }
    }
  }

  /** Runs the trials of a block whose arms are deployed at once. */
  private void together(Block block) {
    List<Trial> trials = new ArrayList<>();
    for (Trial trial : block.together()) {
      executed++;
      trials.add(trial.at(executed));
    }
    if (trials.isEmpty()) {
      return;
    }
    List<Run> runs = runner.runTogether(trials, session.experiment());
    shutdown.refuse(archive.folder());
    for (Run run : runs) {
      archive.store(run);
      progress.trialFinished(run.trial(), run.outcome(), run.reasons());
    }
    if (runs.stream().allMatch(run -> run.outcome() == Outcome.FAILED)) {
      throw new RunException(
          "no arm of a block could be measured; the first: %s%nwhat was finished before is in %s"
              .formatted(runs.get(0).reasons().get(0).summary(), archive.folder()));
    }
  }

  private Run one(Trial trial) {
    progress.trialStarted(trial);
    Run run = runner.run(trial, session.experiment());
    // A run cut short by shutdown says nothing about the variant and is not stored.
    shutdown.refuse(archive.folder());
    archive.store(run);
    progress.trialFinished(run.trial(), run.outcome(), run.reasons());
    return run;
  }
}
