package io.meshgauge.report;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.measure.stage.Stage;
import io.meshgauge.measure.stage.Stage.Span;
import io.meshgauge.measure.stage.StageResult;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/** A made-up session of four arms under a load with three steps; in the last nothing is sent. */
public final class SampleStages {
  /** By how much the times of a step are longer than those of the whole window. */
  static final double[] FACTORS = {0.5, 2};

  private SampleStages() {}

  /** The session. */
  public static Session session() {
    Plan plan = new Plan("stages", Duration.ofSeconds(20), new TreeMap<>());
    Session one = SampleSessions.fourWay();
    return new Session(
        one.experiment().with(List.of(plan)),
        one.started(),
        one.command(),
        one.environment(),
        one.notes(),
        one.planned(),
        one.runs().stream().map(run -> staged(run, plan)).toList(),
        one.version());
  }

  private static Run staged(Run run, Plan plan) {
    Trial was = run.trial();
    Run.Results results = run.results();
    return new Run(
        new Trial(was.position(), was.replicate(), was.variant(), plan),
        run.outcome(),
        run.reasons(),
        run.setup(),
        run.evidence(),
        run.observations(),
        new Run.Results(
            results.load(),
            null,
            null,
            results.measurements(),
            List.of(),
            List.of(stage(run, 0), stage(run, 1), empty(run))));
  }

  private static StageResult stage(Run run, int nth) {
    Stage stage = new Stage("step-" + (nth + 1), List.of(new Span(nth * 8, nth * 8 + 8, 80 + nth)));
    return new StageResult(
        stage,
        run.measuredLoad().orElseThrow(),
        run.measurements().stream().map(it -> scaled(it, FACTORS[nth])).toList());
  }

  private static StageResult empty(Run run) {
    return new StageResult(
        new Stage("step-3", List.of(new Span(16, 20, 0))),
        run.measuredLoad().orElseThrow(),
        List.of());
  }

  private static Measurement scaled(Measurement found, double factor) {
    return found.metric().unit() == Unit.SECONDS && found.metric() != Metric.READY
        ? new Measurement(found.metric(), found.value() * factor, found.source())
        : found;
  }
}
