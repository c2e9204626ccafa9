package io.meshgauge.run;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.run.session.Block;
import io.meshgauge.run.trial.SampleLoads;
import io.meshgauge.run.trial.SampleRuns;
import io.meshgauge.run.trial.Validity;
import io.meshgauge.stats.FreemanHalton;
import io.meshgauge.stats.Summary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;

/**
 * What a rule about send lag does to a comparison when neighbours disturb the machine: sessions of
 * a baseline and a mesh, judged by {@link Validity} and repeated by {@link Block}, with fixed
 * seeds. {@code docs/benchmarks/void-rules} says how to run it and what it printed.
 *
 * <p>Neighbours slow a run by 1 + c, and the load generator's lag by exp(6 c), with c exponential
 * of mean 0.25, in every arm alike.
 */
final class VoidRulesSimulation {
  static final double BASELINE_MILLIS = 5.9;
  static final double MESH_MILLIS = 10.1;

  /** The ratio of the arms without neighbours. */
  static final double TRUTH = MESH_MILLIS / BASELINE_MILLIS;

  /** Send lag p99 of an undisturbed load generator, as calibrations of quiet machines have it. */
  private static final double LAG_MILLIS = 0.12;

  private static final double DISTURBANCE = 0.25;
  private static final double LAG_GROWTH = 6;

  /** Of replicates on the log scale, as measured with four cores. */
  private static final double SPREAD = 0.056;

  private static final Plan PLAN = new Plan("steady", Duration.ofSeconds(10), new TreeMap<>());

  /** How lag is judged. */
  enum Rule {
    /** 10 % of the run's own median, as it was before decision 6 was revised. */
    OWN_MEDIAN,
    /** 10 % of the median of a baseline pilot, the same for all arms. */
    ONE_LIMIT
  }

  /**
   * What many sessions gave.
   *
   * @param ratio geometric mean of the ratio of the arms' medians, over the sessions with a valid
   *     run of each
   * @param firstRuns the same of the first runs, void or not
   * @param baselineVoid void runs of the baseline per session, repeats included
   * @param meshVoid the same of the mesh
   * @param warned share of sessions in which the exact test gives p below 0.10
   * @param refused sessions that the calibration refused, for one that ran
   */
  record Result(
      double ratio,
      double firstRuns,
      double baselineVoid,
      double meshVoid,
      double warned,
      double refused) {}

  private final Rule rule;
  private final Random random;
  private final Experiment experiment;
  private final List<Double> ofBaseline = new ArrayList<>();
  private final List<Double> ofMesh = new ArrayList<>();
  private final List<Double> firstOfBaseline = new ArrayList<>();
  private final List<Double> firstOfMesh = new ArrayList<>();
  private int baselineVoid;
  private int meshVoid;
  private int baselineFirstVoid;
  private int meshFirstVoid;

  private VoidRulesSimulation(Rule rule, int replicates, long seed) {
    this.rule = rule;
    this.random = new Random(seed);
    this.experiment =
        new Experiment(
            "simulated",
            PlatformKind.LOCAL,
            List.of(Variant.plain("baseline"), Variant.plain("istio-mtls")),
            List.of(PLAN),
            new Protocol(replicates, OptionalDouble.of(100), "poisson", 0, 16, 1, false),
            List.of(),
            seed);
  }

  /** Simulates sessions. */
  static Result of(Rule rule, int replicates, int sessions) {
    double ratio = 0;
    double first = 0;
    double[] voids = new double[2];
    int compared = 0;
    int warned = 0;
    int refused = 0;
    for (int done = 0, seed = 0; done < sessions; seed++) {
      VoidRulesSimulation session = new VoidRulesSimulation(rule, replicates, 1000L * seed + 7);
      Optional<LagLimit> limit = session.pilot().or(session::pilot);
      if (rule == Rule.ONE_LIMIT && limit.isEmpty()) {
        refused++;
        continue;
      }
      session.run(limit);
      done++;
      voids[0] += session.baselineVoid;
      voids[1] += session.meshVoid;
      first += Math.log(median(session.firstOfMesh) / median(session.firstOfBaseline));
      warned += session.p(replicates) < 0.10 ? 1 : 0;
      if (!session.ofBaseline.isEmpty() && !session.ofMesh.isEmpty()) {
        compared++;
        ratio += Math.log(median(session.ofMesh) / median(session.ofBaseline));
      }
    }
    return new Result(
        Math.exp(ratio / compared),
        Math.exp(first / sessions),
        voids[0] / sessions,
        voids[1] / sessions,
        (double) warned / sessions,
        (double) refused / sessions);
  }

