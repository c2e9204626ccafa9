package io.meshgauge.run;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.instrument.Instruments;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.RatePlan;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.trial.ServiceSettings;
import io.meshgauge.run.trial.Steps;
import io.meshgauge.run.trial.TestEnvironment;
import io.meshgauge.run.trial.WindowMeter;
import io.meshgauge.topology.Guarantees;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A short closed-loop run of the arm that promises most, to learn what a request costs on this
 * machine; its latencies are thrown away.
 */
final class CapacityProbe {
  private static final Comparator<Variant> BY_PROMISE =
      Comparator.comparing((Variant variant) -> claims(variant).mutualTls())
          .thenComparing(variant -> claims(variant).proxied())
          .thenComparing(variant -> claims(variant).policed());

  private final SessionContext workshop;

  CapacityProbe(SessionContext workshop) {
    this.workshop = workshop;
  }

  /** The rate for all arms of an experiment. */
  RatePlan find(Experiment experiment) {
    Variant heaviest = experiment.variants().stream().max(BY_PROMISE).orElseThrow();
    Plan plan = new Plan(plan(experiment), Plan.MIN_DURATION, new TreeMap<>());
    Trial trial = new Trial(0, 0, heaviest, plan);
    Steps steps = new Steps(trial, workshop);
    Path scratch = workshop.bench("capacity");
    steps.enter(Phase.PROBE_CAPACITY);
    try (TestEnvironment stand =
        TestEnvironment.deploy(
            workshop,
            heaviest,
            TestEnvironment.topology(plan),
            ServiceSettings.of(heaviest),
            scratch.resolve("logs"))) {
      LoadSession worker =
          stand.startWorker(
              trial, experiment.protocol(), scratch.resolve("load"), Map.of("mode", "capacity"));
      stand.warm(worker, steps);
      steps.enter(Phase.PROBE_CAPACITY);
      try (Instruments.Meter meter = stand.instruments().meter()) {
        WindowMeter edge = new WindowMeter(steps, meter);
        worker.measure(edge);
        LoadResult load = LoadResults.read(worker.folder());
        MachineUse machine = edge.reading().machine();
        return ratePlan(heaviest, load, machine, stand.instruments());
      }
    }
  }

  /** The requests of all plans but one; its own calls, where there is no other. */
  private static String plan(Experiment experiment) {
    boolean calls =
        experiment.plans().stream().filter(plan -> !plan.isStream()).allMatch(Plan::isGrpc);
    return calls ? Plan.GRPC : "baseline";
  }

  /** The arm that promises least. */
  static Variant lightest(Experiment experiment) {
    return experiment.variants().stream().min(BY_PROMISE).orElseThrow();
  }

  private static RatePlan ratePlan(
      Variant arm, LoadResult load, MachineUse machine, Instruments instruments) {
    double capacity = load.completed() / load.window().seconds();
    if (capacity < 1) {
      throw new RunException(
          String.format(
                  Locale.ROOT,
                  "the capacity probe of %s completed %d requests in %.0f s; expected at least one a second; ",
                  arm.name(),
                  load.completed(),
                  load.window().seconds())
              + "look for other work on this machine, or set the rate yourself: -Drate=20");
    }
    double cores = instruments.cores();
    return RatePlan.of(
        arm.name(), capacity, machine.busy() * cores, cores, instruments.targetPercent());
  }

  private static Guarantees claims(Variant variant) {
    return Products.named(variant.mesh()).claims(variant);
  }
}
