package io.meshgauge.score;

import static io.meshgauge.score.Fixtures.RULES;
import static io.meshgauge.score.Fixtures.contest;
import static io.meshgauge.score.Fixtures.promising;
import static io.meshgauge.score.Fixtures.refused;
import static io.meshgauge.score.Fixtures.row;
import static io.meshgauge.score.Fixtures.variant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.score.Scorecard.Placement;
import io.meshgauge.score.Scorecard.Row;
import io.meshgauge.score.Scorecard.Weight;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Replicates;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-19")
@Tag("rule-21")
class ScorecardTest {
  private final ScoreInput baseline = variant("baseline", 0.014, 190, 1.0);
  private final ScoreInput envoy = variant("envoy", 0.030, 160, 1.5);
  private final ScoreInput istio = variant("istio-mtls", 0.040, 120, 2.0);

  @Test
  void theCompositeIsTheWeightedSumOfThePoints() {
    Row row = row(Scorecard.of(RULES, contest(baseline, envoy, istio), 1), "envoy");

    assertThat(row.points().get(0).points()).isCloseTo(0.5, within(1e-12));
    assertThat(row.points().get(1).points()).isCloseTo(0.8, within(1e-12));
    assertThat(row.composites().get(0).score()).isCloseTo(0.65, within(1e-12));
    assertThat(row.composites().get(1).score()).isCloseTo(0.5, within(1e-12));
    assertThat(row.composites().get(0).runs().orElseThrow().contains(0.65)).isTrue();
    assertThat(row.composites().get(0).runs().orElseThrow().width()).isPositive();
  }

  /** Points of the median, 45 ms, would be full marks for two good deployments of three. */
  @Test
  void aDeploymentThatIsSlowLosesItsShareOfThePoints() {
    ScoreInput slow =
        new ScoreInput(
            "slow",
            "plaintext",
            Map.of(
                Metric.RESPONSE_P99,
                Replicates.of(0.010, 0.010, 4),
                Metric.THROUGHPUT,
                Replicates.of(200, 200, 200),
                Metric.CPU_SYSTEM,
                Replicates.of(1, 1, 1)),
            Optional.empty());

    Row row = row(Scorecard.of(RULES, contest(slow), 1), "slow");

    assertThat(row.points().get(0).points()).isCloseTo(2.0 / 3, within(1e-12));
    Interval runs = row.composites().get(0).runs().orElseThrow();
    assertThat(runs.high()).isEqualTo(1);
    assertThat(runs.low()).as("the slow run").isCloseTo(0.5, within(1e-12));
  }

  @Test
  void variantsSetApartAreRankedWithCertainty() {
    Scorecard card = Scorecard.of(RULES, contest(istio, baseline, envoy), 1);

    Placement first = placement(card, "envoy");
    assertThat(first.rank()).isEqualTo(1);
    assertThat(placement(card, "istio-mtls").rank()).isEqualTo(2);
    assertThat(first.probabilities().get(0)).isGreaterThan(0.95);
    assertThat(first.stability().overWeights()).isCloseTo(1, within(1e-9));
    assertThat(first.stability().overAnyWeights()).isCloseTo(1, within(1e-9));
  }

  @Test
  void theBaselineHasAScoreButNoRank() {
    Row row = row(Scorecard.of(RULES, contest(istio, baseline, envoy), 1), "baseline");

    assertThat(row.composites()).isNotEmpty().allMatch(it -> it.placement().isEmpty());
  }

  @Test
  void onlyVariantsOfEqualPromisesAreRankedTogether() {
    ScoreInput mtls = promising("encryption, identity", istio);
    ScoreInput linkerd = promising("encryption, identity", variant("linkerd", 0.032, 150, 1.6));

    Scorecard card = Scorecard.of(RULES, contest(baseline, envoy, mtls, linkerd), 1);

    assertThat(row(card, "envoy").composites()).allMatch(it -> it.placement().isEmpty());
    assertThat(placement(card, "linkerd").rank()).isEqualTo(1);
    assertThat(placement(card, "istio-mtls").rank()).isEqualTo(2);
  }

  @Test
  void equalVariantsShareTheFirstPlaceAndItsShares() {
    ScoreInput twin =
        new ScoreInput("twin", envoy.promises(), envoy.replicates(), Optional.empty());

    Scorecard card = Scorecard.of(RULES, contest(envoy, twin), 1);

    for (String name : List.of("envoy", "twin")) {
      Placement placement = placement(card, name);
      assertThat(placement.rank()).isEqualTo(1);
      assertThat(placement.shared()).isTrue();
      assertThat(placement.probabilities().get(0)).isCloseTo(0.5, within(0.05));
      assertThat(placement.stability().overWeights()).isCloseTo(0.5, within(1e-9));
    }
  }

  @Test
  void aVerdictThatHangsOnTheWeightsShowsInTheShares() {
    ScoreInput quick = variant("quick", 0.012, 100, 2);
    ScoreInput broad = variant("broad", 0.032, 200, 2);

    Scorecard card = Scorecard.of(RULES, contest(quick, broad), 1);

    Stability stability = placement(card, "quick").stability();
    assertThat(stability.overWeights()).isBetween(0.3, 0.7);
    assertThat(stability.overAnyWeights()).isBetween(0.3, 0.7);
    assertThat(stability.overLimits()).isBetween(0.2, 0.8);
    Composite p99Only = row(card, "quick").composites().get(1);
    assertThat(p99Only.placement().orElseThrow().stability().overWeights())
        .isCloseTo(1, within(1e-9));
  }

