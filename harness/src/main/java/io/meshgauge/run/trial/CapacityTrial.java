package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.archive.Measurements;
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
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.RunException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The recipe that searches an arm's capacity: closed loop ▸ search ▸ latencies at shares of the
 * capacity. Every window has its own load worker. The window at {@link #MAIN_SHARE} is the run's,
 * with evidence, counters and CPU.
 */
public final class CapacityTrial {
  /** The share of the capacity at which the run is measured as under other plans. */
  public static final double MAIN_SHARE = 0.7;

  private static final List<Double> OTHER_SHARES = List.of(0.5, 0.9);

  /** The first worker warms the services; later workers only warm themselves. */
  private static final int WARM_UP_REQUESTS = 2000;

  /** Connections of the closed loop: enough to keep an arm busy all the time. */
  private static final int CLOSED_LOOP_CONNECTIONS = 64;

  /** Of the requests of a step. */
  private static final double MIN_ANSWERED_SHARE = 0.99;

  private final TrialTemplate template;
  private final TestEnvironment environment;
  private final Trial trial;
  private final Experiment experiment;
  private int probes;

  private CapacityTrial(TrialTemplate template, TestEnvironment environment) {
    this.template = template;
    this.environment = environment;
    this.trial = template.trial();
    this.experiment = template.experiment();
  }

  static MeasuredWindow drive(TrialTemplate template, TestEnvironment environment, RunBuilder run) {
    return new CapacityTrial(template, environment).drive(run);
  }

  private MeasuredWindow drive(RunBuilder run) {
    template.steps().enter(Phase.SEARCH);
    double limit = closedLoop();
    CapacitySearch.Found found = CapacitySearch.below(limit, this::step);
    List<AtShare> windows = new ArrayList<>();
    for (double share : OTHER_SHARES) {
      windows.add(window(share, share * found.capacity(), run.lagLimit()));
    }
    run.capacity(new CapacityResult(limit, found.capacity(), found.steps(), windows));
    return template.window(
        environment, start(trial, "", at(MAIN_SHARE * found.capacity()), Map.of()));
  }

  private double closedLoop() {
    Protocol busy =
        experiment
            .protocol()
            .over(Math.max(CLOSED_LOOP_CONNECTIONS, experiment.protocol().connections()));
    LoadResult load = probe("closed-loop", busy, Map.of("mode", "capacity"));
    if (load.completed() == 0) {
      throw new RunException(
          String.format(
              Locale.ROOT,
              "a closed loop completed no request in %.0f s; expected at least one. Look at the services' logs.",
              load.seconds()));
    }
    return load.completed() / load.seconds();
  }

  private Step step(double rate) {
    probes++;
    LoadResult load = probe(String.format(Locale.ROOT, "search-%02d", probes), at(rate), Map.of());
    List<String> broken = new ArrayList<>();
    if (load.achieved() < MIN_ANSWERED_SHARE) {
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
    LoadResult load = load(start(trial, folder, at(rate), Map.of()));
    return new AtShare(
        share,
        rate,
        load.allowedResponse().seconds(50),
        load.allowedResponse().seconds(99),
        Validity.broken(trial.plan(), load, lagLimit).stream().map(Reason::text).toList());
  }

  /** Sends the plan for the shortest time of a window. */
  private LoadResult probe(String folder, Protocol protocol, Map<String, String> properties) {
    Plan brief = new Plan(trial.plan().name(), Plan.MIN_DURATION, trial.plan().properties());
    Trial probe = new Trial(trial.position(), trial.replicate(), trial.variant(), brief);
    return load(start(probe, folder, protocol, properties));
  }

  private LoadResult load(LoadSession started) {
    try (LoadSession worker = started) {
      worker.measure(template.steps());
      return LoadResults.read(worker.folder());
    }
  }

  /**
   * Starts warm load workers.
   *
   * @param folder for their results, relative to the trial's
   */
  private LoadSession start(
      Trial of, String folder, Protocol protocol, Map<String, String> properties) {
    LoadSession worker =
        environment.startWorker(
            of,
            protocol,
            template.context().archive().loadFolder(trial).resolve(folder),
            template.seeded(trial, properties));
    environment.instruments().yieldTo(worker);
    environment.warm(worker, template.steps());
    template.steps().enter(Phase.SEARCH);
    return worker;
  }

  private Protocol at(double rate) {
    Protocol protocol = experiment.protocol();
    return protocol.atRate(rate).warmedBy(Math.min(WARM_UP_REQUESTS, protocol.warmupRequests()));
  }
}
