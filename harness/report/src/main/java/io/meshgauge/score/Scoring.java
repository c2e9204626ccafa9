package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.score.Scorecard.Row;
import io.meshgauge.stats.Bootstrap;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.stats.Replicates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The making of one {@link Scorecard}: gate, points, composites, efficiency, warnings. */
final class Scoring {
  private static final int FEWEST_REPLICATES = 2;

  private final ScoringRules rules;
  private final Contest contest;
  private final long seed;
  private final List<Contender> contenders = new ArrayList<>();
  private final Optional<Contender> control;

  Scoring(ScoringRules rules, Contest contest, long seed) {
    this.rules = rules;
    this.contest = contest;
    this.seed = seed;
    for (ScoreInput input : contest.variants()) {
      if (reasonAgainst(input).isEmpty()) {
        contenders.add(contender(input));
      }
    }
    control =
        contest.control().filter(input -> reasonAgainst(input).isEmpty()).map(this::contender);
  }

  Scorecard card() {
    Map<String, Double> floors = new LinkedHashMap<>();
    Map<String, List<Composite>> composites = new LinkedHashMap<>();
    double[] any = anyWeights();
    for (WeightSet set : rules.weightSets()) {
      Standings standings = new Standings(rules.criteria(), set, contenders, seed);
      Optional<Double> floor =
          control.flatMap(again -> baseline().map(here -> standings.distance(here, again)));
      floor.ifPresent(distance -> floors.put(set.name(), distance));
      List<Composite> scores = standings.composites(floor.orElse(0.0), any);
      for (int i = 0; i < contenders.size(); i++) {
        composites
            .computeIfAbsent(contenders.get(i).variant(), name -> new ArrayList<>())
            .add(scores.get(i));
      }
    }
    List<Row> rows = contest.variants().stream().map(input -> row(input, composites)).toList();
    return new Scorecard(contest.plan(), rules, rows, floors, warnings(floors));
  }

  private Row row(ScoreInput input, Map<String, List<Composite>> composites) {
    Optional<Contender> found = named(input.variant());
    if (found.isEmpty()) {
      return new Row(input.variant(), reasonAgainst(input), List.of(), List.of(), Optional.empty());
    }
    Contender contender = found.get();
    return new Row(
        input.variant(),
        Optional.empty(),
        contender.points(),
        composites.getOrDefault(input.variant(), List.of()),
        rules.efficiency().map(index -> overhead(index).of(contender)));
  }

  /** Why there must be no score; empty when there may. */
  private Optional<String> reasonAgainst(ScoreInput input) {
    if (input.unscoredBecause().isPresent()) {
      return input.unscoredBecause();
    }
    for (Criterion criterion : rules.criteria()) {
      int n = input.values(criterion.metric()).length;
      if (n < FEWEST_REPLICATES) {
        return Optional.of(
            "%d valid replicates of %s; a score needs at least %d, as one run shows no spread"
                .formatted(n, criterion.metric().key(), FEWEST_REPLICATES));
      }
    }
    return Optional.empty();
  }

  private Contender contender(ScoreInput input) {
    return Contender.of(input, resampled(input), rules.criteria());
  }

  private Resampled resampled(ScoreInput input) {
    Set<Metric> metrics = EnumSet.copyOf(Overhead.METRICS);
    rules.criteria().forEach(criterion -> metrics.add(criterion.metric()));
    // Seeded by name, so that a variant's draws do not depend on its company.
    return new Resampled(input, metrics, Bootstrap.random(31 * seed + input.variant().hashCode()));
  }

  private Overhead overhead(EfficiencyIndex index) {
    Optional<NoiseFloor> cpuFloor =
        contest
            .control()
            .filter(again -> again.unscoredBecause().isEmpty())
            .flatMap(again -> contest.usableBaseline().flatMap(here -> cpuFloor(here, again)));
    return new Overhead(
        index,
        contest.baseline(),
        contest.usableBaseline().map(this::resampled).orElse(null),
        cpuFloor);
  }

  private Optional<NoiseFloor> cpuFloor(ScoreInput here, ScoreInput again) {
    double[] first = here.values(Overhead.CPU);
    double[] second = again.values(Overhead.CPU);
    return first.length == 0 || second.length == 0
        ? Optional.empty()
        : Optional.of(NoiseFloor.of(Overhead.CPU, Replicates.of(first), Replicates.of(second)));
  }

  private Optional<Contender> baseline() {
    return named(contest.baseline());
  }

  private Optional<Contender> named(String variant) {
    return contenders.stream().filter(one -> one.variant().equals(variant)).findFirst();
  }

  private double[] anyWeights() {
    double[] flat = new double[rules.criteria().size()];
    Arrays.fill(flat, 1);
    return Sensitivity.overWeights(contenders, flat, Bootstrap.random(seed));
  }

  private List<Warning> warnings(Map<String, Double> floors) {
    List<Warning> found = new ArrayList<>();
    if (floors.isEmpty()) {
      found.add(
          new Warning(
              contest.plan(),
              "no noise floor of the score: no usable A/A pair, so ranks rest on intervals alone"));
    }
    for (WeightSet set : rules.weightSets()) {
      if (set.rescaled()) {
        found.add(
            new Warning(set.name(), "the weights given did not sum to 1 and were divided by it"));
      }
    }
    for (int i = 0; i < rules.criteria().size(); i++) {
      blunt(i).ifPresent(found::add);
    }
    return found;
  }

  /** A criterion that gives everyone nothing or everyone everything sets no one apart. */
  private Optional<Warning> blunt(int criterion) {
    double[] points =
        contenders.stream().mapToDouble(one -> one.points().get(criterion).points()).toArray();
    boolean allFull = Arrays.stream(points).allMatch(p -> p == 1);
    boolean allZero = Arrays.stream(points).allMatch(p -> p == 0);
    if (points.length < 2 || !(allFull || allZero)) {
      return Optional.empty();
    }
    String text =
        "scores every variant %d under plan %s: it sets nothing apart here and is of no weight in the order";
    return Optional.of(
        new Warning(
            rules.criteria().get(criterion).metric().key(),
            text.formatted(allFull ? 1 : 0, contest.plan())));
  }
}
