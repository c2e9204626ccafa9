package io.meshgauge.cli;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.stats.BetweenSessions;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Moments;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Power;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the baseline showed against itself in the sessions of a checkout: a line of JSON for each
 * plan of each session.
 *
 * @param file created with the first line
 */
record Ledger(Path file) {
  private static final JsonMapper MAPPER = new JsonMapper();

  private static final List<Metric> METRICS =
      List.of(Metric.RESPONSE_P50, Metric.RESPONSE_P99, Metric.CPU_SYSTEM);

  /** Also those that only the gate against accepted sessions needs. */
  private static final List<Metric> RECORDED =
      Stream.concat(METRICS.stream(), Stream.of(Metric.MEMORY_SYSTEM)).toList();

  /** Sessions that a spread between sessions needs: Student's quantile of four is 2.1. */
  private static final int ENOUGH = 5;

  /** Older sessions say less about the machine of today. */
  private static final int LATEST = 20;

  /** A variant is compared with the mean of two baselines, of which each has the same variance. */
  private static final double AGAINST_BOTH = Math.sqrt(0.75);

  /**
   * One plan of one session.
   *
   * @param session name of its folder
   * @param environment see {@link #environment}
   * @param plan its name
   * @param seconds measured in each run
   * @param windows of each run; null in lines of older versions
   * @param checks by metric
   */
  record Line(
      String session,
      String environment,
      String plan,
      double seconds,
      @Nullable Integer windows,
      Map<Metric, Check> checks) {
    /** Whether the plan was measured as this experiment measures it. */
    private boolean like(Experiment experiment, Plan other) {
      return Plan.current(plan).equals(other.name())
          && seconds == other.duration().toMillis() / 1e3
          && Objects.equals(windows, experiment.protocol().windowsOf(other));
    }
  }

  /**
   * The baseline against itself.
   *
   * @param blocks of the session
   * @param change baseline-again / baseline − 1
   * @param deviation standard deviation of the log ratios of the blocks
   * @param different whether Student's test tells the two apart at 5 %
   */
  record Check(int blocks, double change, double deviation, boolean different) {
    private static Optional<Check> of(NoiseFloor floor) {
      Difference difference = floor.difference();
      return difference.ratio() && difference.blocks() >= Comparison.MINIMUM_REPLICATES
          ? Optional.of(
              new Check(
                  difference.blocks(),
                  difference.relative().orElse(0),
                  difference.effect().standardDeviation(),
                  floor.distinct()))
          : Optional.empty();
    }
  }

  /** The ledger of a checkout. */
  static Ledger of(Path home) {
    return new Ledger(home.resolve("reports").resolve("aa.ndjson"));
  }

  /** Sessions of equal environments can be pooled: this cluster, or this kind of machine. */
  static String environment(Experiment experiment, Environment facts) {
    return experiment
        .onCluster()
        .map(target -> "kubernetes " + target.context())
        .orElseGet(
            () ->
                "local %s, %s cores"
                    .formatted(
                        facts.facts().getOrDefault("cpu.model", "unknown"),
                        facts.facts().getOrDefault("cpu.cores", "?")));
  }

