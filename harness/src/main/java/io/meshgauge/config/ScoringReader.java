package io.meshgauge.config;

import io.meshgauge.config.section.Quantity;
import io.meshgauge.config.section.Section;
import io.meshgauge.config.section.Shape;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.EfficiencyIndex;
import io.meshgauge.score.Prices;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads {@code scoring}: criteria, weights, the efficiency index and prices. */
final class ScoringReader {
  private static final double TOLERANCE = 1e-9;

  private final Problems problems;
  private final Set<Metric> judged = new HashSet<>();

  ScoringReader(Problems problems) {
    this.problems = problems;
  }

  /** The rules; empty if there is no usable criterion or weight set. */
  Optional<ScoringRules> read(Value.Mapping mapping) {
    Section section = Section.of(mapping, Shape.SCORING, problems);
    List<Criterion> criteria = criteria(section);
    boolean normalise = section.bool("normalise").orElse(false);
    List<WeightSet> sets = new ArrayList<>();
    section
        .mapping("weights")
        .ifPresent(
            all ->
                all.entries()
                    .forEach((name, entry) -> set(name, entry, normalise).ifPresent(sets::add)));
    requireSome(section, "weights", "set of weights");
    Optional<EfficiencyIndex> efficiency = efficiency(section);
    Optional<Prices> prices = prices(section);
    return problems.isEmpty()
        ? Optional.of(new ScoringRules(criteria, sets, efficiency, prices))
        : Optional.empty();
  }

  /** The metric of a key; empty, with a problem, if there is none. */
  static Optional<Metric> metric(String key, Place place, Problems problems) {
    Optional<Metric> metric = Metric.ofKey(key);
    if (metric.isEmpty()) {
      problems.wrong(
          place,
          "unknown metric \"%s\"".formatted(key),
          "one of " + Metric.keys(),
          Nearest.advice(key, List.of(Metric.keys().split(", "))));
    }
    return metric;
  }

  /** The criteria of a section, which {@link #set} then weighs. */
  List<Criterion> criteria(Section section) {
    List<Criterion> criteria = new ArrayList<>();
    section
        .mapping("criteria")
        .ifPresent(
            all ->
                all.entries()
                    .forEach((key, entry) -> criterion(key, entry).ifPresent(criteria::add)));
    requireSome(section, "criteria", "criterion");
    return criteria;
  }

  private void requireSome(Section section, String key, String what) {
    boolean none =
        section.value(key).orElse(null) instanceof Value.Mapping all
            && all.entries().values().stream().map(Value.Entry::value).allMatch(Section::isNone);
    if (none) {
      problems.wrong(
          section.place(), "no " + what, "at least one", "write one below %s:".formatted(key));
    }
  }

  private Optional<Criterion> criterion(String key, Value.Entry entry) {
    Optional<Metric> metric = metric(key, entry.key(), problems);
    if (metric.isEmpty() || Section.isNone(entry.value())) {
      return Optional.empty();
    }
    judged.add(metric.get());
    String shape = metric.get().moreIsBetter() ? Shape.BENEFIT : Shape.COST;
    List<String> keys = Objects.requireNonNull(Shape.KEYS.get(shape));
    if (!(entry.value() instanceof Value.Mapping limits)) {
      problems.wrong(
          entry.value().place(),
          "%s is %s".formatted(key, entry.value().describe()),
          "%s: and %s:, or none".formatted(keys.get(0), keys.get(1)),
          "write {%s: ..., %s: ...}".formatted(keys.get(0), keys.get(1)));
      return Optional.empty();
    }
    Section section = Section.of(limits, shape, problems);
    OptionalDouble first = required(section, keys.get(0), metric.get());
    OptionalDouble second = required(section, keys.get(1), metric.get());
    if (first.isEmpty() || second.isEmpty()) {
      return Optional.empty();
    }
    return line(metric.get(), first.getAsDouble(), second.getAsDouble(), entry.key());
  }

  private OptionalDouble required(Section section, String key, Metric metric) {
    if (section.value(key).isEmpty()) {
      problems.wrong(
          section.place(),
          "the criterion %s has no %s".formatted(metric.key(), key),
          Quantity.example(metric.unit()),
          "write %s:".formatted(key));
      return OptionalDouble.empty();
    }
    return section.quantity(key, metric.unit());
  }

