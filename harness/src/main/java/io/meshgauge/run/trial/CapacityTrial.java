package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.archive.Measurements;
import io.meshgauge.evidence.Prover;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.CapacityResult.AtShare;
import io.meshgauge.measure.CapacityResult.Step;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The recipe of a trial that searches an arm's capacity, between deployment and teardown: prove ▸
 * closed loop ▸ search ▸ latencies at shares of what was found. Every window has a load worker of
 * its own; the one at {@link #MAIN} is the run's, with its evidence, counters and CPU.
 */
public final class CapacityTrial {
  /** The share of the capacity at which all is measured that other plans measure. */
  public static final double MAIN = 0.7;

  private static final List<Double> OTHERS = List.of(0.5, 0.9);

  /** The services are warm after the first worker; the later ones need only warm themselves. */
  private static final int WARM_UP = 2000;

  /** Connections of the closed loop: enough for an arm to be busy all the time. */
  private static final int CLOSED_LOOP = 64;

  /** The least share of requests that a step must answer. */
  private static final double ANSWERED = 0.99;

  private final SessionContext workshop;
  private final Trial trial;
  private final Experiment experiment;
  private final TestEnvironment stand;
  private final Steps steps;
  private int probes;

  CapacityTrial(
      SessionContext workshop,
      Trial trial,
      Experiment experiment,
      TestEnvironment stand,
      Steps steps) {
    this.workshop = workshop;
    this.trial = trial;
    this.experiment = experiment;
    this.stand = stand;
    this.steps = steps;
  }

  /** Carries it out; when it fails, the state of the deployment is written down. */
  void conduct(RunBuilder draft) {
    try {
      Prover prover = stand.instruments().prover();
      steps.enter(Phase.PROVE);
      draft.evidence(stand.probe(prover));
      steps.enter(Phase.SEARCH);
      double limit = closedLoop();
      CapacitySearch.Found found = CapacitySearch.below(limit, this::step);
      List<AtShare> windows = new ArrayList<>();
      for (double share : OTHERS) {
        windows.add(window(share, share * found.capacity(), draft.lagLimit()));
      }
      draft.capacity(new CapacityResult(limit, found.capacity(), found.steps(), windows));
      main(MAIN * found.capacity(), prover, draft);
    } catch (RuntimeException e) {
      stand.deployment().diagnose();
      throw e;
    }
  }

  private double closedLoop() {
    Protocol busy =
        experiment.protocol().over(Math.max(CLOSED_LOOP, experiment.protocol().connections()));
    LoadResult load = load(probe("closed-loop", Map.of("mode", "capacity")), busy);
    if (load.completed() == 0) {
      throw new RunException(
          String.format(
              Locale.ROOT,
              "a closed loop completed no request in %.0f s; expected at least one. Look at the services' logs.",
              load.window().seconds()));
    }
    return load.completed() / load.window().seconds();
  }

  private Step step(double rate) {
    probes++;
    LoadResult load =
        load(probe(String.format(Locale.ROOT, "search-%02d", probes), Map.of()), at(rate));
    List<String> broken = new ArrayList<>();
    if (load.achieved() < ANSWERED) {
      broken.add(
          String.format(
              Locale.ROOT, "%.1f %% of the requests were answered", load.achieved() * 100));
    }
    Map<Metric, Double> values = Measurements.ofLoad(load);
    for (Slo slo : experiment.slos()) {
      Double value = values.get(slo.metric());
      if (value != null && !slo.keptBy(value)) {
        broken.add(
            String.format(
                Locale.ROOT,
                "%s is %.4g, and the objective is %.4g",
                slo.metric().key(),
                value,
                slo.limit()));
      }
    }
    return new Step(rate, load.achieved(), load.allowedResponse().seconds(99), broken);
  }

  private AtShare window(double share, double rate, Optional<LagLimit> lagLimit) {
    String folder = String.format(Locale.ROOT, "at-%.0f", share * 100);
    LoadResult load = load(new Window(trial, folder, Map.of()), at(rate));
    return new AtShare(
        share,
        rate,
        load.allowedResponse().seconds(50),
        load.allowedResponse().seconds(99),
        Validity.broken(trial.plan(), load, lagLimit).stream().map(Reason::text).toList());
  }

  private void main(double rate, Prover prover, RunBuilder draft) {
    LoadSession worker = start(new Window(trial, "", Map.of()), at(rate));
    steps.enter(Phase.READ_METERS);
    MeasuredWindow window =
        MeasuredWindow.measure(
            workshop, stand, worker, steps, prover::watch, () -> steps.pause(Phase.DRAIN));
    steps.enter(Phase.COLLECT);
    workshop.archive().keep(trial, window.files());
    List<Evidence> observed = prover.conclude(window.observation());
    draft.window(window);
    draft.conclude(stand, observed);
  }

  /** A window and where its results go, below the trial's own. */
  private record Window(Trial trial, String folder, Map<String, String> properties) {}

  private Window probe(String folder, Map<String, String> properties) {
    Plan brief = new Plan(trial.plan().name(), Plan.MIN_DURATION, trial.plan().properties());
    return new Window(
        new Trial(trial.position(), trial.replicate(), trial.variant(), brief), folder, properties);
  }

  private LoadResult load(Window window, Protocol protocol) {
    try (LoadSession worker = start(window, protocol)) {
      worker.measure(steps);
      return LoadResults.read(worker.folder());
    }
  }

  private LoadSession start(Window window, Protocol protocol) {
    Path folder = workshop.archive().loadFolder(trial);
    LoadSession worker =
        stand.startWorker(
            window.trial(),
            protocol,
            window.folder().isEmpty() ? folder : folder.resolve(window.folder()),
            properties(window));
    stand.instruments().yieldTo(worker);
    stand.warm(worker, steps);
    steps.enter(Phase.SEARCH);
    return worker;
  }

  private Map<String, String> properties(Window window) {
    Map<String, String> all = new TreeMap<>(window.properties());
    all.put("seed", Long.toString(experiment.seedOf(trial)));
    return all;
  }

  private Protocol at(double rate) {
    Protocol protocol = experiment.protocol();
    return protocol.atRate(rate).warmedBy(Math.min(WARM_UP, protocol.warmupRequests()));
  }
}
