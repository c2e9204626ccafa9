package io.meshgauge.run;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import java.util.ArrayList;
import java.util.List;

/**
 * The trials of one replicate under one plan, and the trials that take the place of void ones.
 *
 * <p>A void run says nothing of its variant, so its trial is repeated once, at the end of its
 * block, whatever numbers it gave. The rule is fixed beforehand; the void run stays in the archive.
 *
 * @param trials in order
 */
record Block(List<Trial> trials) {

  /** Splits a schedule into its blocks. */
  static List<Block> of(List<Trial> trials) {
    List<Block> blocks = new ArrayList<>();
    List<Trial> open = new ArrayList<>();
    for (Trial trial : trials) {
      if (!open.isEmpty() && !together(open.get(0), trial)) {
        blocks.add(new Block(List.copyOf(open)));
        open.clear();
      }
      open.add(trial);
    }
    if (!open.isEmpty()) {
      blocks.add(new Block(List.copyOf(open)));
    }
    return blocks;
  }

  /**
   * The trials to be repeated after the block: those that were void. A soak is not, which would
   * take as long again; its windows are void one by one.
   *
   * @param runs of this block
   */
  List<Trial> again(List<Run> runs) {
    return runs.stream()
        .filter(run -> run.outcome() == Outcome.VOID)
        .map(Run::trial)
        .filter(trial -> !trial.plan().isSoak())
        .toList();
  }

  private static boolean together(Trial one, Trial other) {
    return one.replicate() == other.replicate() && one.plan().equals(other.plan());
  }
}
