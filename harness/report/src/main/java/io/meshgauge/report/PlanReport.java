package io.meshgauge.report;

import io.meshgauge.experiment.LoadPoint;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.stage.Stage;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.Recovery;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.Contest;
import io.meshgauge.score.ScoreInput;
import io.meshgauge.score.Scorecard;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Replicates;
import io.meshgauge.stats.Summary;
import io.meshgauge.text.Messages;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The report of one plan.
 *
 * @param plan row of the experiment
 * @param seed of every draw
 * @param arms all arms in the experiment's order, the control last
 * @param contrasts variants against the baseline; those without a valid run are left out
 * @param additions variants that have something on their mesh against the same mesh without it
 * @param pairs every other pair of variants, the later one of the experiment against the earlier
 * @param firstRuns variants against the baseline as if no void run had been left out; empty when
 *     none was void
 * @param noiseFloors by metric; empty without an A/A pair
 * @param card the scores
 * @param slos objective by objective, for each variant
 * @param parts what is known of parts of the window
 */
public record PlanReport(
    Plan plan,
    long seed,
    List<Arm> arms,
    List<Contrast> contrasts,
    List<Contrast> additions,
    List<Contrast> pairs,
    List<Contrast> firstRuns,
    Map<Metric, NoiseFloor> noiseFloors,
    Scorecard card,
    List<SloResult> slos,
    Parts parts) {

  /**
   * What is known of parts of the window.
   *
   * @param soaks what drifted and happened, under the plan of a soak
   * @param stages of the load, in the order of time; empty where the load has one rate
   */
  public record Parts(List<SoakReport> soaks, List<OfStage> stages) {
    public Parts {
      soaks = List.copyOf(soaks);
      stages = List.copyOf(stages);
    }
  }

  /**
   * The report of one stage: arms and comparisons as if the window were the seconds of the stage.
   *
   * @param arms all arms in the experiment's order
   * @param contrasts variants against the baseline in the same blocks; all stages are tested alone
   */
  public record OfStage(Stage stage, List<Arm> arms, List<Contrast> contrasts) {
    public OfStage {
      arms = List.copyOf(arms);
      contrasts = List.copyOf(contrasts);
    }

    /** Comparison of an arm with the baseline on a metric; empty if either lacks it. */
    public Optional<Comparison> against(Arm arm, Metric metric) {
      return contrasts.stream()
          .filter(found -> found.arm().name().equals(arm.name()))
          .flatMap(found -> found.on(metric).stream())
          .findFirst();
    }
  }

  public PlanReport {
    arms = List.copyOf(arms);
    contrasts = List.copyOf(contrasts);
    additions = List.copyOf(additions);
    pairs = List.copyOf(pairs);
    firstRuns = List.copyOf(firstRuns);
    Map<Metric, NoiseFloor> ordered = new EnumMap<>(Metric.class);
    ordered.putAll(noiseFloors);
    noiseFloors = ordered;
    slos = List.copyOf(slos);
  }

  /** What drifted and happened, under the plan of a soak. */
  public List<SoakReport> soaks() {
    return parts.soaks();
  }

  /** The plan's name. */
  public String name() {
    return plan.name();
  }

  /** Metrics that the report emphasises. */
  public Emphasis emphasis() {
    return Emphasis.of(plan);
  }

  /** Whether the rules can score the metrics of this plan. */
  public boolean scored() {
    return !plan.isSoak() && SkippedGates.score(plan, card.rules()).isEmpty();
  }

  /** Arms that are compared and scored: all except the control. */
  public List<Arm> variants() {
    return arms.stream().filter(arm -> !arm.variant().isControl()).toList();
  }

  /** The arm of that name, or empty when the experiment has none. */
  public Optional<Arm> arm(String name) {
    return arms.stream().filter(arm -> arm.name().equals(name)).findFirst();
  }

  /** Comparison of a variant with the baseline; empty if it has no valid run. */
  public Optional<Contrast> contrast(String name) {
    return contrasts.stream().filter(found -> found.arm().name().equals(name)).findFirst();
  }

  /** Comparison of a variant with its mesh without additions; empty if it has none. */
  public Optional<Contrast> addition(String name) {
    return additions.stream().filter(found -> found.arm().name().equals(name)).findFirst();
  }

  /** Comparison of a variant with the baseline, with void runs instead of their repeats. */
  public Optional<Contrast> withVoid(String name) {
    return firstRuns.stream().filter(found -> found.arm().name().equals(name)).findFirst();
  }

  /** Added p99 against added CPU. */
  public List<Front.Row> front() {
    return front(Metric.RESPONSE_P99, Metric.CPU_SYSTEM);
  }

  /** Added response time against added cost. */
  public List<Front.Row> front(Metric latency, Metric cost) {
    return Front.of(this, latency, cost);
  }

  /** Known amounts that arms add to every request, and what was measured of them. */
  public List<Recovery> recoveries() {
    return Recovery.of(arms);
  }

  /** Counts of void runs of each arm. */
  public Exclusions exclusions() {
    return Exclusions.of(this);
  }

  /** The soak of a variant; empty if none is recorded. */
  public Optional<SoakReport> soak(String name) {
    return soaks().stream().filter(found -> found.arm().name().equals(name)).findFirst();
  }

  /** The row of a variant on the score card. */
  public Optional<Scorecard.Row> score(String name) {
    return card.rows().stream().filter(row -> row.variant().equals(name)).findFirst();
  }

  /** The variants with what was scored of them, and the reasons against a score. */
  public Contest contest() {
    return new Contest(
        name(),
        variants().stream()
            .map(
                arm ->
                    new ScoreInput(
                        arm.name(),
                        Promises.key(arm),
                        arm.scored(),
                        score(arm.name()).flatMap(Scorecard.Row::unscoredBecause)))
            .toList(),
        Variant.BASELINE);
  }

  /** Centre and interval of a metric over an arm's valid runs; empty when none measured it. */
  public Optional<Summary> summary(Arm arm, Metric metric) {
    return arm.replicates(metric).map(Replicates::values).map(Summary::of);
  }

  /** The archive files of a metric, relative to the folder of a run. */
  public String source(Metric metric) {
    List<String> sources =
        arms.stream().flatMap(arm -> arm.source(metric).stream()).distinct().sorted().toList();
    return sources.isEmpty() ? Messages.get("report.no-file") : String.join(", ", sources);
  }

  /** The offered rate in requests per second; empty when nothing was measured. */
  public OptionalDouble rate() {
    return arms.stream()
        .flatMap(arm -> arm.runs().stream())
        .flatMap(run -> run.measuredLoad().stream())
        .mapToDouble(LoadResult::rate)
        .findFirst();
  }

  /** The plan and its rate, for a sentence, for example {@code plan stress at 120 req/s}. */
  public String atRate() {
    if (plan.isStream()) {
      return Messages.get(
          "report.plan-with-streams", name(), ReportText.count(plan.streams(), "stream"));
    }
    if (plan.kind() == Plan.Kind.CAPACITY) {
      return Messages.get("report.plan-at-capacity", name());
    }
    if (arms.stream().anyMatch(arm -> LoadPoint.of(arm.variant()).isPresent())) {
      return Messages.get("report.plan-at-points", name());
    }
    OptionalDouble rate = rate();
    return rate.isEmpty()
        ? Messages.get("report.plan", name())
        : Messages.get("report.plan-at-rate", name(), Amounts.digits(rate.getAsDouble()));
  }
}
