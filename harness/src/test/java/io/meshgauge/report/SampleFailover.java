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
import io.meshgauge.measure.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A made-up session in which a process of a service fails twice in each run. */
final class SampleFailover {
  private static final Plan PLAN = new Plan(Plan.FAILOVER, Duration.ofSeconds(20), new TreeMap<>());
  private static final long SECOND = 1_000_000;

  private SampleFailover() {}

  static Session session() {
    Session calm = SampleSessions.fourWay();
    Experiment experiment = calm.experiment().with(List.of(PLAN));
    return new Session(
        experiment,
        calm.started(),
        calm.command(),
        calm.environment(),
        calm.notes(),
        calm.planned(),
        calm.runs().stream().map(SampleFailover::changed).toList(),
        calm.version());
  }

  private static Run changed(Run run) {
    Trial was = run.trial();
    List<ChangeEffect> effects =
        effects(was.variant().mesh().equals("envoy") ? 12 : 0, was.position());
    List<Measurement> measurements = new ArrayList<>(run.measurements());
    measurements.addAll(Measurements.of(effects));
    return new Run(
        new Trial(was.position(), was.replicate(), was.variant(), PLAN),
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
   */
  private static List<ChangeEffect> effects(int failed, int nth) {
    long begin = 1_795_000_000 * SECOND;
    List<Change> changes = new ArrayList<>();
    List<Answer> answers = new ArrayList<>();
    for (long fault = begin; fault < begin + 20 * SECOND; fault += 10 * SECOND) {
      changes.add(new Change("refuse", "order-2", fault, fault + 5 * SECOND));
      for (int i = 0; i < 500; i++) {
        long due = fault + i * SECOND / 50;
        answers.add(new Answer(due, due + 5_000 + 10L * nth, i >= failed));
      }
    }
    return ChangeEffect.of(changes, answers);
  }
}
