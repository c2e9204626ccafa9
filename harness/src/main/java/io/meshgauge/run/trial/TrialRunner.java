package io.meshgauge.run.trial;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.evidence.enforcement.EnforcementException;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.HarmException;
import io.meshgauge.load.LoadException;
import io.meshgauge.load.WorkerLostException;
import io.meshgauge.observer.ObserverException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.environment.ArmGroups;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.session.StoppedException;
import io.meshgauge.topology.Guarantees;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Runs trials by the {@link TrialTemplate}.
 *
 * <p>Every trial yields a run. A run that could not be measured to the end is {@link
 * Outcome#FAILED} with the reason, after everything it had started was taken down.
 */
public final class TrialRunner {
  private final SessionContext context;
  private final List<LagLimit> lagLimits;
  private final BooleanSupplier ending;
  private final ArmGroups groups;

  /**
   * @param lagLimits limits of send lag, one per plan, the same for all arms
   * @param ending whether the harness is shutting down
   * @param groups services that arms share
   */
  public TrialRunner(
      SessionContext context, List<LagLimit> lagLimits, BooleanSupplier ending, ArmGroups groups) {
    this.groups = groups;
    this.context = context;
    this.lagLimits = List.copyOf(lagLimits);
    this.ending = ending;
  }

  /** Runs one trial. */
  public Run run(Trial trial, Experiment experiment) {
    RunBuilder run = builder(trial, experiment);
    try {
      attempt(run, () -> measure(trial, experiment, run));
    } finally {
      context.times().end();
    }
    return run.toRun();
  }

  /**
   * Runs the trials of a block in short windows that alternate between their arms.
   *
   * @return their runs, in the order of the trials; only that of the arm whose application was
   *     harmed, if the stop rule fired
   */
  public List<Run> runTogether(List<Trial> trials, Experiment experiment) {
    List<StandingArm> arms =
        trials.stream()
            .map(
                trial ->
                    new StandingArm(
                        new TrialTemplate(context, trial, experiment, new Steps(trial, context)),
                        builder(trial, experiment),
                        groups.of(experiment, trial.plan(), trial.variant())))
            .toList();
    try {
      new StandingBlock(context, experiment, arms).run();
    } finally {
      context.times().end();
    }
    return StandingBlock.runs(arms);
  }

  private RunBuilder builder(Trial trial, Experiment experiment) {
    Product mesh = Products.named(trial.variant().mesh());
    return new RunBuilder(
        trial,
        mesh.descriptor().on(experiment.platform()).asFidelity().orElse(Fidelity.MODEL),
        context.platform().environment(experiment.application().services()),
        mesh.fairness(trial.variant(), experiment.platform()),
        lagLimits.stream().filter(limit -> limit.plan().equals(trial.plan().name())).findFirst(),
        !experiment.isProof());
  }

  /**
   * Does a part of a trial; a failure becomes the outcome of its run.
   *
   * @return whether it was done
   */
  static boolean attempt(RunBuilder run, Runnable part) {
    try {
      part.run();
      return true;
    } catch (HarmException e) {
      run.stopped(e.getMessage());
    } catch (WorkerLostException e) {
      run.lostWorker(e.getMessage());
    } catch (CannotRunException | StoppedException e) {
      throw e;
    } catch (ArchiveException
        | EnforcementException
        | ObserverException
        | PlatformException
        | LoadException
        | ProbeException
        | RunException e) {
      run.failed(e.getMessage());
    } catch (RuntimeException e) {
      // Whatever it is, it must not take the other runs of the session with it.
      run.failed("the run ended with an error of the harness, please report it: " + described(e));
    }
    return false;
  }

  private static String described(RuntimeException e) {
    StackTraceElement[] trace = e.getStackTrace();
    return trace.length == 0 ? e.toString() : "%s (at %s)".formatted(e, trace[0]);
  }

  private void measure(Trial trial, Experiment experiment, RunBuilder run) {
    TrialTemplate template =
        new TrialTemplate(context, trial, experiment, new Steps(trial, context));
    switch (trial.plan().kind()) {
      case REQUESTS -> template.run(requests(trial.plan(), experiment), run);
      case STREAM -> template.run(StreamTrial::drive, run);
      case CAPACITY -> template.run(CapacityTrial::drive, run);
      case SOAK -> soak(template, run);
    }
  }

  private static TrialTemplate.Recipe requests(Plan plan, Experiment experiment) {
    if (experiment.isProof()) {
      return ProofTrial::drive;
    }
    return plan.changes() ? ChangeTrial::drive : TrialTemplate::requests;
  }

  /** A soak deploys the arm repeatedly. */
  private void soak(TrialTemplate template, RunBuilder run) {
    Trial trial = template.trial();
    Guarantees claims = Products.named(trial.variant().mesh()).claims(trial.variant());
    try (SoakJournal journal =
        SoakJournal.open(context.archive(), trial, template.experiment(), context.progress())) {
      SoakTrial.on(template, ending).conduct(journal, claims, run);
    }
  }
}
