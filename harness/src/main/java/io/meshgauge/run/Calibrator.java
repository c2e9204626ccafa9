package io.meshgauge.run;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.load.HarmException;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LabelResult.Mismatch;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.run.environment.ArmGroups;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.trial.CapacityTrial;
import io.meshgauge.run.trial.Steps;
import io.meshgauge.run.trial.Validity;
import io.meshgauge.run.trial.WindowMeter;
import io.meshgauge.run.trial.WindowMeter.Metered;
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
 * Measures the limits of a session before its first trial: the load generator against its own
 * server that does nothing, then a pilot of the lightest arm under each plan, which gives the limit
 * of send lag. The windows of a plan are at its rate, that of the load generator alone at the
 * highest, with one deployment per topology.
 *
 * <p>The rules that void a run apply. When a window breaks one, all windows are repeated once; when
 * one breaks again, the session is refused.
 */
final class Calibrator {
  private static final String PLAN = "instrument/calibration";
  private static final String FOLDER = "calibration";
  private static final int MAX_ATTEMPTS = 2;

  private final SessionContext context;
  private final ArmGroups groups;

  /**
   * @param groups services that arms share
   */
  Calibrator(SessionContext context, ArmGroups groups) {
    this.context = context;
    this.groups = groups;
  }

  /**
   * One attempt at a calibration.
   *
   * @param calibration floor and limits
   * @param broken rules that its windows break; empty when the attempt is valid
   */
  record Attempt(Calibration calibration, List<Broken> broken) {
    private boolean busyOnly() {
      return broken.stream().allMatch(it -> it.reason().rule().equals(Validity.OTHER_WORK_RULE));
    }

    /** The setting that accepts the lag, with room for what it varies by. */
    private String acceptance() {
      long micros = 50 * (long) Math.ceil(2 * calibration.sendLagP99() * 1e6 / 50);
      return micros / 1e6 > LagLimit.MOST_ACCEPTED
          ? "protocol.send-lag"
          : "-Dsend-lag=%dus".formatted(micros);
    }

    private String words() {
      return broken.stream().map(Broken::words).collect(Collectors.joining("; "));
    }
  }

  /**
   * A rule that a window breaks.
   *
   * @param window what was measured
   */
  record Broken(String window, Reason reason) {
    private String words() {
      return "%s: %s (rule %s)".formatted(window, reason.text(), reason.rule());
    }
  }

  /**
   * Measures floor and limits at the experiment's rate. The results are archived in {@code
   * calibration}, one folder per attempt.
   *
   * @throws CannotRunException when the second attempt breaks a rule too, with the rules
   */
  Calibration measure(Experiment experiment) {
    return valid(number -> attempt(experiment, number), context.progress()::note);
  }

  /**
   * The first valid attempt.
   *
   * @param attempts makes an attempt, by its number from 1
   * @param notes receives the reason for a second attempt
   * @throws CannotRunException when no attempt is valid
   */
  static Calibration valid(IntFunction<Attempt> attempts, Consumer<String> notes) {
    Attempt attempt = attempts.apply(1);
    for (int number = 2; number <= MAX_ATTEMPTS && !attempt.broken().isEmpty(); number++) {
      notes.accept(
          "The calibration breaks a rule that voids runs, and is repeated once: "
              + attempt.words());
      attempt = attempts.apply(number);
    }
    if (!attempt.broken().isEmpty()) {
      throw new CannotRunException(
          "the session is refused before its first trial: the calibration broke a rule that voids runs, also when it was repeated. %s: %s"
              .formatted(
                  attempt.busyOnly()
                      ? "End the other work on this machine, wait until it ends, or prove only, which it does not disturb (./meshgauge prove)"
                      : "End other work on this machine, choose a lower rate (-Drate=), or accept the lag of an application that answers faster than any load generator keeps time (%s)"
                          .formatted(attempt.acceptance()),
                  attempt.words()));
    }
    return attempt.calibration();
  }

