package io.meshgauge.run;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.platform.Instruments;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.environment.ArmGroups;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.RatePlan;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.trial.Steps;
import io.meshgauge.run.trial.WindowMeter;
import io.meshgauge.topology.Guarantees;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A short closed-loop run of the arm with the most promises, to learn the CPU cost of a request on
 * this machine; latencies are discarded.
 */
final class CapacityProbe {
  private static final Comparator<Variant> BY_PROMISE =
      Comparator.comparing((Variant variant) -> claims(variant).mutualTls())
          .thenComparing(variant -> claims(variant).proxied())
          .thenComparing(variant -> claims(variant).policed());

  private final SessionContext context;
  private final ArmGroups groups;

  /**
   * @param groups services that arms share
   */
  CapacityProbe(SessionContext context, ArmGroups groups) {
    this.context = context;
    this.groups = groups;
  }

  /** The rate for all arms of an experiment. */
  RatePlan find(Experiment experiment) {
    Variant heaviest = experiment.variants().stream().max(BY_PROMISE).orElseThrow();
    Plan plan = plan(experiment);
    Trial trial = new Trial(0, 0, heaviest, plan);
    Steps steps = new Steps(trial, context);
    Path scratch = context.deploymentFolder("capacity");
    steps.enter(Phase.PROBE_CAPACITY);
    try (TestEnvironment environment =
        groups.deploy(experiment, measured(experiment, plan), heaviest, scratch.resolve("logs"))) {
      LoadSession worker =
          environment.startWorker(
              trial, experiment.protocol(), scratch.resolve("load"), Map.of("mode", "capacity"));
      environment.warm(worker, steps);
      steps.enter(Phase.PROBE_CAPACITY);
      WindowMeter.Metered window = WindowMeter.measure(environment.instruments(), worker, steps);
      return ratePlan(heaviest, window.load(), window.machine(), environment.instruments());
    }
  }

  /**
   * The plan of the probe: {@code grpc} or a user's own when no other plan has a rate, since no
   * other requests are known to be answered.
   */
  private static Plan plan(Experiment experiment) {
    List<Plan> rated = experiment.plans().stream().filter(Plan::hasRate).toList();
    if (rated.stream().allMatch(plan -> plan.own().isPresent())) {
      return rated.get(0).during(Plan.MIN_DURATION);
    }
    boolean calls = rated.stream().allMatch(Plan::isGrpc);
    return new Plan(calls ? Plan.GRPC : Plan.STEADY, Plan.MIN_DURATION, new TreeMap<>());
  }

  /** The plan of the trials that has the name of the probe's, whose services are used. */
  private static Plan measured(Experiment experiment, Plan probe) {
    return experiment.plans().stream()
        .filter(plan -> plan.load().equals(probe.name()))
        .findFirst()
        .orElse(probe);
  }

  /** The arm with the fewest promises. */
  static Variant lightest(Experiment experiment) {
    return experiment.variants().stream().min(BY_PROMISE).orElseThrow();
  }

  private static RatePlan ratePlan(
      Variant arm, LoadResult load, MachineUse machine, Instruments instruments) {
    double capacity = load.completed() / load.seconds();
    if (capacity < 1) {
      throw new RunException(
          String.format(
                  Locale.ROOT,
                  "the capacity probe of %s completed %d requests in %.0f s; expected at least one a second; ",
                  arm.name(),
                  load.completed(),
                  load.seconds())
              + "look for other work on this machine, or set the rate yourself: -Drate=20");
    }
    double cores = instruments.cores();
    return RatePlan.of(
        arm.name(),
        capacity,
        machine.busy() * cores,
        cores,
        instruments.targetPercent(),
        (double) load.allowedResponse().count() / load.completed());
  }

  private static Guarantees claims(Variant variant) {
    return Products.named(variant.mesh()).claims(variant);
  }
}
