package io.meshgauge.trend;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.predict.SweepArchive;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;

/** Archives of short sessions of a baseline and Istio's model, on disk. */
public final class SessionArchives {
  private static final double RATE = 100;

  private SessionArchives() {}

  /**
   * Writes one session.
   *
   * @param runs folder of the archives
   * @param day of its start
   * @param cores fact of its environment
   * @param slower p50 and CPU of the mesh, as a ratio
   */
  public static Path write(Path runs, int day, String cores, double slower) throws IOException {
    Experiment experiment =
        new Experiment(
            "steady",
            PlatformKind.LOCAL,
            List.of(Variant.plain("baseline"), Variant.plain("istio-mtls")),
            List.of(new Plan("steady", Duration.ofSeconds(20), new TreeMap<>())),
            new Protocol(4, OptionalDouble.of(RATE), "poisson", 100, 8, 1, true),
            List.of(new Slo(Metric.RESPONSE_P99, 1)),
            day);
    List<Trial> trials = Schedule.of(experiment).trials();
    RunArchive archive =
        RunArchive.create(
            runs,
            new Session(
                experiment,
                Instant.parse("2026-11-01T10:00:00Z").plus(Duration.ofDays(day)),
                "./meshgauge run steady.yaml",
                new Environment(new TreeMap<>(Map.of("cpu.cores", cores))),
                List.of(),
                trials.size(),
                List.of(),
                "1.0"));
    archive.attach(
        "scoring.json",
        new ScoringRules(
            List.of(Criterion.cost(Metric.RESPONSE_P99, 1, 1)),
            List.of(WeightSet.of("equal", Map.of(Metric.RESPONSE_P99, 1.0))),
            Optional.empty()));
    Random random = new Random(day);
    for (Trial trial : trials) {
      double cost = (trial.variant().isBaseline() || trial.variant().isControl() ? 1 : 2 * slower);
      double noise = Math.exp(0.02 * random.nextGaussian());
      SweepArchive.store(
          archive,
          trial,
          RATE,
          0.003 * cost * noise,
          0.1,
          new Run.Observations(
              List.of(
                  new ResourceUse(
                      "order", Part.APPLICATION, 4 * cost * noise, (3e8 + 1e8 * cost) * noise, 0)),
              null,
              List.of(),
              null,
              new MachineUse(0.3, 0)),
          List.of(
              new Evidence(
                  Evidence.Promise.TRAVERSAL,
                  "load → order",
                  Evidence.Verdict.PROVEN,
                  "2000",
                  "2000",
                  "proxy/")));
    }
    return archive.folder();
  }
}