  private Attempt attempt(Experiment experiment, int number) {
    Variant arm = CapacityProbe.lightest(experiment);
    Plan nothing = new Plan(PLAN, Plan.MIN_DURATION, new TreeMap<>(Map.of("nullServer", "true")));
    String name = number == 1 ? FOLDER : FOLDER + "-" + number;
    Path folder = context.archive().folder().resolve(name);
    List<Broken> broken = new ArrayList<>();
    List<LagLimit> limits = new ArrayList<>();
    new Steps(trial(arm, nothing), context).enter(Phase.CALIBRATE);
    @Nullable Metered floor = null;
    for (List<Plan> deployed : byTopology(experiment).values()) {
      Path logs = folder.resolve(floor == null ? "logs" : "logs-" + limits.size());
      try (TestEnvironment environment = groups.deploy(experiment, deployed.get(0), arm, logs)) {
        Protocol protocol = experiment.protocol();
        Map<String, String> seed = Map.of("seed", Long.toString(experiment.seed()));
        if (floor == null) {
          Protocol busiest = protocol.atRate(experiment.highestRate().orElseThrow());
          floor = window(environment, trial(arm, nothing), busiest, folder.resolve("load"), seed);
        }
        for (Plan plan : deployed) {
          Trial pilot = trial(arm, pilot(plan));
          Path to = folder.resolve("pilot-" + plan.name());
          Protocol at =
              plan.kind() == Plan.Kind.CAPACITY ? main(environment, pilot, protocol, to) : protocol;
          Metered measured = window(environment, pilot, at, to, seed);
          noteUnsent(plan, measured.load());
          wrongExpectation(plan, measured.load());
          double median = measured.load().allowedResponse().seconds(50);
          LagLimit limit = limit(plan, arm, median, protocol);
          limits.add(limit);
          broken.addAll(broken("pilot of plan " + plan.name(), pilot.plan(), measured, limit));
        }
      }
    }
    // Send lag is caused by the generator alone, so the strictest limit applies without a server.
    LagLimit strictest = Collections.min(limits, Comparator.comparingDouble(LagLimit::seconds));
    Metered alone = Objects.requireNonNull(floor, "a session without a plan of requests");
    broken.addAll(0, broken("the load generator alone", nothing, alone, strictest));
    return new Attempt(calibration(alone, limits), broken);
  }

  private void noteUnsent(Plan plan, LoadResult load) {
    List<String> sent = load.labels().stream().map(LabelResult::label).toList();
    List<String> unsent = plan.own().map(own -> own.unsent(sent)).orElse(List.of());
    if (!unsent.isEmpty()) {
      context
          .progress()
          .note(
              "Plan %s: in the pilot these samplers sent nothing: %s"
                  .formatted(plan.name(), String.join(", ", unsent)));
    }
  }

  /**
   * The lightest arm under the lightest load gives the answers that the application means to give.
   *
   * @throws CannotRunException where the plan expects another one of requests that must succeed
   */
  static void wrongExpectation(Plan plan, LoadResult pilot) {
    List<Mismatch> mismatches =
        pilot.labels().stream()
            .filter(label -> !label.refused())
            .flatMap(label -> label.outcomes().mismatches().stream())
            .toList();
    HarmException.wrongExpectation(mismatches)
        .ifPresent(
            wrong -> {
              throw new CannotRunException(
                  "the session is refused before its first trial: in the pilot of plan %s %s"
                      .formatted(plan.name(), wrong));
            });
  }

  private static LagLimit limit(Plan plan, Variant arm, double median, Protocol protocol) {
    return new LagLimit(plan.name(), arm.name(), median, true, protocol.sendLag().orElse(0));
  }

  /** Plans of requests at a rate by topology, in order of first use. */
  private static Map<Topology, List<Plan>> byTopology(Experiment experiment) {
    return experiment.plans().stream()
        .filter(Plan::hasRate)
        .collect(
            Collectors.groupingBy(experiment::topology, LinkedHashMap::new, Collectors.toList()));
  }

  /** The same requests for a short time. */
  private static Plan pilot(Plan plan) {
    return plan.own().isPresent() || plan.rate().isPresent()
        ? plan.during(Plan.MIN_DURATION)
        : new Plan(plan.jmx(), Plan.MIN_DURATION, plan.properties());
  }

  private static Trial trial(Variant arm, Plan plan) {
    return new Trial(0, 0, arm, plan);
  }

  /** The protocol of the main window of a capacity trial. */
  private Protocol main(TestEnvironment environment, Trial pilot, Protocol protocol, Path folder) {
    Map<String, String> closed = Map.of("mode", "capacity");
    LoadResult load =
        window(environment, pilot, protocol, folder.resolve("closed-loop"), closed).load();
    double capacity = Math.max(1, load.completed() / load.seconds());
    return protocol.atRate(CapacityTrial.MAIN_SHARE * capacity);
  }

  private Metered window(
      TestEnvironment environment,
      Trial trial,
      Protocol protocol,
      Path folder,
      Map<String, String> properties) {
    Steps steps = new Steps(trial, context.progress());
    try (LoadSession worker = environment.startWorker(trial, protocol, folder, properties)) {
      environment.instruments().yieldTo(worker);
      environment.warm(worker, steps);
      steps.enter(Phase.CALIBRATE);
      return WindowMeter.measure(environment.instruments(), worker, steps);
    }
  }

  private static List<Broken> broken(String what, Plan plan, Metered window, LagLimit limit) {
    List<Reason> reasons =
        new ArrayList<>(Validity.broken(plan, window.load(), Optional.of(limit)));
    Validity.otherWork(window.machine()).ifPresent(reasons::add);
    return reasons.stream().map(reason -> new Broken(what, reason)).toList();
  }

  private static Calibration calibration(Metered floor, List<LagLimit> limits) {
    LoadResult load = floor.load();
    LatencyHistogram response = load.allowedResponse();
    return new Calibration(
        load.rate(),
        response.seconds(50),
        response.seconds(99),
        load.sendLag().seconds(99),
        load.completed() == 0 ? 0 : load.worker().cpuSeconds() / load.completed() * 1e3,
        floor.machine(),
        limits);
  }
}