  @Test
  void twoBlocksGiveNoRanks() {
    ScoreInput first = of("first", Replicates.of(0.02, 0.021), Replicates.of(150, 151));
    ScoreInput second = of("second", Replicates.of(0.04, 0.041), Replicates.of(100, 101));

    Scorecard card = Scorecard.of(RULES, contest(first, second), 1);

    assertThat(row(card, "first").composites()).allMatch(it -> it.placement().isEmpty());
  }

  /** Blocks that are slow for all arms hide no difference between them. */
  @Test
  void ranksFollowTheDifferencesWithinBlocks() {
    ScoreInput faster =
        of("faster", Replicates.of(0.020, 0.030, 0.040), Replicates.of(150, 150, 150));
    ScoreInput slower =
        of("slower", Replicates.of(0.0221, 0.0320, 0.0419), Replicates.of(150, 150, 150));

    Scorecard card = Scorecard.of(RULES, contest(faster, slower), 1);

    assertThat(placement(card, "faster").rank()).isEqualTo(1);
    assertThat(placement(card, "slower").rank()).isEqualTo(2);
    assertThat(placement(card, "slower").probabilities().get(1)).isGreaterThan(0.95);
  }

  @Test
  void effectiveWeightsShowWhatMovesTheScore() {
    Scorecard card = Scorecard.of(RULES, contest(envoy, istio), 1);

    List<Weight> equal =
        card.weights().stream().filter(it -> it.weightSet().equals("equal")).toList();
    assertThat(equal).extracting(Weight::declared).containsExactly(0.5, 0.5);
    assertThat(equal).extracting(Weight::used).containsExactly(0.5, 0.5);
    // p99: 3.5 ms of a budget of 40; throughput: 1/11 of 140 of 200.
    double p99 = 0.0035 / 0.040;
    double throughput = 140.0 / 11 / 200;
    assertThat(equal.get(0).effective()).isCloseTo(p99 / (p99 + throughput), within(1e-9));
  }

  private static ScoreInput of(String name, Replicates p99, Replicates throughput) {
    return new ScoreInput(
        name,
        "plaintext",
        Map.of(Metric.RESPONSE_P99, p99, Metric.THROUGHPUT, throughput),
        Optional.empty());
  }

  private static Placement placement(Scorecard card, String variant) {
    return row(card, variant).composites().get(0).placement().orElseThrow();
  }

  @Test
  void anUnverifiedVariantHasNoScoreHoweverFastItIs() {
    Scorecard card =
        Scorecard.of(RULES, contest(baseline, refused("istio-mtls", "unverified: plaintext")), 1);

    Row row = row(card, "istio-mtls");
    assertThat(row.scored()).isFalse();
    assertThat(row.unscoredBecause()).contains("unverified: plaintext");
    assertThat(row.points()).isEmpty();
    assertThat(row.composites()).isEmpty();
    assertThat(row.efficiency()).isEmpty();
  }

  @Test
  void oneReplicateOrNoneIsUnscoredWithTheMetricNamed() {
    ScoreInput single =
        new ScoreInput(
            "single",
            "plaintext",
            Map.of(
                Metric.RESPONSE_P99,
                Replicates.of(0.01),
                Metric.THROUGHPUT,
                Replicates.of(0, 0, 0)),
            Optional.empty());

    assertThat(row(Scorecard.of(RULES, contest(single), 1), "single").unscoredBecause())
        .contains(
            "1 valid replicates of response_p99; a score needs at least 2, as one run shows no spread");
  }

  @Test
  void aContestWithoutScorableVariantsHasRowsButNoScores() {
    Scorecard card = Scorecard.of(RULES, contest(refused("a", "void"), refused("b", "failed")), 1);

    assertThat(card.rows()).hasSize(2).noneMatch(Row::scored);
  }

  @Test
  void aScoreDoesNotDependOnTheCompanyOrTheOrder() {
    Row alone = row(Scorecard.of(RULES, contest(envoy), 5), "envoy");
    Row among = row(Scorecard.of(RULES, contest(istio, envoy, baseline), 5), "envoy");

    assertThat(among.points()).isEqualTo(alone.points());
    assertThat(among.composites().get(0).runs()).isEqualTo(alone.composites().get(0).runs());
  }

  @Test
  void scalingAllWeightsBeforeNormalisingChangesNoScore() {
    WeightSet scaled =
        WeightSet.normalised("scaled", Map.of(Metric.RESPONSE_P99, 3.0, Metric.THROUGHPUT, 3.0));
    ScoringRules rules =
        new ScoringRules(RULES.criteria(), List.of(Fixtures.EQUAL, scaled), Optional.empty());

    Scorecard card = Scorecard.of(rules, contest(envoy), 1);

    List<Composite> scores = card.rows().get(0).composites();
    assertThat(scores.get(0).score()).isCloseTo(scores.get(1).score(), within(1e-12));
    assertThat(card.warnings())
        .contains(
            new Warning("scaled", "the weights given did not sum to 1 and were divided by it"));
  }

  @Test
  void aCriterionWithEqualPointsForAllIsLeftOut() {
    Scorecard card =
        Scorecard.of(RULES, contest(variant("a", 0.001, 50, 1), variant("b", 0.002, 90, 1)), 1);

    assertThat(card.weights())
        .extracting(Weight::weightSet, Weight::metric, Weight::used)
        .contains(tuple("equal", Metric.RESPONSE_P99, 0.0), tuple("equal", Metric.THROUGHPUT, 1.0));
    assertThat(row(card, "a").composites().get(0).score()).isCloseTo(0.25, within(1e-9));
    assertThat(card.warnings())
        .contains(
            new Warning(
                "response_p99",
                "gives all variants the same points under plan steady: it is left out of the score"));
  }

  @Test
  void theSameVariantTwiceIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> contest(envoy, envoy))
        .withMessageContaining("has the variant envoy twice");
  }
}
