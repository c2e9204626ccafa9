package io.meshgauge.config;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.EfficiencyIndex;
import io.meshgauge.score.Prices;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Reads {@code scoring}: criteria, weights, the efficiency index and prices. */
final class ScoringReader {
  private static final double TOLERANCE = 1e-9;
  private static final String NONE = "none";
  private static final Form<Double> WEIGHT = Form.quantity(Unit.RATIO);

  /** Every metric by its key. */
  static final Map<String, Metric> METRICS = metrics();

  /** Weights of metrics. */
  static final Form<Map<Metric, Double>> SET = Form.keyed(METRICS, it -> WEIGHT);

  static final Keys KEYS = new Keys("scoring");

  static final Key<Map<Metric, Optional<Optional<Criterion>>>> CRITERIA =
      KEYS.key("criteria", Form.keyed(METRICS, it -> criterion(it).or(NONE)));

  private static final Key<SortedMap<String, Map<Metric, Double>>> WEIGHTS =
      KEYS.key("weights", Form.map(SET));

  private static final Key<Boolean> NORMALISE = KEYS.key("normalise", Form.BOOL);

  private static final Key<Optional<List<Double>>> EFFICIENCY =
      KEYS.key("efficiency", numbers("alpha", "beta", "gamma"));

  private static final Key<Optional<List<Double>>> PRICES =
      KEYS.key("prices", numbers("core-hour", "gib-hour"));

  private final Problems problems;
  private final Set<Metric> judged = new HashSet<>();

  ScoringReader(Problems problems) {
    this.problems = problems;
  }

  private static Map<String, Metric> metrics() {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    Arrays.stream(Metric.values()).forEach(it -> metrics.put(it.key(), it));
    return metrics;
  }

  /** Numbers in the order of their keys, 0 for those left out; or none. */
  private static Form<Optional<List<Double>>> numbers(String... names) {
    Keys keys = new Keys("numbers");
    List<Key<Double>> all = Arrays.stream(names).map(it -> keys.key(it, Form.NUMBER)).toList();
    return Form.section(keys)
        .as(section -> all.stream().map(it -> section.get(it, 0.0)).toList())
        .or(NONE);
  }

  /** The two ends of a criterion. */
  private static Form<Optional<Criterion>> criterion(Metric metric) {
    Keys keys = new Keys("the criterion " + metric.key());
    Form<Double> amount = Form.quantity(metric.unit());
    boolean more = metric.moreIsBetter();
    Key<Double> first = keys.key(more ? "floor" : "target", amount);
    Key<Double> second = keys.key(more ? "ceiling" : "budget", amount);
    return Form.section(keys)
        .as(
            section -> {
              Optional<Double> from = section.require(first);
              Optional<Double> to = section.require(second);
              return from.isEmpty() || to.isEmpty()
                  ? Optional.empty()
                  : more
                      ? benefit(metric, from.get(), to.get(), section, second)
                      : cost(metric, from.get(), to.get(), section, second);
            });
  }

  private static Optional<Criterion> benefit(
      Metric metric, double floor, double ceiling, Section section, Key<?> key) {
    if (ceiling > floor) {
      return Optional.of(Criterion.benefit(metric, floor, ceiling));
    }
    section.refuse(
        key,
        "a ceiling above the floor: from there on all points are earned",
        "raise the ceiling or lower the floor");
    return Optional.empty();
  }

  private static Optional<Criterion> cost(
      Metric metric, double target, double budget, Section section, Key<?> key) {
    // A budget far smaller than its target is lost in the sum of both.
    if (target + budget > target) {
      return Optional.of(Criterion.cost(metric, target, budget));
    }
    section.refuse(
        key, "a budget above 0: so far above the target the last point is lost", "write a budget");
    return Optional.empty();
  }

  /** The rules; empty if there is no usable criterion or weight set. */
  Optional<ScoringRules> read(Section section) {
    List<Criterion> criteria = criteria(section);
    boolean normalise = section.get(NORMALISE, false);
    List<WeightSet> sets = new ArrayList<>();
    section
        .entries(WEIGHTS)
        .forEach((name, entry) -> set(name, entry, normalise).ifPresent(sets::add));
    requireSome(section, WEIGHTS, "set of weights");
    Optional<EfficiencyIndex> efficiency = efficiency(section);
    // Prices of 0, as those of the reference, are none.
    Optional<Prices> prices =
        section
            .get(PRICES, Optional.empty())
            .filter(it -> it.stream().anyMatch(price -> price > 0))
            .map(it -> new Prices(it.get(0), it.get(1)));
    return problems.isEmpty()
        ? Optional.of(new ScoringRules(criteria, sets, efficiency, prices))
        : Optional.empty();
  }

