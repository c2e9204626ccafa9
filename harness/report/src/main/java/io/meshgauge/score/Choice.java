package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Replicates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The choice between variants that a use regards as equals: their scores under its weights, how far
 * they lead, and which weight would change the first place.
 */
public final class Choice {
  private final Scorecard card;
  private final List<Contender> contenders;
  private final List<Criterion> criteria;
  private final double[] weights;

  private Choice(Scoring scoring, UsageProfile profile) {
    this.card = scoring.card();
    this.contenders = scoring.ranked();
    this.criteria = profile.criteria();
    this.weights = scoring.used(profile.weights());
  }

  /**
   * The choice of a profile.
   *
   * @param contest whose variants have the same promises as text, so that they are ranked together
   * @param seed of the sensitivity analysis
   */
  public static Choice of(UsageProfile profile, Contest contest, long seed) {
    ScoringRules rules =
        new ScoringRules(profile.criteria(), List.of(profile.weights()), Optional.empty());
    return new Choice(new Scoring(rules, contest, seed), profile);
  }

  /** The scores, ranks and weights used. */
  public Scorecard card() {
    return card;
  }

  /** The variants that none beats, by score, best first; all where there are no ranks. */
  public List<String> unbeaten() {
    return contenders.stream()
        .sorted(Comparator.comparingDouble(it -> -it.score(weights)))
        .map(Contender::variant)
        .filter(it -> composite(it).placement().map(place -> place.rank() == 1).orElse(true))
        .toList();
  }

  /** The variants by score, best first. */
  public List<String> order() {
    return contenders.stream()
        .sorted(Comparator.comparingDouble(it -> -it.score(weights)))
        .map(Contender::variant)
        .toList();
  }

  /** The score of a variant that has one. */
  public Scorecard.Composite composite(String variant) {
    return card.rows().stream()
        .filter(row -> row.variant().equals(variant))
        .flatMap(row -> row.composites().stream())
        .findFirst()
        .orElseThrow();
  }

  /** How far one variant leads another in the score, within blocks; empty without one in common. */
  public Optional<Difference> lead(String first, String second) {
    Optional<Replicates> from = contender(second).scores(weights);
    Optional<Replicates> to = contender(first).scores(weights);
    return from.isPresent()
            && to.isPresent()
            && Difference.shareBlocks(List.of(from.get()), to.get())
        ? Optional.of(Difference.inUnits(List.of(from.get()), to.get()))
        : Optional.empty();
  }

  /**
   * A weight at which another variant comes first, by the points as measured.
   *
   * @param metric whose weight changes; the others keep their proportions
   * @param from the weight used
   * @param to the weight at which the scores are equal, 0 to 1
   * @param variant that comes first beyond it
   */
  public record Turn(Metric metric, double from, double to, String variant) {
    /** How far the weight moves. */
    public double distance() {
      return Math.abs(to - from);
    }
  }

  /** The smallest change of one weight that puts another variant first; empty if none does. */
  public Optional<Turn> turn(String winner) {
    List<Turn> turns = new ArrayList<>();
    for (Contender other : contenders) {
      if (!other.variant().equals(winner)) {
        turns.addAll(turns(contender(winner), other));
      }
    }
    return turns.stream().min(Comparator.comparingDouble(Turn::distance));
  }

  private List<Turn> turns(Contender winner, Contender other) {
    double[] ahead = new double[weights.length];
    double all = 0;
    for (int i = 0; i < weights.length; i++) {
      ahead[i] = winner.points(criteria.get(i)) - other.points(criteria.get(i));
      all += weights[i] * ahead[i];
    }
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] >= 1) {
        continue;
      }
      // The lead is linear in the weight: rest at 0, the lead in this criterion at 1.
      double rest = (all - weights[i] * ahead[i]) / (1 - weights[i]);
      double to = rest / (rest - ahead[i]);
      if (all > 0 && (rest < 0 || ahead[i] < 0) && to >= 0 && to <= 1) {
        turns.add(new Turn(criteria.get(i).metric(), weights[i], to, other.variant()));
      }
    }
    return turns;
  }

  private Contender contender(String variant) {
    return contenders.stream().filter(it -> it.variant().equals(variant)).findFirst().orElseThrow();
  }
}