  private Optional<Criterion> line(Metric metric, double first, double second, Place place) {
    if (metric.moreIsBetter()) {
      if (second > first) {
        return Optional.of(Criterion.benefit(metric, first, second));
      }
      problems.wrong(
          place,
          "the ceiling of %s is not above its floor".formatted(metric.key()),
          "a ceiling above the floor: from there on all points are earned",
          "raise the ceiling or lower the floor");
      return Optional.empty();
    }
    // A budget far smaller than its target is lost in the sum of both.
    if (first + second > first) {
      return Optional.of(Criterion.cost(metric, first, second));
    }
    problems.wrong(
        place,
        "the budget of %s is 0".formatted(metric.key()),
        "a budget above 0: so far above the target the last point is lost",
        "write a budget");
    return Optional.empty();
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
    Map<Metric, Double> weights = new EnumMap<>(Metric.class);
    List<OptionalDouble> amounts = new ArrayList<>();
    mapping.entries().forEach((key, weight) -> amounts.add(weight(name, key, weight, weights)));
    if (amounts.stream().anyMatch(OptionalDouble::isEmpty)) {
      return Optional.empty();
    }
    double sum = amounts.stream().mapToDouble(OptionalDouble::getAsDouble).sum();
    if (weights.size() < amounts.size()) {
      checkSum(name, sum, entry.key(), normalise);
      return Optional.empty();
    }
    if (!checkSum(name, sum, entry.key(), normalise)) {
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

  /** The weight, also of a rejected metric, so that the sum can be reported. */
  private OptionalDouble weight(
      String set, String key, Value.Entry entry, Map<Metric, Double> weights) {
    Optional<Metric> metric = metric(key, entry.key(), problems);
    Optional<Value.Scalar> scalar =
        Section.scalar(key, entry.value(), "a weight from 0 to 1", problems);
    if (scalar.isEmpty()) {
      return OptionalDouble.empty();
    }
    OptionalDouble amount =
        Section.quantity("the weight of " + key, scalar.get(), Unit.RATIO, problems);
    if (metric.isPresent() && !judged.contains(metric.get())) {
      problems.wrong(
          entry.key(),
          "the weights \"%s\" weigh %s, which is no criterion".formatted(set, key),
          "one of " + judged.stream().map(Metric::key).sorted().collect(Collectors.joining(", ")),
          "add it below criteria:, or remove the weight");
    }
    if (metric.isPresent() && amount.isPresent()) {
      weights.put(metric.get(), amount.getAsDouble());
    }
    return amount;
  }

  /** Prices of 0, as those of the reference, are none. */
  private Optional<Prices> prices(Section section) {
    return amounts(section, "prices", Shape.PRICES)
        .filter(it -> it.stream().anyMatch(price -> price > 0))
        .map(it -> new Prices(it.get(0), it.get(1)));
  }

  private Optional<EfficiencyIndex> efficiency(Section section) {
    Optional<List<Double>> factors = amounts(section, "efficiency", Shape.EFFICIENCY);
    if (factors.filter(it -> it.stream().noneMatch(factor -> factor > 0)).isPresent()) {
      problems.wrong(
          section.value("efficiency").orElseThrow().place(),
          "all factors of the efficiency index are 0",
          "at least one above 0",
          "write efficiency: none to leave the index out");
      return Optional.empty();
    }
    return factors.map(it -> new EfficiencyIndex(it.get(0), it.get(1), it.get(2)));
  }

  /** The numbers of a section in the order of its keys, 0 for those left out; empty without it. */
  private Optional<List<Double>> amounts(Section section, String key, String shape) {
    if (section.value(key).filter(Section::isNone).isPresent()) {
      return Optional.empty();
    }
    return section
        .mapping(key)
        .map(mapping -> Section.of(mapping, shape, problems))
        .map(
            it ->
                Objects.requireNonNull(Shape.KEYS.get(shape)).stream()
                    .map(name -> it.number(name).orElse(0))
                    .toList());
  }
}
