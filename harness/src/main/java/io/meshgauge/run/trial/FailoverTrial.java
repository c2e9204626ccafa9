package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.evidence.Prover;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.Part;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.fault.RepeatedFault;
import io.meshgauge.run.session.RunException;
import io.meshgauge.topology.Replica;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The recipe that takes the last process of a service out again and again: a short window without
 * faults, in which the promises are proven ▸ the run's window, with faults.
 *
 * <p>Counts of calls do not match while callers fail and counters restart, so of the run's window
 * only the bytes on the path are judged.
 */
final class FailoverTrial {
  private final TrialTemplate template;
  private final TestEnvironment environment;
  private final Trial trial;

  private FailoverTrial(TrialTemplate template, TestEnvironment environment) {
    this.template = template;
    this.environment = environment;
    this.trial = template.trial();
  }

  /**
   * The measured window.
   *
   * @param effects of the faults, in order of time
   */
  private record Disturbed(MeasuredWindow window, String victim, List<ChangeEffect> effects)
      implements TrialTemplate.ObservedWindow {
    @Override
    public SortedMap<String, String> files() {
      return window.files();
    }

    @Override
    public List<Evidence> conclude(Prover prover) {
      List<Evidence> all = new ArrayList<>(prover.concludeDisturbed(window.observation(), victim));
      all.addAll(window.further());
      return all;
    }

    @Override
    public void addTo(RunBuilder run) {
      run.window(window);
      run.changed(effects);
    }
  }

  static TrialTemplate.ObservedWindow drive(
      TrialTemplate template, TestEnvironment environment, RunBuilder run) {
    FailoverTrial failover = new FailoverTrial(template, environment);
    run.evidence(template.calm(environment));
    return failover.disturbed();
  }

  private Disturbed disturbed() {
    Plan plan = trial.plan();
    FailoverSettings settings = FailoverSettings.of(plan.properties());
    String victim = victim(settings);
    Path folder = template.context().archive().loadFolder(trial);
    try (LoadSession worker = template.startLoadAgain(environment);
        RepeatedFault fault =
            new RepeatedFault(
                template.steps(),
                environment.deployment()::interrupt,
                victim,
                settings,
                settings.faults(plan.duration()),
                // A process that was started again has the usual priority.
                () -> environment.instruments().yieldTo(worker))) {
      List<Change> changes = new ArrayList<>();
      // What the harness itself breaks is no harm that the load does.
      MeasuredWindow window =
          worker.unwatched(
              () ->
                  template.window(
                      environment,
                      worker,
                      fault,
                      () -> {
                        changes.addAll(fault.await());
                        template.drain();
                      },
                      Optional.of(Part.APPLICATION)));
      LoadResults.describe(folder, changes);
      return new Disturbed(window, victim, LoadResults.effects(folder, window.load()));
    }
  }

  /**
   * The last process of the service, of which the configuration has made sure that it has others.
   */
  private String victim(FailoverSettings settings) {
    String service =
        settings
            .service()
            .orElseThrow(
                () ->
                    new RunException(
                        "the plan names no service; expected %s in its properties"
                            .formatted(FailoverSettings.SERVICE)));
    List<Replica> replicas = environment.topology().replicas(service);
    if (replicas.size() < 2) {
      throw new RunException(
          "%s has one process in the arm %s; expected two or more, of which one fails"
              .formatted(service, trial.variant().name()));
    }
    return replicas.get(replicas.size() - 1).name();
  }
}
