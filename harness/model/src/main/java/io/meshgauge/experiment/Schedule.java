package io.meshgauge.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order of the trials of an experiment: one block per replicate, with every arm once per plan,
 * in an order drawn from the seed; of a sweep, the points of that block. Arms are interleaved, so
 * drift of the machine affects all of them.
 *
 * @param trials in order of execution
 */
public record Schedule(List<Trial> trials) {

  public Schedule {
    trials = List.copyOf(trials);
  }

  /** The schedule of an experiment; the same experiment and seed always give the same order. */
  public static Schedule of(Experiment experiment) {
    Random random = new Random(experiment.seed());
    List<Trial> trials = new ArrayList<>();
    for (int replicate = 1; replicate <= experiment.protocol().replicates(); replicate++) {
      for (Plan plan : experiment.plans()) {
        List<Variant> block = new ArrayList<>(experiment.armsOf(replicate));
        Collections.shuffle(block, random);
        for (Variant arm : block) {
          trials.add(new Trial(trials.size() + 1, replicate, arm, plan));
        }
      }
    }
    return new Schedule(trials);
  }
}
