package io.meshgauge.run;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.run.instrument.Instruments;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.trial.CapacityTrial;
import io.meshgauge.run.trial.ServiceSettings;
import io.meshgauge.run.trial.Steps;
import io.meshgauge.run.trial.TestEnvironment;
import io.meshgauge.run.trial.Validity;
import io.meshgauge.run.trial.WindowMeter;
import io.meshgauge.topology.Topology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Measures, before the first trial, what all trials are judged by: the load generator against a
 * server of its own that does nothing, and then a pilot of the lightest arm under each plan, from
 * which the limit of send lag follows. Both at the session's rate, on one deployment for all plans
 * whose requests enter alike.
 *
 * <p>These windows obey the rules that void a run. Where one is broken all of them are measured
 * once more; where one is broken again the session is refused.
 */
final class Calibrator {
  private static final String PLAN = "instrument/calibration";
  private static final String FOLDER = "calibration";
  private static final int ATTEMPTS = 2;

  private final SessionContext workshop;

  Calibrator(SessionContext workshop) {
    this.workshop = workshop;
  }

  /**
   * One attempt at a calibration.
   *
   * @param calibration floor and limits
   * @param broken rules that its windows break, each said with its window; empty when it is sound
   */
  record Attempt(Calibration calibration, List<String> broken) {}

  /**
   * One measured window of it.
   *
   * @param load what was sent and answered
   * @param machine how busy the machine was
   */
  private record Window(LoadResult load, MachineUse machine) {}

  /**
   * Measures floor and limits at the experiment's rate; the records stay in the archive's folder
   * {@code calibration}, one folder for each attempt.
   *
   * @throws CannotRunException when the second attempt breaks a rule too, with the rules
   */
  Calibration measure(Experiment experiment) {
    return sound(number -> attempt(experiment, number), workshop.progress()::note);
  }

  /**
   * The first sound attempt.
   *
   * @param attempts makes an attempt, by its number from 1
   * @param notes takes a sentence on why there is a second one
   * @throws CannotRunException when no attempt is sound
   */
  static Calibration sound(IntFunction<Attempt> attempts, Consumer<String> notes) {
    Attempt attempt = attempts.apply(1);
    for (int number = 2; number <= ATTEMPTS && !attempt.broken().isEmpty(); number++) {
      notes.accept(
          "The calibration breaks a rule that voids runs, and is repeated once: "
              + String.join("; ", attempt.broken()));
      attempt = attempts.apply(number);
    }
    if (!attempt.broken().isEmpty()) {
      throw new CannotRunException(
          "the session is refused: before its first trial the calibration broke a rule that voids runs, and did so again when it was repeated: %s. Expected a machine without other work, on which the load generator keeps its schedule; stop the other work, or choose a lower rate (-Drate=)"
              .formatted(String.join("; ", attempt.broken())));
    }
    return attempt.calibration();
  }

  private Attempt attempt(Experiment experiment, int number) {
    Variant arm = CapacityProbe.lightest(experiment);
    Plan nothing = new Plan(PLAN, Plan.MIN_DURATION, new TreeMap<>(Map.of("nullServer", "true")));
    String name = number == 1 ? FOLDER : FOLDER + "-" + number;
    Path folder = workshop.archive().folder().resolve(name);
    List<String> broken = new ArrayList<>();
    List<LagLimit> limits = new ArrayList<>();
    new Steps(trial(arm, nothing), workshop).enter(Phase.CALIBRATE);
    @Nullable Window floor = null;
    for (Map.Entry<Topology, List<Plan>> deployed : byTopology(experiment).entrySet()) {
      Path logs = folder.resolve(floor == null ? "logs" : "logs-" + limits.size());
      try (TestEnvironment stand =
          TestEnvironment.deploy(workshop, arm, deployed.getKey(), ServiceSettings.of(arm), logs)) {
        Protocol protocol = experiment.protocol();
        Map<String, String> seed = Map.of("seed", Long.toString(experiment.seed()));
        if (floor == null) {
          floor = window(stand, trial(arm, nothing), protocol, folder.resolve("load"), seed);
        }
        for (Plan plan : deployed.getValue()) {
          Trial pilot = trial(arm, new Plan(plan.jmx(), Plan.MIN_DURATION, plan.properties()));
          Path to = folder.resolve("pilot-" + plan.name());
          Protocol at =
              plan.kind() == Plan.Kind.CAPACITY ? main(stand, pilot, protocol, to) : protocol;
          Window measured = window(stand, pilot, at, to, seed);
          double median = measured.load().allowedResponse().seconds(50);
          LagLimit limit = new LagLimit(plan.name(), arm.name(), median, true);
          limits.add(limit);
          broken.addAll(broken("pilot of plan " + plan.name(), pilot.plan(), measured, limit));
        }
      }
    }
    // Lag is the generator's own: without a server it keeps the strictest limit of the session.
    LagLimit strictest = Collections.min(limits, Comparator.comparingDouble(LagLimit::seconds));
    Window alone = Objects.requireNonNull(floor, "a session without a plan of requests");
    broken.addAll(0, broken("the load generator alone", nothing, alone, strictest));
    return new Attempt(calibration(alone, limits), broken);
  }

  /** The plans that send requests, by what is deployed for them; in the order of the first. */
  private static Map<Topology, List<Plan>> byTopology(Experiment experiment) {
    return experiment.plans().stream()
        .filter(plan -> !plan.isStream())
        .collect(
            Collectors.groupingBy(
                TestEnvironment::topology, LinkedHashMap::new, Collectors.toList()));
  }

  private static Trial trial(Variant arm, Plan plan) {
    return new Trial(0, 0, arm, plan);
  }

  /** The rate at which a trial that searches its capacity has its main window. */
  private Protocol main(TestEnvironment stand, Trial pilot, Protocol protocol, Path folder) {
    Map<String, String> closed = Map.of("mode", "capacity");
    LoadResult load = window(stand, pilot, protocol, folder.resolve("closed-loop"), closed).load();
    double capacity = Math.max(1, load.completed() / load.window().seconds());
    return protocol.atRate(CapacityTrial.MAIN * capacity);
  }

  private Window window(
      TestEnvironment stand,
      Trial trial,
      Protocol protocol,
      Path folder,
      Map<String, String> properties) {
    Steps steps = new Steps(trial, workshop.progress());
    try (LoadSession worker = stand.startWorker(trial, protocol, folder, properties)) {
      stand.instruments().yieldTo(worker);
      stand.warm(worker, steps);
      steps.enter(Phase.CALIBRATE);
      try (Instruments.Meter meter = stand.instruments().meter()) {
        WindowMeter edge = new WindowMeter(steps, meter);
        worker.measure(edge);
        return new Window(LoadResults.read(worker.folder()), edge.reading().machine());
      }
    }
  }

  private static List<String> broken(String what, Plan plan, Window window, LagLimit limit) {
    List<Reason> reasons =
        new ArrayList<>(Validity.broken(plan, window.load(), Optional.of(limit)));
    Validity.otherWork(window.machine()).ifPresent(reasons::add);
    return reasons.stream()
        .map(reason -> "%s: %s (%s)".formatted(what, reason.text(), reason.rule()))
        .toList();
  }

  private static Calibration calibration(Window floor, List<LagLimit> limits) {
    LoadResult load = floor.load();
    LatencyHistogram response = load.allowedResponse();
    return new Calibration(
        load.rate(),
        response.seconds(50),
        response.seconds(99),
        load.sendLag().seconds(99),
        load.completed() == 0 ? 0 : load.cpuSeconds() / load.completed() * 1e3,
        floor.machine(),
        limits);
  }
}
