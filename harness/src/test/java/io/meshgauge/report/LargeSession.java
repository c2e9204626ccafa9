package io.meshgauge.report;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Window;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A made-up session of five arms and as many blocks as asked for: its runs are those of {@link
 * SampleSessions#fourWay()}, which take turns, with values that vary by 2 % and shorter windows.
 * Every fiftieth run is void.
 */
public final class LargeSession {
  private static final int VOID_EVERY = 50;

  private LargeSession() {}

  /**
   * The session.
   *
   * @param blocks each of five runs
   * @param seconds of each window, at most 20
   */
  public static Session of(int blocks, int seconds) {
    Session few = SampleSessions.fourWay();
    Experiment asked = few.experiment();
    Experiment experiment = asked.with(asked.protocol().replicated(blocks));
    Map<String, List<Run>> originals =
        few.runs().stream()
            .map(run -> shortened(run, seconds))
            .collect(Collectors.groupingBy(run -> run.trial().variant().name()));
    List<Run> runs =
        Schedule.of(experiment).trials().stream()
            .map(
                trial -> {
                  List<Run> of = originals.get(trial.variant().name());
                  return again(of.get(trial.replicate() % of.size()), trial);
                })
            .toList();
    return new Session(
        experiment,
        few.started(),
        few.command(),
        few.environment(),
        few.notes(),
        runs.size(),
        runs,
        few.version());
  }

  private static Run shortened(Run run, int seconds) {
    LoadResult load = run.measuredLoad().orElseThrow();
    LoadResult less =
        new LoadResult(
            new Window(load.window().start(), load.window().start().plusSeconds(seconds)),
            load.rate(),
            load.labels(),
            load.sendLag(),
            load.timeline().subList(0, seconds),
            load.worker());
    return run.with(new Run.Results(less, null, null, run.measurements()));
  }

  private static Run again(Run run, Trial trial) {
    Random random = new Random(trial.position());
    List<Measurement> measurements =
        run.measurements().stream()
            .map(
                it ->
                    new Measurement(
                        it.metric(), it.value() * (1 + 0.02 * random.nextGaussian()), it.source()))
            .toList();
    boolean valid = trial.position() % VOID_EVERY != 0;
    return new Run(
        trial,
        valid ? Outcome.VALID : Outcome.VOID,
        valid ? List.of() : List.of(new Reason("send-lag", "send lag p99 was 1.3 ms")),
        run.setup(),
        run.evidence(),
        run.observations(),
        new Run.Results(run.results().load(), null, null, measurements));
  }
}
