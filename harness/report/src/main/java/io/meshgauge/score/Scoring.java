package io.meshgauge.score;

import io.meshgauge.measure.Warning;
import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.score.Scorecard.Placement;
import io.meshgauge.score.Scorecard.Row;
import io.meshgauge.score.Scorecard.Weight;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The making of one {@link Scorecard}: gate, points, weights, composites, ranks, efficiency. */
final class Scoring {
  private static final int FEWEST_REPLICATES = 2;

  /** Points that are printed alike set nothing apart. */
  private static final double SAME_POINTS = 0.005;

  /** The change of a metric for which effective weights are given. */
  private static final double STEP = 1.1;

  private final ScoringRules rules;
  private final Contest contest;
  private final long seed;
  private final List<Contender> contenders = new ArrayList<>();

  Scoring(ScoringRules rules, Contest contest, long seed) {
    this.rules = rules;
    this.contest = contest;
    this.seed = seed;
    for (ScoreInput input : contest.variants()) {
      if (reasonAgainst(input).isEmpty()) {
        contenders.add(new Contender(input, rules.criteria()));
      }
    }
  }

  Scorecard card() {
    List<Weight> weights = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    List<double[]> used = rules.weightSets().stream().map(this::used).toList();
    List<List<Map<String, Placement>>> places =
        used.stream()
            .map(
                set ->
                    Ranking.groups(ranked()).stream()
                        .map(group -> Ranking.of(group, set, seed))
                        .toList())
            .toList();
    for (int set = 0; set < used.size(); set++) {
      weights.addAll(weights(rules.weightSets().get(set), used.get(set)));
    }
    for (ScoreInput input : contest.variants()) {
      rows.add(row(input, used, places));
    }
    return new Scorecard(contest.plan(), rules, rows, weights, warnings());
  }

  private Row row(
      ScoreInput input, List<double[]> used, List<List<Map<String, Placement>>> places) {
    Optional<Contender> found =
        contenders.stream().filter(it -> it.variant().equals(input.variant())).findFirst();
    if (found.isEmpty()) {
      return new Row(
          input.variant(),
          input.promises(),
          reasonAgainst(input),
          List.of(),
          List.of(),
          Optional.empty());
    }
    Contender contender = found.get();
    List<Composite> composites = new ArrayList<>();
    for (int set = 0; set < used.size(); set++) {
      double[] weights = used.get(set);
      composites.add(
          new Composite(
              rules.weightSets().get(set).name(),
              contender.score(weights),
              contender.runs(weights),
              Ranking.in(places.get(set), input.variant())));
    }
    return new Row(
        input.variant(),
        input.promises(),
        Optional.empty(),
        contender.points(),
        composites,
        rules.efficiency().map(index -> new Overhead(index, contest).of(contender)));
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
            Messages.get(
                "score.too-few-replicates", n, criterion.metric().key(), FEWEST_REPLICATES));
      }
    }
    return Optional.empty();
  }

  /** The baseline is what the others are compared with, and competes with none of them. */
  List<Contender> ranked() {
    return contenders.stream().filter(it -> !it.variant().equals(contest.baseline())).toList();
  }

  /** Whether all variants have the same points, so that the criterion sets nothing apart. */
  private boolean blunt(Criterion criterion) {
    double[] points = ranked().stream().mapToDouble(it -> it.points(criterion)).toArray();
    return points.length > 1
        && Arrays.stream(points).max().orElse(0) - Arrays.stream(points).min().orElse(0)
            <= SAME_POINTS;
  }

  private boolean allBlunt() {
    return rules.criteria().stream().allMatch(this::blunt);
  }

  /**
   * The weights in the order of the criteria, without criteria that set nothing apart; they sum to
   * 1. All as declared where no criterion with a weight sets anything apart.
   */
  double[] used(WeightSet set) {
    double[] declared =
        rules.criteria().stream().mapToDouble(it -> set.weight(it.metric())).toArray();
    double[] kept = declared.clone();
    for (int i = 0; i < kept.length; i++) {
      kept[i] = blunt(rules.criteria().get(i)) ? 0 : kept[i];
    }
    double sum = Arrays.stream(kept).sum();
    return sum > 0 ? Arrays.stream(kept).map(weight -> weight / sum).toArray() : declared;
  }

  /** Effective weights: how much of the score each metric moves when all of them worsen alike. */
  private List<Weight> weights(WeightSet set, double[] used) {
    double[] moved = new double[used.length];
    for (int i = 0; i < used.length; i++) {
      Criterion criterion = rules.criteria().get(i);
      Criterion worse = criterion.scaled(criterion.metric().moreIsBetter() ? STEP : 1 / STEP);
      moved[i] =
          used[i]
              * ranked().stream()
                  .mapToDouble(it -> it.points(criterion) - it.points(worse))
                  .average()
                  .orElse(0);
    }
    double all = Arrays.stream(moved).sum();
    List<Weight> weights = new ArrayList<>();
    for (int i = 0; i < used.length; i++) {
      Criterion criterion = rules.criteria().get(i);
      weights.add(
          new Weight(
              set.name(),
              criterion.metric(),
              set.weight(criterion.metric()),
              used[i],
              all > 0 ? moved[i] / all : 0));
    }
    return weights;
  }

  private List<Warning> warnings() {
    List<Warning> found = new ArrayList<>();
    for (WeightSet set : rules.weightSets()) {
      if (set.rescaled()) {
        found.add(new Warning(set.name(), Messages.get("score.rescaled")));
      }
    }
    if (allBlunt()) {
      found.add(new Warning(contest.plan(), Messages.get("score.all-equal")));
      return found;
    }
    for (Criterion criterion : rules.criteria()) {
      if (blunt(criterion)) {
        found.add(
            new Warning(criterion.metric().key(), Messages.get("score.left-out", contest.plan())));
      }
    }
    return found;
  }
}
