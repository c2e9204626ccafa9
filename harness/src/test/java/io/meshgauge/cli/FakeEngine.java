package io.meshgauge.cli;

import io.meshgauge.cli.trend.GateOptions;
import io.meshgauge.config.FakeMesh;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.Product;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts nothing: records calls and returns what a test has set. */
final class FakeEngine extends Engine {
  private static final Experiment NONE =
      new Experiment(
          "none",
          PlatformKind.LOCAL,
          List.of(),
          List.of(),
          new Protocol(1, OptionalDouble.empty(), "poisson", 0, 1, 1, false),
          List.of(),
          0);

  final List<String> asked = new ArrayList<>();
  @Nullable Experiment ran;
  @Nullable ScoringRules reportedBy;
  @Nullable RuntimeException failure;
  @Nullable Path unfinished;
  @Nullable Instant forgotten;
  Consumer<Progress> running = progress -> {};
  List<Product> meshes = FakeMesh.all();
  boolean green = true;
  List<Check> checks = List.of();
  List<String> expected = List.of();

  FakeEngine() {
    super(new ProjectLayout(Path.of(".")));
  }

  @Override
  public List<Product> meshes() {
    return meshes;
  }

  @Override
  public Path run(Experiment experiment, ScoringRules rules, String command, Progress progress) {
    asked.add(command);
    if (failure != null) {
      throw failure;
    }
    ran = experiment;
    running.accept(progress);
    return Path.of("reports/runs/session");
  }

  @Override
  public void refuseManifests(Experiment experiment) {
    // The installation of a test has no manifests.
  }

  @Override
  public List<String> expected(Experiment experiment) {
    return expected;
  }

  @Override
  public void resume(Path folder, Progress progress) {
    asked.add("resume " + folder.getFileName());
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public Optional<Path> unfinished(Experiment experiment, Instant since) {
    asked.add("unfinished " + experiment.name());
    return Optional.ofNullable(unfinished);
  }

  @Override
  public void forget(Instant before, Consumer<String> output) {
    asked.add("forget");
    forgotten = before;
  }

  @Override
  public Session read(Path folder) {
    asked.add("read " + folder.getFileName());
    Environment nowhere = new Environment(new TreeMap<>());
    return new Session(
        Objects.requireNonNullElse(ran, NONE),
        Instant.EPOCH,
        "",
        nowhere,
        List.of(),
        0,
        List.of(),
        "test");
  }

  @Override
  public ScoringRules rules(Path folder) {
    asked.add("rules of " + folder.getFileName());
    return new ScoringRules(
        List.of(Criterion.cost(Metric.RESPONSE_P99, 1, 1)),
        List.of(WeightSet.of("kept", Map.of(Metric.RESPONSE_P99, 1.0))),
        Optional.empty());
  }

  @Override
  public Written report(Session session, ScoringRules rules, Path folder, GateOptions gate) {
    reportedBy = rules;
    CriterionResult criterion =
        new CriterionResult(
            "envoy", "steady", "slo", green, "response_p99 of envoy is above 250 ms");
    return new Written(
        "THE TABLE\n", "ALL TABLES\n", List.of(criterion), folder.resolve("index.html"));
  }

  @Override
  public List<Check> checks() {
    return checks;
  }

  @Override
  public void check(ClusterTarget target, Consumer<Check> output) {
    asked.add("doctor of " + target.context());
    checks.forEach(output);
  }

  @Override
  public void awaitLeases(ClusterTarget target, Consumer<String> words) {
    asked.add("await fate on " + target.context());
  }

  @Override
  public void down(ClusterTarget target, boolean evenAlive, Consumer<String> output) {
    asked.add("down " + target.context() + (evenAlive ? ", all" : ""));
    output.accept("gone: meshgauge-1");
  }
}