  /** The criteria of a section, which {@link #set} then weighs. */
  List<Criterion> criteria(Section section) {
    section
        .entries(CRITERIA)
        .forEach(
            (name, entry) ->
                Metric.ofKey(name)
                    .filter(it -> !Section.isNone(entry.value()))
                    .ifPresent(judged::add));
    requireSome(section, CRITERIA, "criterion");
    return section.get(CRITERIA, Map.of()).values().stream()
        .flatMap(it -> it.flatMap(criterion -> criterion).stream())
        .toList();
  }

  private void requireSome(Section section, Key<?> key, String what) {
    boolean none =
        section.value(key.name()).orElse(null) instanceof Value.Mapping all
            && all.values().values().stream().allMatch(Section::isNone);
    if (none) {
      problems.wrong(
          section.place(),
          "no " + what,
          "at least one",
          "write one below %s:".formatted(key.name()));
    }
  }

  /** A weight set over the criteria that were read. */
  Optional<WeightSet> set(String name, Value.Entry entry, boolean normalise) {
    if (!(entry.value() instanceof Value.Mapping mapping)) {
      problems.wrong(
          entry.value().place(),
          "the weights \"%s\" are %s".formatted(name, entry.value().describe()),
          "metrics with weights that sum to 1",
          "write {response_p99: 0.5, ...}");
      return Optional.empty();
    }
    problems.refuseUnknownKeys(mapping, List.copyOf(METRICS.keySet()));
    Map<Metric, Double> weights = new EnumMap<>(Metric.class);
    // That of a rejected metric counts, so that the sum can be reported.
    double sum = 0;
    boolean complete = true;
    for (Map.Entry<String, Value.Entry> written : mapping.entries().entrySet()) {
      String key = written.getKey();
      Optional<Double> weight =
          WEIGHT.read("the weight of " + key, written.getValue().value(), problems);
      Metric.ofKey(key).ifPresent(it -> checkJudged(name, it, written.getValue().key()));
      Metric.ofKey(key).ifPresent(it -> weights.put(it, weight.orElse(0.0)));
      sum += weight.orElse(0.0);
      complete &= weight.isPresent();
    }
    boolean known = weights.size() == mapping.entries().size();
    if (!complete || !checkSum(name, sum, entry.key(), normalise) || !known) {
      return Optional.empty();
    }
    return Optional.of(
        normalise ? WeightSet.normalised(name, weights) : WeightSet.of(name, weights));
  }

  private boolean checkSum(String name, double sum, Place place, boolean normalise) {
    if (normalise ? sum > 0 : Math.abs(sum - 1) <= TOLERANCE) {
      return true;
    }
    problems.wrong(
        place,
        String.format(Locale.ROOT, "the weights \"%s\" sum to %.6g", name, sum),
        "weights that sum to 1",
        sum > 0
            ? "correct them, or write normalise: true to have each divided by the sum"
            : "give at least one metric a weight above 0");
    return false;
  }

  private void checkJudged(String set, Metric metric, Place place) {
    if (!judged.contains(metric)) {
      problems.wrong(
          place,
          "the weights \"%s\" weigh %s, which is no criterion".formatted(set, metric.key()),
          "one of " + judged.stream().map(Metric::key).sorted().collect(Collectors.joining(", ")),
          "add it below criteria:, or remove the weight");
    }
  }

  private Optional<EfficiencyIndex> efficiency(Section section) {
    Optional<List<Double>> factors = section.get(EFFICIENCY, Optional.empty());
    if (factors.filter(it -> it.stream().noneMatch(factor -> factor > 0)).isPresent()) {
      problems.wrong(
          section.place(EFFICIENCY),
          "all factors of the efficiency index are 0",
          "at least one above 0",
          "write efficiency: none to leave the index out");
      return Optional.empty();
    }
    return factors.map(it -> new EfficiencyIndex(it.get(0), it.get(1), it.get(2)));
  }
}
