package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.enforcement.EnforcementProof;
import io.meshgauge.evidence.enforcement.StartProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.experiment.change.EnforcementSettings;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.experiment.change.RolloutSettings;
import io.meshgauge.experiment.change.StartSettings;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.use.Part;
import io.meshgauge.product.ArmFault;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.fault.RepeatedChange;
import io.meshgauge.run.fault.RepeatedFault;
import io.meshgauge.run.fault.RepeatedPolicyChange;
import io.meshgauge.run.fault.RepeatedStart;
import io.meshgauge.run.fault.Rollout;
import io.meshgauge.run.fault.UnchangedPolicy;
import io.meshgauge.run.session.RunException;
import io.meshgauge.topology.Replica;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The recipe of plans in whose window something changes: a short window without changes, in which
 * the promises are proven ▸ the run's window, with faults of a process, a rollout of all, or
 * changes of a policy, or starts of pods.
 *
 * <p>Counts of calls do not match while callers fail, counters restart or clients of the harness
 * call, so of the run's window only the bytes on the path and a changed policy are judged.
 */
final class ChangeTrial {
  private final TrialTemplate template;
  private final TestEnvironment environment;
  private final Trial trial;

  private ChangeTrial(TrialTemplate template, TestEnvironment environment) {
    this.template = template;
    this.environment = environment;
    this.trial = template.trial();
  }

  /**
   * The measured window.
   *
   * @param victims whose processes ended; empty where none did
   * @param effects of the changes, in order of time
   * @param afterwards what probes observed after the last
   */
  private record Changed(
      MeasuredWindow window,
      List<String> victims,
      List<ChangeEffect> effects,
      List<Evidence> afterwards)
      implements TrialTemplate.ObservedWindow {
    @Override
    public SortedMap<String, String> files() {
      return window.files();
    }

    @Override
    public List<Evidence> conclude(Prover prover) {
      List<Evidence> all = new ArrayList<>(prover.concludeDisturbed(window.observation(), victims));
      List<Change> changes = effects.stream().map(ChangeEffect::change).toList();
      all.addAll(EnforcementProof.evidence(changes));
      all.addAll(StartProof.evidence(changes));
      window.further().stream().filter(it -> !endedWithItsProcess(it)).forEach(all::add);
      all.addAll(afterwards);
      return all;
    }

    /** The kernel's counters of a limited process end with it. */
    private boolean endedWithItsProcess(Evidence evidence) {
      return evidence.promise() == Promise.LIMITS
          && evidence.verdict() == Verdict.MISSING
          && victims.stream().anyMatch(it -> evidence.subject().startsWith(it + ","));
    }

    @Override
    public void addTo(RunBuilder run) {
      run.window(window);
      run.changed(effects);
    }
  }

  static TrialTemplate.ObservedWindow drive(
      TrialTemplate template, TestEnvironment environment, RunBuilder run) {
    ChangeTrial trial = new ChangeTrial(template, environment);
    run.evidence(template.calm(environment));
    return trial.changed();
  }

  private Changed changed() {
    List<String> victims = victims();
    Path folder = template.context().archive().loadFolder(trial);
    try (LoadSession worker = template.startLoadAgain(environment);
        RepeatedChange change =
            // A process that was started again has the usual priority.
            change(victims, () -> environment.instruments().yieldTo(worker))) {
      List<Change> changes = new ArrayList<>();
      // What the harness itself breaks is no harm that the load does.
      MeasuredWindow window =
          worker.unwatched(
              () ->
                  template.window(
                      environment,
                      worker,
                      change,
                      () -> {
                        changes.addAll(change.await());
                        template.drain();
                      },
                      Optional.of(Part.APPLICATION).filter(unused -> !victims.isEmpty())));
      LoadResults.describe(folder, changes);
      return new Changed(window, victims, LoadResults.effects(folder, window.load()), afterwards());
    }
  }

  /** What changed is probed as what was deployed. */
  private List<Evidence> afterwards() {
    return template.prove(environment).stream()
        .map(
            it ->
                new Evidence(
                    it.promise(),
                    it.subject() + ", after the changes",
                    it.verdict(),
                    it.expected(),
                    it.observed(),
                    "probes after the changes",
                    it.tls()))
        .toList();
  }

  private RepeatedChange change(List<String> victims, Runnable restored) {
    Plan plan = trial.plan();
    if (plan.isEnforcement()) {
      return policy(EnforcementSettings.of(plan.properties()));
    }
    if (plan.isStart()) {
      return new RepeatedStart(
          template.steps(),
          service -> environment.deployment().start(service, isCaptured(service)),
          host -> environment.prover().answers(service(StartSettings.SERVICE), host),
          service(StartSettings.SERVICE),
          StartSettings.of(plan.properties()),
          plan.duration());
    }
    RepeatedChange.Interrupter deployment = environment.deployment()::interrupt;
    if (plan.isRollout()) {
      RolloutSettings settings = RolloutSettings.of(plan.properties());
      boolean drains = !environment.deployment().dataPlane().changes().drains().isEmpty();
      return new Rollout(
          template.steps(),
          deployment,
          victims,
          // Without a data plane there is nothing to drain by: the upper bound.
          drains ? settings : settings.undrained(),
          plan.duration(),
          restored);
    }
    FailoverSettings settings = FailoverSettings.of(plan.properties());
    return new RepeatedFault(
        template.steps(),
        deployment,
        victims.get(0),
        settings,
        settings.faults(plan.duration()),
        restored);
  }

  /** In an arm without proxies nothing changes, and the same times are compared. */
  private RepeatedChange policy(EnforcementSettings settings) {
    int changes = settings.changes(trial.plan().duration());
    return trial.variant().isBaseline()
        ? new UnchangedPolicy(template.steps(), settings, changes)
        : new RepeatedPolicyChange(
            template.steps(),
            environment.deployment()::changePolicy,
            environment.prover().rules(),
            settings,
            changes);
  }

  /** The processes that end. */
  private List<String> victims() {
    if (!trial.plan().isDisturbed()) {
      return List.of();
    }
    return trial.plan().isRollout() ? processes() : lastProcess();
  }

  private List<String> lastProcess() {
    List<String> all = processes();
    return all.subList(all.size() - 1, all.size());
  }

  private boolean isCaptured(String service) {
    return ArmFault.of(trial.variant(), ArmFault.Kind.UNCAPTURED).filter(service::equals).isEmpty();
  }

  private String service(String key) {
    return Optional.ofNullable(trial.plan().properties().get(key))
        .orElseThrow(
            () ->
                new RunException(
                    "the plan names no service; expected %s in its properties".formatted(key)));
  }

  /** The processes of the service, of which the configuration has made sure that it has several. */
  private List<String> processes() {
    String key = trial.plan().isRollout() ? RolloutSettings.SERVICE : FailoverSettings.SERVICE;
    String service = service(key);
    List<String> names =
        environment.topology().replicas(service).stream().map(Replica::name).toList();
    if (names.size() < 2) {
      throw new RunException(
          "%s has one process in the arm %s; expected two or more, of which one ends"
              .formatted(service, trial.variant().name()));
    }
    return names;
  }
}
