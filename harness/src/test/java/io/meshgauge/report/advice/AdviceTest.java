package io.meshgauge.report.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.UsageProfileFile;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.advice.Advice.Kind;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.score.UsageProfile.Limit;
import io.meshgauge.score.UsageProfile.Of;
import io.meshgauge.score.WeightSet;
import io.meshgauge.stats.Verdict;
import io.meshgauge.study.PublishedStudies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-26")
class AdviceTest {
  private static final double MIB = 1024.0 * 1024;

  /** Response time p99 and p50 in ms, CPU-s per 1000 requests, MiB, by arm. */
  private static final Map<String, double[]> COSTS =
      Map.of(
          "baseline", new double[] {10, 4, 4, 600},
          "baseline-again", new double[] {10, 4, 4, 600},
          "envoy", new double[] {14, 6, 5, 640},
          "istio-plaintext", new double[] {20, 8, 7, 700},
          "istio-mtls", new double[] {30, 10, 8, 700});

  private static final List<Metric> METRICS =
      List.of(Metric.RESPONSE_P99, Metric.RESPONSE_P50, Metric.CPU_SYSTEM, Metric.MEMORY_SYSTEM);

  private static final double[] UNITS = {1e-3, 1e-3, 1, MIB};

  /** A spread of up to 1 % of all arms together, and of up to 0.4 % of each. */
  private static double noise(String arm, int replicate) {
    int own = (arm.length() * 7 + replicate * (arm.length() % 5 + 2)) % 5 - 2;
    return 1 + 0.005 * (replicate % 3) + 0.002 * own;
  }

  private static Session costing(Map<String, double[]> costs) {
    return SampleSessions.change(
        SampleSessions.fourWay(),
        run -> true,
        run -> {
          String arm = run.trial().variant().name();
          Run changed = run;
          for (int i = 0; i < UNITS.length; i++) {
            double value =
                Objects.requireNonNull(costs.get(arm))[i]
                    * UNITS[i]
                    * noise(arm, run.trial().replicate());
            changed =
                SampleSessions.measured(changed, new Measurement(METRICS.get(i), value, "made"));
          }
          return changed;
        });
  }

  private static Session costing(String arm, double... cost) {
    return costing(with(arm, cost));
  }

  /** The same with the objects, lines and seconds to ready that each arm took. */
  private static Session integrated() {
    Map<String, double[]> taken =
        Map.of(
            "baseline", new double[] {0, 0, 0},
            "baseline-again", new double[] {0, 0, 0},
            "envoy", new double[] {20, 1500, 2},
            "istio-plaintext", new double[] {2, 30, 3},
            "istio-mtls", new double[] {4, 60, 4});
    List<Metric> metrics = List.of(Metric.CONFIG_OBJECTS, Metric.CONFIG_LINES, Metric.READY);
    return SampleSessions.change(
        costing(COSTS),
        run -> true,
        run -> {
          Run changed = run;
          double[] own = Objects.requireNonNull(taken.get(run.trial().variant().name()));
          for (int i = 0; i < own.length; i++) {
            changed = SampleSessions.measured(changed, new Measurement(metrics.get(i), own[i], ""));
          }
          return changed;
        });
  }

  private static Map<String, double[]> with(String arm, double... cost) {
    Map<String, double[]> costs = new HashMap<>(COSTS);
    costs.put(arm, cost);
    return costs;
  }

  private static UsageProfile shipped(String name) {
    return UsageProfileFile.named(name).get(0);
  }

  /** Proxies on every call, at the least cost in CPU, memory and time. */
  private static UsageProfile traversed() {
    UsageProfile of = shipped("devops");
    Map<Metric, Double> weights =
        Map.of(Metric.CPU_SYSTEM, 0.45, Metric.MEMORY_SYSTEM, 0.25, Metric.RESPONSE_P99, 0.3);
    return new UsageProfile(
        "traversed",
        "",
        of.demands(),
        List.of(),
        shipped("web").criteria().stream().filter(it -> weights.containsKey(it.metric())).toList(),
        WeightSet.of("traversed", weights),
        of.margin());
  }

  private static UsageProfile limited(Limit limit) {
    return limited(traversed(), limit);
  }

  private static UsageProfile limited(UsageProfile of, Limit limit) {
    return new UsageProfile(
        "limited", "", of.demands(), List.of(limit), of.criteria(), of.weights(), of.margin());
  }

  private static Advice advice(Session session, UsageProfile profile) {
    List<Advice> all =
        Advice.all(
            Report.of(session, SampleRules.rules(), PublishedStudies.NONE, List.of(profile)));
    assertThat(all).hasSize(session.experiment().plans().size());
    return all.get(0);
  }

