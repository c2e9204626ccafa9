package io.meshgauge.run;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.LoadPoint;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.predict.HeldOut;
import io.meshgauge.run.environment.ArmGroups;
import io.meshgauge.run.session.Block;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.RemainingTrials;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.session.ShutdownHook;
import io.meshgauge.run.session.StoppedException;
import io.meshgauge.run.trial.TrialRunner;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.SpendingBounds;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Runs the remaining trials of a session, block by block.
 *
 * <p>Every run is durable before the next trial starts. Two consecutive trials that could not be
 * measured end the session: they indicate a systematic problem. So does a run in which the stop
 * rule fired.
 */
final class ScheduleRunner {
  private static final int MAX_FAILURES_IN_A_ROW = 2;

  private final SessionContext context;
  private final ShutdownHook shutdown;
  private final TrialRunner runner;
  private final RunArchive archive;
  private final Progress progress;
  private final RemainingTrials remaining;
  private final List<Run> runs;
  private Session session;
  private Duration before = Duration.ZERO;
  private int executed;
  private int failures;

  ScheduleRunner(Session session, SessionContext context, ShutdownHook shutdown, ArmGroups groups) {
    this.session = session;
    this.context = context;
    this.shutdown = shutdown;
    this.runner = new TrialRunner(context, session.lagLimits(), shutdown::begun, groups);
    this.archive = context.archive();
    this.progress = context.progress();
    this.remaining = RemainingTrials.of(session);
    this.executed = remaining.last();
    this.runs = new ArrayList<>(session.runs());
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
   * @throws StoppedException when the stop rule fired
   */
  void run(boolean timed) {
    Protocol protocol = session.experiment().protocol();
    before = context.times().elapsed();
    progress.planned(
        session.experiment(),
        Schedule.of(session.experiment()),
        Forecast.of(session.experiment()).trials());
    Deque<Block> blocks = new ArrayDeque<>(remaining.blocks());
    while (!blocks.isEmpty()) {
      Block block = blocks.remove();
      run(block);
      boolean complete = blocks.isEmpty() || blocks.element().replicate() != block.replicate();
      if (complete) {
        noteStanding(block.replicate());
      }
      if (timed && complete && protocol.time().isPresent()) {
        int done = block.replicate();
        plan(next(protocol, done));
        blocks.clear();
        Block.of(session.experiment()).stream()
            .filter(it -> it.replicate() > done)
            .forEach(blocks::add);
      }
    }
    protocol.time().filter(it -> timed).ifPresent(this::noteEnd);
  }

  /** Replicates of the session, as planned after some of them. */
  private int next(Protocol protocol, int done) {
    int inTime =
        Forecast.replicates(protocol.time().orElseThrow(), before, context.times().elapsed(), done);
    if (protocol.precision().isEmpty()) {
      return inTime;
    }
    Protocol.Precision precision = protocol.precision().get();
    boolean looks = Arrays.stream(precision.looks()).anyMatch(look -> look == done);
    if (looks && questions(precision.effect(), precision.looks(), done).isEmpty()) {
      String text =
          String.format(
              Locale.ROOT,
              "After %d replicates the interval of every difference in p50, p99 and CPU excludes zero"
                  + " or reaches at most %.1f %% to either side; the session ends.",
              done,
              100 * precision.effect());
      progress.note(text);
      session = session.noting(text);
      return done;
    }
    return Math.max(done, Math.min(precision.most(), inTime));
  }

  private List<OpenQuestions.Question> questions(double margin, int[] looks, int done) {
    double level =
        looks.length == 0 ? Comparison.LEVEL : SpendingBounds.atEnd(Comparison.LEVEL, looks, done);
    return new OpenQuestions(session.experiment(), runs).at(margin, level);
  }

  /** What the blocks so far say of each arm. */
  private void noteStanding(int done) {
    List<String> lines =
        new OpenQuestions(session.experiment(), runs)
            .standing(margin(), Comparison.LEVEL, pace(done));
    if (!lines.isEmpty()) {
      progress.note(
          "After %d replicates, against the baseline (95 %% interval):%n  %s"
              .formatted(done, String.join("%n  ".formatted(), lines)));
    }
  }

  /** Up to which ratio − 1 a difference needs no decision. */
  private double margin() {
    return session
        .experiment()
        .protocol()
        .precision()
        .map(Protocol.Precision::effect)
        .orElse(Comparison.MARGIN);
  }

  /** Time of one replicate so far. */
  private Duration pace(int done) {
    return context.times().elapsed().minus(before).dividedBy(done);
  }

  private void plan(int replicates) {
    int trials = session.planned();
    if (replicates != session.experiment().protocol().replicates()) {
      session = session.replicated(replicates);
      archive.store(session);
      progress.added(session.planned() - trials);
    }
  }

  /** What the session took, and what more would decide the rest. */
  private void noteEnd(Duration time) {
    Protocol protocol = session.experiment().protocol();
    int done = protocol.replicates();
    double margin = margin();
    int[] looks = protocol.precision().map(Protocol.Precision::looks).orElse(new int[0]);
    String text =
        "The session was planned for %d s and measured %d replicates."
            .formatted(time.toSeconds(), done);
    List<OpenQuestions.Question> open = questions(margin, looks, done);
    if (!open.isEmpty()) {
      text +=
          String.format(
              Locale.ROOT,
              " Undecided, and how much longer it would probably take until each is decided or bounded by %.0f %%: %s.",
              100 * margin,
              OpenQuestions.minutes(open, done, pace(done)));
    }
    progress.note(text);
    session = session.noting(text);
  }

  private void run(Block block) {
    predict(block);
    together(block);
    for (Optional<Trial> next = block.next(); next.isPresent(); next = block.next()) {
      Trial placed = remaining.begun(next.get()).orElse(next.get().at(executed + 1));
      executed = Math.max(executed, placed.position());
      Run run = one(placed);
      endIfStopped(List.of(run));
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

  /** Before the first points of a sweep that are held out: writes down what they should show. */
  private void predict(Block block) {
    boolean heldOut =
        session.experiment().armsOf(block.replicate()).stream()
            .anyMatch(arm -> LoadPoint.of(arm).filter(LoadPoint::heldOut).isPresent());
    if (!heldOut || Files.exists(archive.folder().resolve(HeldOut.FILE))) {
      return;
    }
    HeldOut predictions = HeldOut.of(archive.read(), Instant.now());
    archive.attach(HeldOut.FILE, predictions);
    progress.note(
        "The model is fitted to %d deployments; %s predicts the %d points that are measured from now on."
            .formatted(predictions.samples().size(), HeldOut.FILE, predictions.points().size()));
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
    List<Run> together = runner.runTogether(trials, session.experiment());
    shutdown.refuse(archive.folder());
    together.forEach(this::store);
    endIfStopped(together);
    if (together.stream().allMatch(run -> run.outcome() == Outcome.FAILED)) {
      throw new RunException(
          "no arm of a block could be measured; the first: %s%nwhat was finished before is in %s"
              .formatted(together.get(0).reasons().get(0).summary(), archive.folder()));
    }
  }

  private void endIfStopped(List<Run> latest) {
    for (Run run : latest) {
      Optional<Reason> fired = StopRule.firedIn(run);
      if (fired.isPresent()) {
        throw new StoppedException(fired.get().text(), archive.folder());
      }
    }
  }

  private Run one(Trial trial) {
    progress.trialStarted(trial);
    Run run = runner.run(trial, session.experiment());
    // A run cut short by shutdown says nothing about the variant and is not stored.
    shutdown.refuse(archive.folder());
    store(run);
    return run;
  }

  private void store(Run run) {
    archive.store(run);
    runs.add(run);
    progress.trialFinished(run.trial(), run.outcome(), run.reasons());
  }
}
