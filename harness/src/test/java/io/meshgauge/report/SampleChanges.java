package io.meshgauge.report;

import io.meshgauge.archive.Measurements;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.change.Answer;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.experiment.change.EnforcementSettings;
import io.meshgauge.experiment.change.StartSettings;
import io.meshgauge.experiment.change.StartStep;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.experiment.change.Transition.Connections;
import io.meshgauge.measure.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** Made-up sessions in which something changes twice in each run. */
public final class SampleChanges {
  private static final long SECOND = 1_000_000;

  private SampleChanges() {}

  /** A process of a service fails. */
  public static Session failover() {
    return session(Plan.FAILOVER);
  }

  /** A denial is added to the policy, and taken back; the baseline has none. */
  public static Session enforcement() {
    return session(Plan.ENFORCEMENT);
  }

  /** Pods are started; a sidecar makes that slower. */
  public static Session start() {
    return session(Plan.START);
  }

  /**
   * A session of four arms.
   *
   * @param name of the plan
   */
  public static Session session(String name) {
    Plan plan = new Plan(name, Duration.ofSeconds(20), new TreeMap<>());
    Session calm = SampleSessions.fourWay();
    Experiment experiment = calm.experiment().with(List.of(plan));
    return new Session(
        experiment,
        calm.started(),
        calm.command(),
        calm.environment(),
        calm.notes(),
        calm.planned(),
        calm.runs().stream().map(run -> changed(run, plan)).toList(),
        calm.version());
  }

  private static Run changed(Run run, Plan plan) {
    Trial was = run.trial();
    boolean istio = was.variant().mesh().startsWith("istio");
    List<ChangeEffect> effects =
        plan.isDisturbed()
            ? effects(was.variant().mesh().equals("envoy") ? 12 : 0, was.position(), false)
            : effects(0, was.position(), istio && plan.isEnforcement());
    if (plan.isStart()) {
      effects = effects.stream().map(it -> started(it, istio, was.position())).toList();
    }
    List<Measurement> measurements = new ArrayList<>(run.measurements());
    measurements.addAll(Measurements.of(effects));
    measurements.removeIf(it -> !plan.timesRequests() && !plan.measures(it.metric()));
    return new Run(
        new Trial(was.position(), was.replicate(), was.variant(), plan),
        run.outcome(),
        run.reasons(),
        run.setup(),
        run.evidence(),
        run.observations(),
        new Run.Results(run.results().load(), null, null, measurements, effects));
  }

  /**
   * Fifty requests in each second, of which the first of each fault fail.
   *
   * @param failed in each fault
   * @param nth of the run, by which its answers are later
   * @param rules whether the proxies before two services apply a changed rule
   */
  private static List<ChangeEffect> effects(int failed, int nth, boolean rules) {
    long begin = 1_795_000_000 * SECOND;
    List<Change> changes = new ArrayList<>();
    List<Answer> answers = new ArrayList<>();
    for (long fault = begin; fault < begin + 20 * SECOND; fault += 10 * SECOND) {
      boolean denied = fault == begin;
      changes.add(
          rules
              ? new Change(
                  denied ? EnforcementSettings.DENY : EnforcementSettings.ALLOW,
                  "2 proxies",
                  fault,
                  fault + SECOND,
                  transitions(0.1 + 0.01 * nth, denied))
              : new Change("refuse", "order-2", fault, fault + 5 * SECOND));
      for (int i = 0; i < 500; i++) {
        long due = fault + i * SECOND / 50;
        answers.add(new Answer(due, due + 5_000 + 10L * nth, i >= failed));
      }
    }
    return ChangeEffect.of(changes, answers);
  }

  private static ChangeEffect started(ChangeEffect effect, boolean proxied, int nth) {
    SortedMap<StartStep, Double> steps = new TreeMap<>();
    double answered = (proxied ? 6 : 4) + 0.01 * nth;
    steps.put(StartStep.CREATED, 0.05);
    steps.put(StartStep.SERVICE_RUNNING, 1.5);
    if (proxied) {
      steps.put(StartStep.PROXY_READY, 1.2);
    }
    steps.put(StartStep.ANSWERED, answered);
    Change was = effect.change();
    return new ChangeEffect(
        new Change(
            StartSettings.START, "order", was.beginMicros(), was.endMicros(), List.of(), steps),
        effect.requests(),
        effect.failed(),
        effect.longestGapSeconds(),
        effect.worstSecondSeconds(),
        effect.recoverySeconds(),
        effect.slices());
  }

  /** On kept connections it takes three times as long; one proxy keeps the old rule there. */
  private static List<Transition> transitions(double seconds, boolean denied) {
    return List.of(
        transition("auth", Connections.NEW, seconds, 2),
        transition("auth", Connections.KEPT, 3 * seconds, denied ? 15 : 3 * seconds + 1),
        transition("order", Connections.NEW, seconds / 2, 2));
  }

  private static Transition transition(
      String service, Connections connections, double last, double observed) {
    return new Transition(
        service,
        connections,
        OptionalDouble.of(last / 2),
        OptionalDouble.of(observed == 15 ? observed : last),
        observed,
        0.02,
        100,
        connections == Connections.KEPT ? 1 : 0);
  }
}