  @Test
  void aRecommendationNamesTheNumbersItRestsOn() {
    Advice found = advice(costing(COSTS), traversed());

    assertThat(found.kind()).as(found.headline()).isEqualTo(Kind.RECOMMENDED);
    assertThat(found.variant()).contains("envoy");
    assertThat(found.headline())
        .containsPattern(
            "envoy, score 0\\.\\d\\d \\[0\\.\\d\\d 0\\.\\d\\d\\], first of 3 that meet it")
        .containsPattern(
            "lead of envoy over istio-plaintext \\(model\\): 0\\.\\d+ \\[0\\.\\d+ 0\\.\\d+\\] in 3 blocks")
        .containsPattern(
            "CPU \\+\\d\\.\\d\\d CPU-s/1000 req \\[\\d\\.\\d\\d \\d\\.\\d\\d\\] \\(\\+\\)")
        .contains("traversal 15/15 proven");
    assertThat(found.reasons()).hasSize(3).allMatch(it -> it.contains("traversal 15/15"));
  }

  @Test
  void integrationIsWeighedByWhatItTook() {
    Advice found = advice(integrated(), shipped("devops"));

    assertThat(found.variant()).as(found.headline()).contains("istio-plaintext");
    assertThat(found.headline())
        .contains("objects of configuration +2", "lines of configuration +30");
    assertThat(advice(costing(COSTS), shipped("devops")).headline())
        .as("archives of earlier versions")
        .startsWith("no recommendation: ")
        .contains("objects of configuration");
  }

  @Test
  void theSmallestChangeOfAWeightIsNamedWhereThereIsOne() {
    Advice never = advice(costing(COSTS), traversed());
    Advice sometimes = advice(costing("istio-plaintext", 11, 5, 7, 700), traversed());

    assertThat(never.changes()).anyMatch(it -> it.startsWith("Weights: no change"));
    assertThat(sometimes.variant()).contains("envoy");
    assertThat(sometimes.changes())
        .anyMatch(
            it ->
                it.startsWith("Weights: with ")
                    && it.contains("istio-plaintext (model) comes first in place of envoy"));
  }

  @Test
  void requiredPromisesDecideBeforeTheScore() {
    Advice found = advice(costing(COSTS), shipped("regulated"));

    assertThat(found.variant()).contains("istio-mtls");
    assertThat(found.headline())
        .contains(
            "istio-mtls (model)",
            "the only mesh that meets the profile",
            "encryption 15/15, identity 15/15 and denial 3/3 proven");
    assertThat(found.reasons())
        .contains(
            "envoy is left out: it does not promise encryption and does not promise identity; proven:"
                + " plaintext 15/15, plaintext probe 15/15, traversal 15/15 and denial 3/3.");
  }

  @Test
  void whoComparesProductsOnlyLeavesModelsOut() {
    UsageProfile of = traversed();
    UsageProfile real =
        new UsageProfile(
            "real",
            "",
            new UsageProfile.Demands(of.requires(), false, true),
            of.limits(),
            of.criteria(),
            of.weights(),
            of.margin());

    Advice found = advice(costing(COSTS), real);

    assertThat(found.variant()).contains("envoy");
    assertThat(found.reasons())
        .anyMatch(it -> it.startsWith("istio-mtls (model) is left out: it is a model"));
  }

  @Test
  void withoutARequiredPromiseNoMeshIsNeededAndTheSavingIsNamed() {
    Advice found = advice(costing(COSTS), shipped("latency-critical"));

    assertThat(found.kind()).isEqualTo(Kind.NO_MESH_NEEDED);
    assertThat(found.variant()).isEmpty();
    assertThat(found.headline())
        .startsWith(
            "no mesh is needed: the profile requires no promise; without envoy it saves p99 +")
        .contains("first of the meshes is envoy, score");
    assertThat(found.candidates()).noneMatch(it -> it.variant().startsWith("baseline"));
  }

  @Test
  void aMeshThatIsBetterThanTheBaselineIsRecommendedWithoutAPromise() {
    Advice found = advice(costing("envoy", 5, 2, 3, 600), shipped("latency-critical"));

    assertThat(found.variant()).contains("envoy");
    assertThat(found.candidates().get(0).costs())
        .allMatch(it -> it.verdict().equals(Optional.of(Verdict.LOWER)));
  }

  @Test
  void armsThatCannotBeToldApartAreNotRanked() {
    Advice found = advice(costing("istio-plaintext", 14, 6, 5, 640), traversed());

    assertThat(found.kind()).isEqualTo(Kind.NONE);
    assertThat(found.headline())
        .startsWith("no recommendation: ")
        .contains("envoy", "istio-plaintext (model)", "cannot be distinguished", " (lead of ");
    assertThat(found.changes()).anyMatch(it -> it.startsWith("Precision: a true lead of "));
  }

