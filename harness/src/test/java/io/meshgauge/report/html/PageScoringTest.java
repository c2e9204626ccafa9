package io.meshgauge.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.score.Contest;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.ScoreInput;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.score.Scorecard.Placement;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Replicates;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The page's arithmetic is that of the report, over random sessions, rules, weights and limits. */
class PageScoringTest {
  private static final int CONTESTS = 300;
  private static final int SESSIONS = 35;
  private static final double SAME = 1e-9;
  private static final JsonMapper JSON = JsonMapper.shared();

  /** Around the values of the made-up sessions, so that points are clamped at both ends. */
  private static final Map<Metric, Double> LEVELS =
      Map.of(
          Metric.RESPONSE_P99, 0.016,
          Metric.RESPONSE_P50, 0.006,
          Metric.THROUGHPUT, 110.0,
          Metric.ERROR_RATIO, 0.0005,
          Metric.CPU_SYSTEM, 4.0,
          Metric.MEMORY_SYSTEM, 750.0 * 1024 * 1024);

  private final Random random = new Random(24);
  private final List<Session> bases =
      List.of(
          SampleSessions.fourWay(),
          SampleSessions.replicated(2),
          SampleSessions.replicated(5),
          SampleSessions.twoPlans(),
          SampleSessions.policies(),
          SampleSessions.troubled(),
          SampleSessions.singleReplicate());

  /** What the comparisons were made of. */
  private int ranked;

  private int shared;
  private int leftOut;
  private int unscored;

  @Test
  void thePageScoresReplicatesAsTheReportDoes() {
    try (Context engine = engine()) {
      Value page = page(engine);
      for (int i = 0; i < CONTESTS; i++) {
        Contest contest = contest();
        ScoringRules rules = rules();
        Scorecard card = Scorecard.of(rules, contest, i);
        ObjectNode data = JSON.createObjectNode();
        ExploreData.contest(data, contest, card, true);
        compare(page, data, card);
      }
    }
    // None of the cases is missing.
    assertThat(List.of(ranked - shared, shared, leftOut, unscored)).allMatch(it -> it > 50);
  }

  @Test
  void thePageScoresSessionsAsTheReportDoes() {
    try (Context engine = engine()) {
      Value page = page(engine);
      for (int i = 0; i < SESSIONS; i++) {
        Report report = Report.of(varied(bases.get(i % bases.size())), rules());
        JsonNode plans =
            JSON.readTree(new ExploreData(report, Palette.of(report)).json()).get("plans");
        for (int at = 0; at < report.plans().size(); at++) {
          PlanReport plan = report.plans().get(at);
          compare(page, plans.get(at), plan.card());
          compare(page, plans.get(at), Scorecard.of(otherLimits(plan), plan.contest(), i));
        }
      }
    }
    assertThat(List.of(ranked, shared, unscored)).allMatch(it -> it > 5);
  }

  private static Context engine() {
    return Context.newBuilder("js").option("engine.WarnInterpreterOnly", "false").build();
  }

  private static Value page(Context engine) {
    engine.eval("js", HtmlFormat.resource("scoring.js"));
    return engine.eval(
        "js",
        """
        (plan, criteria, weights) => JSON.stringify(scoring.score(
            JSON.parse(criteria), JSON.parse(plan).variants, JSON.parse(weights)))
        """);
  }

  private void compare(Value page, JsonNode data, Scorecard card) {
    ScoringRules rules = card.rules();
    for (int set = 0; set < rules.weightSets().size(); set++) {
      Value found = page.execute(data.toString(), limits(rules), weights(rules, set));
      assertSame(card, set, JSON.readTree(found.asString()));
      ranked += count(card, set, false);
      shared += count(card, set, true);
    }
    leftOut += (int) card.weights().stream().filter(it -> it.used() == 0).count();
    unscored += (int) card.rows().stream().filter(it -> !it.scored()).count();
  }

  private static void assertSame(Scorecard card, int set, JsonNode page) {
    String name = card.rules().weightSets().get(set).name();
    double[] used =
        card.weights().stream()
            .filter(it -> it.weightSet().equals(name))
            .mapToDouble(Scorecard.Weight::used)
            .toArray();
    for (int i = 0; i < used.length; i++) {
      assertThat(page.get("used").get(i).asDouble()).isCloseTo(used[i], within(SAME));
    }
    List<Scorecard.Row> scored = card.rows().stream().filter(Scorecard.Row::scored).toList();
    assertThat(page.get("rows").size()).isEqualTo(scored.size());
    for (int i = 0; i < scored.size(); i++) {
      JsonNode row = page.get("rows").get(i);
      Composite expected = scored.get(i).composites().get(set);
      assertThat(row.at("/variant/name").asString()).isEqualTo(scored.get(i).variant());
      assertThat(row.get("score").asDouble()).isCloseTo(expected.score(), within(SAME));
      assertThat(row.get("low").isNull()).isEqualTo(expected.runs().isEmpty());
      expected.runs().map(Interval::low).ifPresent(it -> near(row.get("low"), it));
      expected.runs().map(Interval::high).ifPresent(it -> near(row.get("high"), it));
      assertThat(row.get("rank").isNull()).isEqualTo(expected.placement().isEmpty());
      expected
          .placement()
          .ifPresent(
              it -> {
                assertThat(row.get("rank").asInt()).isEqualTo(it.rank());
                assertThat(row.get("shared").asBoolean()).isEqualTo(it.shared());
              });
      for (int c = 0; c < used.length; c++) {
        near(row.get("points").get(c), scored.get(i).points().get(c).points());
      }
    }
  }

