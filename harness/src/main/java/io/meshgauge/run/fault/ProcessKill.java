package io.meshgauge.run.fault;

import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.window.WindowObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Workload;
import io.meshgauge.run.session.RunException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Kills a workload, which its supervisor restarts.
 *
 * @param deployment that it belongs to
 * @param victim its name
 * @param part that it is accounted to
 */
public record ProcessKill(Deployment deployment, String victim, Part part) implements Fault {

  /**
   * Selects one of the matching workloads in turn.
   *
   * @param turn number of the fault, from 0
   * @throws RunException when there is none
   */
  public static ProcessKill of(SoakAct act, Deployment deployment, int turn) {
    Part part = act == SoakAct.KILL_PROXY ? Part.DATA_PLANE : Part.APPLICATION;
    List<Workload> candidates = deployment.workloads(part);
    if (candidates.isEmpty()) {
      throw new PlatformException(
          "%s: the arm has no such part; remove the property %s from the plan, or choose another mesh"
              .formatted(act.describe(), act.key()));
    }
    return new ProcessKill(deployment, candidates.get(turn % candidates.size()).name(), part);
  }

  @Override
  public void carryOut() {
    deployment.interrupt(List.of(victim), FailoverSettings.Fault.REFUSE).end();
  }

  @Override
  public Optional<Part> ending() {
    return Optional.of(part);
  }

  @Override
  public List<Evidence> conclude(Prover prover, WindowObservation window) {
    return prover.concludeDisturbed(window, Set.of(victim));
  }
}