  @Test
  void aBaselineThatDiffersFromItselfCarriesNoAdvice() {
    for (String profile : List.of("web", "latency-critical", "regulated")) {
      Advice found = advice(costing("baseline-again", 12, 5, 5, 700), shipped(profile));

      assertThat(found.headline())
          .startsWith("no recommendation: the baseline differs from itself (A/A: ")
          .contains("after Holm");
    }
  }

  @Test
  void aBaselineThatDiffersFromItselfByLittleIsSaidToAndCarriesAdvice() {
    Advice found = advice(costing("baseline-again", 10.25, 4, 4, 600), traversed());

    assertThat(found.variant()).contains("envoy");
    assertThat(found.reasons())
        .filteredOn(it -> it.startsWith("The baseline differs from itself (A/A: p99 "))
        .singleElement()
        .asString()
        .endsWith("after Holm), by at most 10 % of the least difference between two arms.");
  }

  @Test
  void tooLittleDataCarryNoAdvice() {
    assertThat(advice(SampleSessions.withoutControl(), traversed()).headline())
        .startsWith("no recommendation: no A/A pair was measured");
    assertThat(advice(SampleSessions.singleReplicate(), traversed()).headline())
        .startsWith(
            "no recommendation: istio-mtls (model) has 1 block in common with the baseline");
    assertThat(advice(SampleSessions.nothingValid(), traversed()).headline())
        .startsWith("no recommendation: ");
    assertThat(advice(SampleSessions.stream(), traversed()).headline())
        .startsWith("no recommendation: plan tcp does not measure ");
  }

  @Test
  void anUnverifiedArmIsNeverRecommended() {
    Advice found = advice(SampleSessions.troubled(), shipped("regulated"));

    assertThat(found.kind()).isEqualTo(Kind.NONE);
    assertThat(found.headline())
        .contains("no mesh meets the profile", "istio-mtls (model) is unverified: encryption on");
  }

  @Test
  void aLimitThatAnArmBreaksLeavesItOutAndSaysFromWhereItComesIn() {
    Limit memory = new Limit(Metric.MEMORY_SYSTEM, Of.ADDED, 50 * MIB);

    Advice found = advice(costing(COSTS), limited(memory));

    assertThat(found.variant()).contains("envoy");
    assertThat(found.headline()).contains("the only mesh that meets the profile");
    assertThat(found.reasons())
        .anyMatch(
            it ->
                it.startsWith(
                    "istio-mtls (model) is left out: it breaks added memory at most 50.0 MiB: "));
    assertThat(found.changes())
        .anyMatch(it -> it.startsWith("Limit of added memory: envoy stays in down to "))
        .anyMatch(it -> it.startsWith("Limit of added memory: istio-mtls (model) comes in from "))
        .anyMatch(it -> it.startsWith("Objective of p99: envoy stays in down to 14."));
  }

  @Test
  void anUndecidedLimitOfTheFirstCarriesNoAdviceButThatOfALaterOneDoes() {
    Limit first = new Limit(Metric.MEMORY_SYSTEM, Of.ADDED, 40 * MIB);
    Limit later = new Limit(Metric.MEMORY_SYSTEM, Of.ADDED, 100 * MIB);

    assertThat(advice(costing(COSTS), limited(first)).headline())
        .startsWith("no recommendation: envoy, score ")
        .contains("would be first, but leaves undecided added memory at most 40.0 MiB");
    Advice clear = advice(costing(COSTS), limited(later));
    assertThat(clear.variant()).contains("envoy");
    assertThat(clear.candidates()).anyMatch(it -> it.state() == Candidate.State.UNDECIDED);
  }

  @Test
  void anObjectiveOfAShareOfTheBaselineIsJudgedByItsInterval() {
    Limit cpu = new Limit(Metric.CPU_SYSTEM, Of.ADDED_SHARE, 0.5);

    assertThat(advice(costing(COSTS), limited(shipped("regulated"), cpu)).headline())
        .contains("istio-mtls (model) breaks added CPU at most 50.0 %");
  }

  @Test
  void profilesWithTheSameAdviceShareALine() {
    Report report =
        Report.of(
            SampleSessions.withoutControl(),
            SampleRules.rules(),
            PublishedStudies.NONE,
            UsageProfileFile.shipped());

    List<Advice> all = Advice.all(report);

    assertThat(all).hasSize(6);
    assertThat(Advice.lines(all))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.profiles())
                    .isEqualTo("latency-critical, edge, web, devops, hybrid, regulated"));
  }

  @Test
  void sentencesHaveNumbers() {
    List<String> sentences = new ArrayList<>();
    for (UsageProfile profile : UsageProfileFile.shipped()) {
      Advice found = advice(integrated(), profile);
      sentences.add(found.headline());
      sentences.addAll(found.reasons());
      sentences.addAll(found.changes());
    }

    assertThat(sentences)
        .filteredOn(it -> !it.startsWith("Weights: no change"))
        .isNotEmpty()
        .allMatch(it -> it.matches(".*\\d.*"));
  }
}