  private static void near(JsonNode page, double expected) {
    assertThat(page.asDouble()).isCloseTo(expected, within(SAME));
  }

  private static int count(Scorecard card, int set, boolean shared) {
    return (int)
        card.rows().stream()
            .filter(Scorecard.Row::scored)
            .flatMap(it -> it.composites().get(set).placement().stream())
            .filter(it -> !shared || it.shared())
            .map(Placement::rank)
            .count();
  }

  private static String limits(ScoringRules rules) {
    return JSON.writeValueAsString(
        rules.criteria().stream().map(it -> Map.of("full", it.full(), "zero", it.zero())).toList());
  }

  private static String weights(ScoringRules rules, int set) {
    WeightSet weights = rules.weightSets().get(set);
    return JSON.writeValueAsString(
        rules.criteria().stream().map(it -> weights.weight(it.metric())).toList());
  }

  private ScoringRules rules() {
    List<Criterion> criteria = new ArrayList<>();
    LEVELS.keySet().stream()
        .sorted()
        .filter(it -> random.nextInt(4) > 0)
        .forEach(it -> criteria.add(criterion(it)));
    if (criteria.isEmpty()) {
      criteria.add(criterion(Metric.RESPONSE_P99));
    }
    List<WeightSet> sets =
        IntStream.rangeClosed(1, 1 + random.nextInt(3))
            .mapToObj(i -> weightSet("set " + i, criteria))
            .toList();
    return new ScoringRules(criteria, sets, Optional.empty());
  }

  private ScoringRules otherLimits(PlanReport plan) {
    ScoringRules rules = plan.card().rules();
    List<Criterion> others = rules.criteria().stream().map(it -> criterion(it.metric())).toList();
    return new ScoringRules(others, rules.weightSets(), Optional.empty());
  }

  private Criterion criterion(Metric metric) {
    double level = LEVELS.getOrDefault(metric, 1.0);
    double near = level * (0.4 + 0.8 * random.nextDouble());
    double far = level * (0.02 + 1.5 * random.nextDouble());
    return metric.moreIsBetter()
        ? Criterion.benefit(metric, near - far, near)
        : Criterion.cost(metric, near, far);
  }

  private WeightSet weightSet(String name, List<Criterion> criteria) {
    Map<Metric, Double> weights = new EnumMap<>(Metric.class);
    criteria.forEach(it -> weights.put(it.metric(), (double) random.nextInt(4)));
    weights.put(criteria.get(0).metric(), 1 + random.nextDouble());
    return WeightSet.normalised(name, weights);
  }

  /** Up to seven variants with up to eight blocks; some values and blocks are missing. */
  private Contest contest() {
    List<String> promises = List.of("plaintext", "encryption, identity", "encryption");
    int blocks = 1 + random.nextInt(8);
    double spread = 0.4 * random.nextDouble() * random.nextDouble();
    double apart = random.nextInt(5) == 0 ? 0 : 0.5 * random.nextDouble();
    List<ScoreInput> variants = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(6); i++) {
      Map<Metric, Replicates> replicates = new EnumMap<>(Metric.class);
      for (Metric metric : LEVELS.keySet().stream().sorted().toList()) {
        double level = LEVELS.getOrDefault(metric, 1.0) * Math.exp(apart * random.nextGaussian());
        SortedMap<Integer, Double> byBlock = new TreeMap<>();
        for (int block = 1; block <= blocks; block++) {
          if (random.nextInt(30) > 0) {
            byBlock.put(block, level * Math.exp(spread * random.nextGaussian()));
          }
        }
        if (!byBlock.isEmpty()) {
          replicates.put(metric, new Replicates(byBlock));
        }
      }
      variants.add(
          new ScoreInput(
              i == 0 ? "baseline" : "mesh-" + i,
              promises.get(random.nextInt(promises.size())),
              replicates,
              random.nextInt(20) == 0 ? Optional.of("it is unverified") : Optional.empty()));
    }
    return new Contest("steady", variants, "baseline");
  }

  /** Other values, as spread within an arm as between arms; void runs; metrics not measured. */
  private Session varied(Session base) {
    Map<String, Map<Metric, Double>> arms = new HashMap<>();
    double spread = 0.3 * random.nextDouble() * random.nextDouble();
    return SampleSessions.change(
        base,
        run -> run.valid(),
        run -> {
          Map<Metric, Double> arm =
              arms.computeIfAbsent(
                  run.trial().variant().name(), name -> new EnumMap<>(Metric.class));
          if (random.nextInt(25) == 0) {
            return run.judged(Outcome.VOID, List.of(new Reason("window", "a test voids it")));
          }
          Run changed = run;
          for (Metric metric : LEVELS.keySet().stream().sorted().toList()) {
            double level =
                arm.computeIfAbsent(metric, any -> 1 + 0.4 * Math.abs(random.nextGaussian()));
            double factor = level * Math.exp(spread * random.nextGaussian());
            changed = scaled(changed, metric, random.nextInt(200) == 0 ? 0 : factor);
          }
          return changed;
        });
  }

  /** The run with a metric multiplied; without it where the factor is 0. */
  private static Run scaled(Run run, Metric metric, double factor) {
    List<Measurement> measurements =
        run.measurements().stream()
            .filter(it -> it.metric() != metric || factor > 0)
            .map(
                it ->
                    it.metric() == metric
                        ? new Measurement(metric, it.value() * factor, it.source())
                        : it)
            .toList();
    return run.with(
        new Run.Results(
            run.results().load(), run.results().stream(), run.results().soak(), measurements));
  }
}
