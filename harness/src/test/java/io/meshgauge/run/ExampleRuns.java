package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.application.Application;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.report.arm.RetryAmplification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What tests of the example applications have in common. */
public final class ExampleRuns {
  private ExampleRuns() {}

  /** Fails unless everything that the run claims is proven; other work may have voided it. */
  public static void assertVerified(Run run) {
    assertThat(run.outcome()).as("%s", run.reasons()).isNotIn(Outcome.FAILED, Outcome.UNVERIFIED);
    assertThat(run.evidence()).noneMatch(Evidence::unproven);
    assertThat(run.evidence())
        .filteredOn(it -> it.verdict() == Verdict.UNBOUNDED)
        .as("only plain TCP has no number of calls")
        .allMatch(it -> it.subject().contains("→ redis"));
  }

  /** Subjects of the observations of a promise that the run claims. */
  public static List<String> claimed(Run run, Promise promise) {
    return run.evidence().stream()
        .filter(it -> it.promise() == promise && it.verdict() != Verdict.NOT_CLAIMED)
        .map(Evidence::subject)
        .toList();
  }

  /**
   * One run of ten seconds of an arm.
   *
   * @param folder for its archive
   */
  public static Run run(Path folder, Application of, Variant arm, int rate) {
    Plan plan = new Plan(Plan.STEADY, Plan.MIN_DURATION, new TreeMap<>());
    Experiment experiment =
        new Experiment(
                "example",
                PlatformKind.LOCAL,
                List.of(arm),
                List.of(plan),
                new Protocol(1, OptionalDouble.of(rate), "poisson", 200, 8, 1, false),
                List.of(),
                7)
            .of(of);
    return new LocalTrials(folder)
        .run(experiment, runner -> List.of(runner.run(new Trial(1, 1, arm, plan), experiment)))
        .get(0);
  }

  /**
   * Runs of ten seconds of arms that share their services, by arm, as a session measures them.
   *
   * @param folder for their archive
   */
  public static Map<String, Run> together(
      Path folder, Application of, List<Variant> arms, int rate) {
    return together(new LocalTrials(folder), of, arms, Plan.STEADY, rate);
  }

  /**
   * The same, and every window breaks a rule, as on a machine that is too busy: rounds are measured
   * again as often as is allowed, and all runs are void.
   */
  public static Map<String, Run> togetherTooLate(
      Path folder, Application of, List<Variant> arms, int rate) {
    LagLimit broken = new LagLimit(Plan.STEADY, Variant.BASELINE, 1e-9, true);
    return together(new LocalTrials(folder, List.of(broken)), of, arms, Plan.STEADY, rate);
  }

  /** Fails unless services received as many requests as load and callers sent in its windows. */
  public static void assertCountedAlike(Run run) {
    assertThat(RetryAmplification.of(run))
        .as("requests that each service got for each call")
        .isNotEmpty()
        .noneMatch(RetryAmplification::notable);
  }

  /**
   * The same with another plan than {@link Plan#STEADY}.
   *
   * @param kind of the plan
   */
  public static Map<String, Run> together(
      LocalTrials local, Application of, List<Variant> arms, String kind, int rate) {
    Plan plan = new Plan(kind, Plan.MIN_DURATION, new TreeMap<>());
    Protocol protocol =
        new Protocol(1, OptionalDouble.of(rate), "poisson", 200, 8, 1, false)
            // Shorter ones read all proxies more often than a test needs.
            .inWindows(2);
    Experiment experiment =
        new Experiment("together", PlatformKind.LOCAL, arms, List.of(plan), protocol, List.of(), 7)
            .of(of);
    List<Trial> trials =
        IntStream.range(0, arms.size())
            .mapToObj(it -> new Trial(it + 1, 1, arms.get(it), plan))
            .toList();
    return local.run(experiment, runner -> runner.runTogether(trials, experiment)).stream()
        .collect(Collectors.toMap(run -> run.trial().variant().name(), Function.identity()));
  }

  /** A copy of an example's folder in a new folder, for a test to change. */
  public static Path copy(Path example, Path folder) throws IOException {
    Path copy = Files.createTempDirectory(folder, "copy");
    try (Stream<Path> files = Files.walk(example)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = copy.resolve(example.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    return copy;
  }
}