  /** Adds the plans of a session that have an A/A pair. */
  void add(Report report, String session) throws IOException {
    Experiment experiment = report.session().experiment();
    StringBuilder text = new StringBuilder();
    for (PlanReport plan : report.plans()) {
      Map<Metric, Check> checks = new EnumMap<>(Metric.class);
      for (Metric metric : RECORDED) {
        Optional.ofNullable(plan.noiseFloors().get(metric))
            .flatMap(Check::of)
            .ifPresent(check -> checks.put(metric, check));
      }
      if (!checks.isEmpty()) {
        Line line =
            new Line(
                session,
                environment(experiment, report.session().environment()),
                plan.name(),
                plan.plan().duration().toMillis() / 1e3,
                experiment.protocol().windowsOf(plan.plan()),
                checks);
        text.append(MAPPER.writeValueAsString(line)).append('\n');
      }
    }
    if (text.isEmpty()) {
      return;
    }
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(
        file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /**
   * What a session can find, a sentence for each plan; of a plan that was not measured so before,
   * how to get to know it.
   */
  List<String> expected(Experiment experiment, String environment) throws IOException {
    List<String> sentences = new ArrayList<>();
    for (Plan plan : experiment.plans()) {
      List<Line> lines =
          lines().stream()
              .filter(line -> line.environment().equals(environment))
              .filter(line -> line.like(experiment, plan))
              .toList();
      List<Line> latest = lines.subList(Math.max(0, lines.size() - LATEST), lines.size());
      sentences.add(
          latest.isEmpty()
              ? unknown(plan)
              : expected(plan, latest, experiment.protocol().replicates()));
    }
    return sentences;
  }

  /**
   * The spread between sessions of a variant against both measurements of the baseline, by the A/A
   * pairs of like sessions here; empty with fewer than five.
   *
   * @param session name of the folder whose own line is left out
   */
  Optional<BetweenSessions> spread(Session session, String name, String plan, Metric metric)
      throws IOException {
    Experiment experiment = session.experiment();
    String environment = environment(experiment, session.environment());
    Optional<Plan> wanted =
        experiment.plans().stream().filter(it -> it.name().equals(plan)).findFirst();
    List<Moments> sessions = new ArrayList<>();
    for (Line line : lines()) {
      Check check = line.checks().get(metric);
      if (check != null
          && line.environment().equals(environment)
          && !line.session().equals(name)
          && wanted.filter(it -> line.like(experiment, it)).isPresent()) {
        double mean = Math.log1p(check.change());
        sessions.add(new Moments(check.blocks(), mean, check.deviation() * check.deviation()));
      }
    }
    List<Moments> latest = sessions.subList(Math.max(0, sessions.size() - LATEST), sessions.size());
    return latest.size() < ENOUGH
        ? Optional.empty()
        : Optional.of(BetweenSessions.of(latest).scaled(AGAINST_BOTH * AGAINST_BOTH));
  }

  private static String unknown(Plan plan) {
    return plan.isSoak()
        ? "plan %s: drifts; a soak compares nothing".formatted(plan.name())
        : "plan %s: not known, because no session here measured the baseline twice in such windows; to measure it: ./meshgauge run baseline -Dplans=%s -Dduration=%ds"
            .formatted(plan.name(), plan.name(), plan.duration().toSeconds());
  }

  private static String expected(Plan plan, List<Line> lines, int replicates) {
    List<String> effects = new ArrayList<>();
    for (Metric metric : METRICS) {
      deviation(lines, metric)
          .filter(it -> replicates >= Comparison.MINIMUM_REPLICATES)
          .map(it -> Power.detectable(it, replicates, Comparison.LEVEL, Difference.POWER))
          .ifPresent(it -> effects.add(metric.brief() + " " + Amounts.change(Math.expm1(it))));
    }
    long different =
        lines.stream()
            .filter(line -> line.checks().values().stream().anyMatch(Check::different))
            .count();
    return "plan %s: smallest effect found in 80 %% of sessions: %s; by the A/A pairs of %s here, of which %d found a difference in a metric"
        .formatted(
            plan.name(),
            effects.isEmpty() ? "none with fewer than 3 replicates" : String.join(", ", effects),
            ReportText.count(lines.size(), "session"),
            different);
  }

  /** Pooled over sessions, weighted by degrees of freedom. */
  private static Optional<Double> deviation(List<Line> lines, Metric metric) {
    double squares = 0;
    int freedom = 0;
    for (Line line : lines) {
      Check check = line.checks().get(metric);
      if (check != null) {
        squares += (check.blocks() - 1) * check.deviation() * check.deviation();
        freedom += check.blocks() - 1;
      }
    }
    return freedom == 0
        ? Optional.empty()
        : Optional.of(AGAINST_BOTH * Math.sqrt(squares / freedom));
  }

  private List<Line> lines() throws IOException {
    List<Line> lines = new ArrayList<>();
    if (Files.exists(file)) {
      int number = 0;
      for (String text : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        number++;
        try {
          lines.add(MAPPER.readValue(text, Line.class));
        } catch (JacksonException e) {
          throw new IOException(
              "line %d of %s is damaged; expected the JSON a session added there: delete the line"
                  .formatted(number, file),
              e);
        }
      }
    }
    return lines;
  }
}
