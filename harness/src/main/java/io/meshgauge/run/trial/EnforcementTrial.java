package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.enforcement.EnforcementProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.experiment.change.EnforcementSettings;
import io.meshgauge.load.LoadSession;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.fault.RepeatedChange;
import io.meshgauge.run.fault.RepeatedPolicyChange;
import io.meshgauge.run.fault.UnchangedPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The recipe that changes a policy of all proxies again and again: a short window without changes,
 * in which the promises are proven ▸ the run's window, with changes.
 *
 * <p>The requests that watch the rule are counted by proxies and services, too, so of the run's
 * window only the bytes on the path and the rule are judged.
 */
final class EnforcementTrial {
  /**
   * The measured window.
   *
   * @param effects of the changes, in order of time
   */
  private record Changed(MeasuredWindow window, List<ChangeEffect> effects)
      implements TrialTemplate.ObservedWindow {
    @Override
    public SortedMap<String, String> files() {
      return window.files();
    }

    @Override
    public List<Evidence> conclude(Prover prover) {
      List<Evidence> all =
          new ArrayList<>(prover.concludeDisturbed(window.observation(), List.of()));
      all.addAll(EnforcementProof.evidence(effects.stream().map(ChangeEffect::change).toList()));
      all.addAll(window.further());
      return all;
    }

    @Override
    public void addTo(RunBuilder run) {
      run.window(window);
      run.changed(effects);
    }
  }

  private EnforcementTrial() {}

  static TrialTemplate.ObservedWindow drive(
      TrialTemplate template, TestEnvironment environment, RunBuilder run) {
    run.evidence(template.calm(environment));
    Path folder = template.context().archive().loadFolder(template.trial());
    try (LoadSession worker = template.startLoadAgain(environment);
        RepeatedChange policy = policy(template, environment)) {
      List<Change> changes = new ArrayList<>();
      MeasuredWindow window =
          template.window(
              environment,
              worker,
              policy,
              () -> {
                changes.addAll(policy.await());
                template.drain();
              },
              Optional.empty());
      LoadResults.describe(folder, changes);
      return new Changed(window, LoadResults.effects(folder, window.load()));
    }
  }

  /** In an arm without proxies nothing changes, and the same times are compared. */
  private static RepeatedChange policy(TrialTemplate template, TestEnvironment environment) {
    Trial trial = template.trial();
    EnforcementSettings settings = EnforcementSettings.of(trial.plan().properties());
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
}
