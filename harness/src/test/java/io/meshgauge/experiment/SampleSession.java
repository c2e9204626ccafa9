package io.meshgauge.experiment;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Sessions and experiments that say no more than a test asks of them. */
public final class SampleSession {
  public static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
  public static final String VERSION = "1.0";

  private SampleSession() {}

  /** A session before its first run. */
  public static Session of(Experiment experiment) {
    return of(experiment, List.of());
  }

  /** A session of some of the experiment's trials. */
  public static Session of(Experiment experiment, List<Run> runs) {
    return new Session(
        experiment,
        START,
        "./meshgauge run test",
        new Environment(new TreeMap<>()),
        List.of(),
        Schedule.of(experiment).trials().size(),
        runs,
        VERSION);
  }

  /** An experiment on this machine at 20 requests per second. */
  public static Experiment experiment(int replicates, Plan plan, Variant... variants) {
    return new Experiment(
        "test",
        PlatformKind.LOCAL,
        List.of(variants),
        List.of(plan),
        new Protocol(replicates, OptionalDouble.of(20), "poisson", 100, 16, 1, false),
        List.of(),
        42);
  }
}
