package io.meshgauge.run.session;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a session has left to do: of a new one everything; of one whose harness died the trials
 * without a finished run, and the repeats of void ones that have not run.
 */
public final class RemainingTrials {
  /** The rule that a soak breaks as long as windows are left to be measured. */
  public static final String RULE = "soak-unfinished";

  private final Session session;
  private final List<Block> blocks;

  private RemainingTrials(Session session) {
    this.session = session;
    this.blocks = Block.of(session.experiment());
    session.runs().stream()
        .filter(run -> !goesOn(run))
        .sorted(Comparator.comparingInt(run -> run.trial().position()))
        .forEach(run -> blocks.forEach(block -> block.resume(run)));
  }

  public static RemainingTrials of(Session session) {
    return new RemainingTrials(session);
  }

  /** The blocks with the trials that are left, in order. */
  public List<Block> blocks() {
    return List.copyOf(blocks);
  }

  public boolean isEmpty() {
    return left() == 0;
  }

  /** A trial with the place it has in the order, where it has begun. */
  public Optional<Trial> begun(Trial trial) {
    return session.runs().stream()
        .filter(run -> run.trial().at(0).equals(trial.at(0)) && goesOn(run))
        .map(Run::trial)
        .findFirst();
  }

  /** The last place in the order that was taken. */
  public int last() {
    return session.runs().stream().mapToInt(run -> run.trial().position()).max().orElse(0);
  }

  public String words() {
    return "%d of %d trials are left, repeats included".formatted(left(), session.planned());
  }

  private int left() {
    return blocks.stream().mapToInt(block -> block.open().size()).sum();
  }

  private static boolean goesOn(Run run) {
    return run.reasons().stream().anyMatch(reason -> reason.rule().equals(RULE));
  }
}
