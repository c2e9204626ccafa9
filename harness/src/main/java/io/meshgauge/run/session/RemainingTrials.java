package io.meshgauge.run.session;

import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Remaining trials of a session: all trials of a new one; of a resumed one the trials without a
 * finished run, and repeats of void trials that have not run. None of one that its stop rule ended.
 */
public final class RemainingTrials {
  /** Rule that a soak breaks while windows remain to be measured. */
  public static final String RULE = "soak-unfinished";

  private final Session session;
  private final List<Block> blocks;

  private RemainingTrials(Session session) {
    this.session = session;
    boolean stopped = session.runs().stream().anyMatch(run -> StopRule.firedIn(run).isPresent());
    this.blocks = stopped ? List.of() : Block.of(session.experiment());
    session.runs().stream()
        .filter(run -> !isUnfinishedSoak(run))
        .sorted(Comparator.comparingInt(run -> run.trial().position()))
        .forEach(run -> blocks.forEach(block -> block.resume(run)));
  }

  public static RemainingTrials of(Session session) {
    return new RemainingTrials(session);
  }

  /** Blocks with the remaining trials, in order. */
  public List<Block> blocks() {
    return List.copyOf(blocks);
  }

  public boolean isEmpty() {
    return left() == 0;
  }

  /** The trial with its position in the order, if it was started before. */
  public Optional<Trial> begun(Trial trial) {
    return session.runs().stream()
        .filter(run -> run.trial().at(0).equals(trial.at(0)) && isUnfinishedSoak(run))
        .map(Run::trial)
        .findFirst();
  }

  /** The highest position used so far. */
  public int last() {
    return session.runs().stream().mapToInt(run -> run.trial().position()).max().orElse(0);
  }

  public String text() {
    return "%d of %d trials remain, repeats included".formatted(left(), session.planned());
  }

  private int left() {
    return blocks.stream().mapToInt(block -> block.open().size()).sum();
  }

  private static boolean isUnfinishedSoak(Run run) {
    return run.reasons().stream().anyMatch(reason -> reason.rule().equals(RULE));
  }
}
