package io.meshgauge.run.session;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Trial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The trials of one replicate under one plan that have not started, in order.
 *
 * <p>A void trial is repeated once, whatever numbers it gave, at a position drawn among the trials
 * that have not started: a repeat that always ran last would run on a machine in another state than
 * the first runs (decision 6). The draw depends only on the experiment's seed and the trial, so a
 * resumed session repeats it.
 */
public final class Block {
  private final long seed;
  private final int replicate;
  private final boolean together;
  private final List<Trial> open;
  private final Set<Trial> repeated = new HashSet<>();

  private Block(Experiment experiment, List<Trial> trials) {
    this.seed = experiment.seed();
    this.replicate = trials.get(0).replicate();
    this.together = experiment.protocol().windowsOf(trials.get(0).plan()) > 1;
    this.open = new ArrayList<>(trials);
  }

  /** All blocks of an experiment, in order, before the first trial. */
  public static List<Block> of(Experiment experiment) {
    List<Block> blocks = new ArrayList<>();
    List<Trial> block = new ArrayList<>();
    for (Trial trial : Schedule.of(experiment).trials()) {
      if (!block.isEmpty() && !together(block.get(0), trial)) {
        blocks.add(new Block(experiment, block));
        block.clear();
      }
      block.add(trial);
    }
    if (!block.isEmpty()) {
      blocks.add(new Block(experiment, block));
    }
    return blocks;
  }

  private static boolean together(Trial one, Trial other) {
    return one.replicate() == other.replicate() && one.plan().equals(other.plan());
  }

  /** The number of the replicate, from 1. */
  public int replicate() {
    return replicate;
  }

  /** Trials that have not started, including repeats. */
  List<Trial> open() {
    return List.copyOf(open);
  }

  /**
   * Removes all trials that are measured together; empty if they are measured one after the other.
   */
  public List<Trial> together() {
    if (!together) {
      return List.of();
    }
    List<Trial> all = List.copyOf(open);
    open.clear();
    return all;
  }

  /** Removes the next trial; empty when the block is done. */
  public Optional<Trial> next() {
    return open.isEmpty() ? Optional.empty() : Optional.of(open.remove(0));
  }

  /**
   * Records how a trial ended. Soaks are not repeated, because that would take as long again and
   * their windows are judged one by one; nor are trials that were measured together, whose void
   * windows were repeated.
   *
   * @return whether the trial will be repeated
   */
  public boolean finished(Run run) {
    Trial trial = run.trial().at(0);
    if (run.outcome() != Outcome.VOID
        || trial.plan().isSoak()
        || together
        || !repeated.add(trial)) {
      return false;
    }
    open.add(random(trial).nextInt(open.size() + 1), trial);
    return true;
  }

  /** Records a run of an earlier harness, in the original order. */
  void resume(Run run) {
    Trial trial = run.trial().at(0);
    for (int i = 0; i < open.size(); i++) {
      if (open.get(i).at(0).equals(trial)) {
        open.remove(i);
        finished(run);
        return;
      }
    }
  }

  private SplittableRandom random(Trial trial) {
    int name =
        Objects.hash(trial.replicate(), trial.plan().name(), trial.variant().name(), "repeat");
    return new SplittableRandom(seed * 31 + name);
  }
}