  private double p(int replicates) {
    return FreemanHalton.p(
        List.of(
            new FreemanHalton.Group(baselineFirstVoid, replicates),
            new FreemanHalton.Group(meshFirstVoid, replicates)));
  }

  /** The limit of a pilot; empty where the pilot itself breaks it. */
  private Optional<LagLimit> pilot() {
    LoadResult load = load(BASELINE_MILLIS);
    LagLimit limit =
        new LagLimit(PLAN.name(), "baseline", load.allowedResponse().seconds(50), true);
    return Validity.broken(PLAN, load, Optional.of(limit)).isEmpty()
        ? Optional.of(limit)
        : Optional.empty();
  }

  private void run(Optional<LagLimit> limit) {
    for (Block block : Block.of(experiment)) {
      List<Trial> begun = new ArrayList<>();
      for (Optional<Trial> next = block.next(); next.isPresent(); next = block.next()) {
        Trial trial = next.get().at(0);
        boolean baseline = trial.variant().isBaseline();
        LoadResult load = load(baseline ? BASELINE_MILLIS : MESH_MILLIS);
        boolean isVoid = broken(load, limit);
        double median = load.allowedResponse().seconds(50);
        boolean isFirst = !begun.contains(trial);
        begun.add(trial);
        if (isFirst) {
          (baseline ? firstOfBaseline : firstOfMesh).add(median);
        }
        if (isVoid) {
          baselineVoid += baseline ? 1 : 0;
          meshVoid += baseline ? 0 : 1;
          baselineFirstVoid += baseline && isFirst ? 1 : 0;
          meshFirstVoid += !baseline && isFirst ? 1 : 0;
        } else {
          (baseline ? ofBaseline : ofMesh).add(median);
        }
        block.finished(SampleRuns.run(trial, isVoid ? Outcome.VOID : Outcome.VALID));
      }
    }
  }

  private boolean broken(LoadResult load, Optional<LagLimit> limit) {
    return rule == Rule.ONE_LIMIT
        ? !Validity.broken(PLAN, load, limit).isEmpty()
        : load.sendLag().seconds(99) > LagLimit.SHARE * load.allowedResponse().seconds(50);
  }

  private LoadResult load(double millis) {
    double c = -DISTURBANCE * Math.log(1 - random.nextDouble());
    double response = millis * (1 + c) * Math.exp(SPREAD * random.nextGaussian());
    double lag = LAG_MILLIS * Math.exp(LAG_GROWTH * c);
    return loads(lag, response).result();
  }

  private static SampleLoads loads(double lagMillis, double responseMillis) {
    return new SampleLoads(
        1000, 1000, 10, Math.round(lagMillis * 1e3), Math.round(responseMillis * 1e3), 2);
  }

  private static double median(List<Double> values) {
    return Summary.of(values.stream().mapToDouble(Double::doubleValue).toArray()).median();
  }

  /** Prints the tables of the benchmark; the argument is the number of sessions. */
  public static void main(String[] arguments) {
    int sessions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
    System.out.println("Void by the same send lag p99 of the load generator");
    System.out.println("lag ms   own median: baseline  mesh   one limit: baseline  mesh");
    Optional<LagLimit> limit =
        Optional.of(new LagLimit(PLAN.name(), "baseline", BASELINE_MILLIS / 1e3, true));
    for (double lag : new double[] {0.3, 0.58, 0.6, 0.8, 1.0, 1.02}) {
      List<String> cells = new ArrayList<>();
      for (Rule rule : Rule.values()) {
        for (double median : new double[] {BASELINE_MILLIS, MESH_MILLIS}) {
          LoadResult load = loads(lag, median).result();
          boolean isVoid = new VoidRulesSimulation(rule, 1, 0).broken(load, limit);
          cells.add(isVoid ? "void" : "valid");
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%6.2f   %20s  %-5s  %19s  %s%n",
          lag,
          cells.get(0),
          cells.get(1),
          cells.get(2),
          cells.get(3));
    }
    System.out.printf(
        Locale.ROOT,
        "%nNoisy neighbours, %d sessions each; the true ratio of the medians is %.3f%n",
        sessions,
        TRUTH);
    System.out.println(
        "replicates  rule        ratio  all first runs  void/session: baseline  mesh  p < 0.10  refused");
    for (int replicates : new int[] {3, 5, 10}) {
      for (Rule rule : Rule.values()) {
        Result found = of(rule, replicates, sessions);
        System.out.printf(
            Locale.ROOT,
            "%10d  %-10s  %.3f  %14.3f  %22.2f  %4.2f  %6.1f %%  %5.1f %%%n",
            replicates,
            rule.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            found.ratio(),
            found.firstRuns(),
            found.baselineVoid(),
            found.meshVoid(),
            100 * found.warned(),
            100 * found.refused());
      }
    }
  }
}
