package io.meshgauge.score;

import static io.meshgauge.score.Fixtures.RULES;
import static io.meshgauge.score.Fixtures.contest;
import static io.meshgauge.score.Fixtures.refused;
import static io.meshgauge.score.Fixtures.row;
import static io.meshgauge.score.Fixtures.variant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.score.Scorecard.Row;
import io.meshgauge.stats.Interval;
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
            Map.of(
                Metric.RESPONSE_P99,
                new double[] {0.010, 0.010, 4},
                Metric.THROUGHPUT,
                new double[] {200, 200, 200},
                Metric.CPU_SYSTEM,
                new double[] {1, 1, 1}),
            Optional.empty());

    Row row = row(Scorecard.of(RULES, contest(slow), 1), "slow");

    assertThat(row.points().get(0).points()).isCloseTo(2.0 / 3, within(1e-12));
    Interval runs = row.composites().get(0).runs().orElseThrow();
    assertThat(runs.high()).isEqualTo(1);
    assertThat(runs.low()).as("the slow run").isCloseTo(0.5, within(1e-12));
  }

  @Test
  void variantsSetApartAreRankedAndAlwaysFirstOrNever() {
    Scorecard card = Scorecard.of(RULES, contest(istio, baseline, envoy), 1);

    assertThat(row(card, "baseline").composites()).extracting(Composite::rank).containsOnly(1);
    assertThat(row(card, "envoy").composites()).extracting(Composite::rank).containsOnly(2);
    assertThat(row(card, "istio-mtls").composites()).extracting(Composite::rank).containsOnly(3);
    Stability first = row(card, "baseline").composites().get(0).stability();
    assertThat(first.overReplicates()).isCloseTo(1, within(1e-9));
    assertThat(first.overWeights()).isCloseTo(1, within(1e-9));
    assertThat(first.overAnyWeights()).isCloseTo(1, within(1e-9));
  }

  @Test
  void equalVariantsShareTheFirstPlaceAndItsShares() {
    ScoreInput twin = new ScoreInput("twin", envoy.replicates(), Optional.empty());

    Scorecard card = Scorecard.of(RULES, contest(envoy, twin), 1);

    for (Row row : card.rows()) {
      Composite composite = row.composites().get(0);
      assertThat(composite.rank()).isEqualTo(1);
      assertThat(composite.shared()).isTrue();
      assertThat(composite.stability().overReplicates()).isCloseTo(0.5, within(0.05));
      assertThat(composite.stability().overWeights()).isCloseTo(0.5, within(1e-9));
    }
  }

  @Test
  void aVerdictThatHangsOnTheWeightsShowsInTheShares() {
    ScoreInput quick = variant("quick", 0.012, 100, 2);
    ScoreInput broad = variant("broad", 0.032, 200, 2);

    Scorecard card = Scorecard.of(RULES, contest(quick, broad), 1);

    Composite equal = row(card, "quick").composites().get(0);
    assertThat(equal.stability().overWeights()).isBetween(0.3, 0.7);
    assertThat(equal.stability().overAnyWeights()).isBetween(0.3, 0.7);
    Composite p99Only = row(card, "quick").composites().get(1);
    assertThat(p99Only.stability().overWeights()).isCloseTo(1, within(1e-9));
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
    assertThat(row(card, "baseline").composites().get(0).stability().overReplicates())
        .isCloseTo(1, within(1e-9));
  }

  @Test
  void oneReplicateOrNoneIsUnscoredWithTheMetricNamed() {
    ScoreInput single =
        new ScoreInput(
            "single",
            Map.of(Metric.RESPONSE_P99, new double[] {0.01}, Metric.THROUGHPUT, new double[3]),
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
  void theNoiseFloorOfTheScoreTakesRanksAway() {
    ScoreInput near = variant("near", 0.016, 186, 1.2);
    ScoreInput again = variant("baseline-again", 0.020, 180, 1.0);
    Contest without = contest(baseline, near);
    Contest with = new Contest("baseline", without.variants(), "baseline", Optional.of(again));

    Scorecard ranked = Scorecard.of(RULES, without, 1);
    Scorecard hidden = Scorecard.of(RULES, with, 1);

    assertThat(row(ranked, "near").composites().get(0).rank()).isEqualTo(2);
    assertThat(row(hidden, "near").composites().get(0).rank()).isEqualTo(1);
    assertThat(hidden.noiseFloors().get("equal")).isGreaterThan(0.09);
    assertThat(ranked.noiseFloors()).isEmpty();
    assertThat(ranked.warnings())
        .extracting(Warning::text)
        .anyMatch(text -> text.startsWith("no noise floor of the score"));
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
  void aCriterionWithEqualPointsForAllIsReported() {
    Scorecard card =
        Scorecard.of(RULES, contest(variant("a", 0.001, 50, 1), variant("b", 0.002, 90, 1)), 1);

    assertThat(card.warnings())
        .extracting(Warning::subject, Warning::text)
        .anyMatch(
            tuple ->
                tuple.toList().get(0).equals("response_p99")
                    && tuple
                        .toList()
                        .get(1)
                        .toString()
                        .startsWith("scores every variant 1 under plan"));
  }

  @Test
  void theSameVariantTwiceIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> contest(envoy, envoy))
        .withMessageContaining("has the variant envoy twice");
  }
}
