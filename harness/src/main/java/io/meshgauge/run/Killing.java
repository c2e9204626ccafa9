package io.meshgauge.run;

import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.WindowObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.measure.Part;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Workload;
import java.util.List;

/**
 * A workload is killed, and started again by its keeper.
 *
 * @param deployment what it is part of
 * @param victim its name
 */
record Killing(Deployment deployment, String victim) implements Deed {

  /**
   * The killing of one of several workloads.
   *
   * @param turn which of them it is this time
   * @throws RunException when there is none
   */
  static Killing of(SoakAct act, Deployment deployment, int turn) {
    List<Workload> candidates =
        deployment.workloads(act == SoakAct.KILL_PROXY ? Part.DATA_PLANE : Part.APPLICATION);
    if (candidates.isEmpty()) {
      throw new RunException(
          "%s: the arm has no such part; take the property %s from the plan, or another mesh"
              .formatted(act.words(), act.key()));
    }
    return new Killing(deployment, candidates.get(turn % candidates.size()).name());
  }

  @Override
  public void carryOut() {
    deployment.kill(victim);
  }

  @Override
  public boolean lasting() {
    return false;
  }

  @Override
  public List<Evidence> conclude(Prover prover, WindowObservation window) {
    return prover.concludeDisturbed(window, victim);
  }
}
