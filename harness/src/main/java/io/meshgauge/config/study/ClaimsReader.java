package io.meshgauge.config.study;

import io.meshgauge.config.section.Section;
import io.meshgauge.study.Claims;
import io.meshgauge.study.Claims.Composite;
import io.meshgauge.study.Claims.Efficiency;
import io.meshgauge.study.Claims.Factors;
import io.meshgauge.study.Claims.Figure;
import io.meshgauge.study.Claims.HalfWidth;
import io.meshgauge.study.Claims.Product;
import io.meshgauge.study.Claims.Result;
import io.meshgauge.study.Claims.Score;
import io.meshgauge.study.Claims.Statistic;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import io.meshgauge.yaml.Value.Mapping;
import io.meshgauge.yaml.Value.Scalar;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads what a study derived from its figures. */
final class ClaimsReader {
  private static final Pattern FIGURE = Pattern.compile("(<)?\\s*-?\\d{1,15}(?:\\.(\\d{1,15}))?");
  private static final String NUMBER = "a number such as 12.5";

  private final Collection<String> systems;
  private final Map<String, Quantity> quantities;
  private final Problems problems;

  ClaimsReader(Collection<String> systems, Map<String, Quantity> quantities, Problems problems) {
    this.systems = systems;
    this.quantities = quantities;
    this.problems = problems;
  }

  Claims read(Section top) {
    return new Claims(
        scores(top),
        composites(top),
        top.mapping("efficiency").flatMap(this::efficiency),
        mappings(top, "products", "{rate: , seconds: , volume: }").stream()
            .map(this::product)
            .flatMap(Optional::stream)
            .toList(),
        mappings(top, "statistics", "{quantity: , system: , t: }").stream()
            .map(this::statistic)
            .flatMap(Optional::stream)
            .toList(),
        halfWidths(top),
        quantiles(top));
  }

  private List<Score> scores(Section top) {
    List<Score> scores = new ArrayList<>();
    entries(top, "scores")
        .forEach(
            (key, value) -> {
              Optional<String> score = quantity(new Scalar(key, value.place()));
              Optional<String> of =
                  Section.scalar(key, value, "a quantity", problems).flatMap(this::quantity);
              if (score.isPresent() && of.isPresent()) {
                scores.add(new Score(score.get(), of.get(), value.place().line()));
              }
            });
    return scores;
  }

  private List<Composite> composites(Section top) {
    List<Composite> composites = new ArrayList<>();
    entries(top, "composites")
        .forEach(
            (key, value) -> {
              if (value instanceof Mapping mapping) {
                Map<String, Double> weights = new LinkedHashMap<>();
                mapping.values().forEach((score, weight) -> weight(score, weight, weights));
                Optional<String> name = quantity(new Scalar(key, value.place()));
                if (weights.values().stream().mapToDouble(it -> it).sum() > 0) {
                  name.ifPresent(
                      it -> composites.add(new Composite(it, weights, value.place().line())));
                } else {
                  problems.wrong(
                      value.place(),
                      "composite %s has no weight above 0".formatted(key),
                      "a weight for each score, as printed",
                      "write {score: weight, …}");
                }
              } else {
                problems.wrong(
                    value.place(),
                    "composite %s is %s".formatted(key, value.describe()),
                    "the weights of scores",
                    "write {score: weight, …}");
              }
            });
    return composites;
  }

  private void weight(String score, Value value, Map<String, Double> weights) {
    Optional<String> name = quantity(new Scalar(score, value.place()));
    OptionalDouble weight = number(score, value);
    if (name.isPresent() && weight.isPresent()) {
      weights.put(name.get(), weight.getAsDouble());
    }
  }

  private Optional<Efficiency> efficiency(Mapping mapping) {
    Section section =
        Section.of(
            mapping,
            List.of("latency", "throughput", "overhead", "alpha", "beta", "gamma"),
            problems);
    Optional<String> latency = quantity(section, "latency");
    Optional<String> throughput = quantity(section, "throughput");
    Optional<String> overhead = quantity(section, "overhead");
    OptionalDouble alpha = section.number("alpha");
    OptionalDouble beta = section.number("beta");
    OptionalDouble gamma = section.number("gamma");
    boolean factors = alpha.orElse(0) + beta.orElse(0) + gamma.orElse(0) > 0;
    return latency.isEmpty() || throughput.isEmpty() || overhead.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Efficiency(
                latency.get(),
                throughput.get(),
                overhead.get(),
                factors
                    ? Optional.of(new Factors(alpha.orElse(0), beta.orElse(0), gamma.orElse(0)))
                    : Optional.empty(),
                section.place().line()));
  }

  private Optional<Product> product(Mapping mapping) {
    Section section = Section.of(mapping, List.of("rate", "seconds", "volume"), problems);
    Optional<String> rate = quantity(section, "rate");
    Optional<String> volume = quantity(section, "volume");
    OptionalDouble seconds = section.number("seconds");
    if (seconds.isEmpty() && section.value("seconds").isEmpty()) {
      missing(section, "seconds", "the length of a run in seconds");
    }
    rate.ifPresent(it -> unit(section, it, Product.GIGABITS.keySet().stream().sorted().toList()));
    volume.ifPresent(it -> unit(section, it, Product.VOLUMES));
    return rate.isEmpty() || volume.isEmpty() || seconds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Product(rate.get(), seconds.getAsDouble(), volume.get(), section.place().line()));
  }

  private void unit(Section section, String name, List<String> units) {
    String unit = Objects.requireNonNull(quantities.get(name)).unit();
    if (!units.contains(unit)) {
      problems.wrong(
          section.place(),
          "the unit of %s is \"%s\"".formatted(name, unit),
          "one of " + String.join(", ", units),
          "give the quantity its unit, or remove the product");
    }
  }

  private Optional<Statistic> statistic(Mapping mapping) {
    Section section =
        Section.of(
            mapping,
            Stream.concat(
                    Stream.of("quantity", "system"), Stream.of(Result.values()).map(Result::key))
                .toList(),
            problems);
    Optional<String> quantity = quantity(section, "quantity");
    Optional<String> system = system(section);
    Map<Result, Figure> figures = new EnumMap<>(Result.class);
    for (Result result : Result.values()) {
      Figure figure = figure(section, result.key());
      if (figure.value().isPresent()) {
        figures.put(result, figure);
      }
    }
    return quantity.isEmpty() || system.isEmpty()
        ? Optional.empty()
        : Optional.of(new Statistic(quantity.get(), system.get(), figures, section.place().line()));
  }

  private Figure figure(Section section, String key) {
    Optional<Scalar> scalar = section.scalar(key, NUMBER);
    Matcher matcher = FIGURE.matcher(scalar.map(Scalar::text).orElse("").strip());
    if (!matcher.matches()) {
      scalar.ifPresent(
          it ->
              problems.wrong(
                  it.place(),
                  "%s is %s".formatted(key, it.describe()),
                  "a number as printed, such as 44.9 or \"< 0.001\"",
                  "correct it"));
      return new Figure(OptionalDouble.empty(), 0, false);
    }
    String text = matcher.group().replace("<", "").strip();
    String decimals = matcher.group(2);
    return new Figure(
        OptionalDouble.of(Double.parseDouble(text)),
        decimals == null ? 0 : decimals.length(),
        matcher.group(1) != null);
  }

  private List<HalfWidth> halfWidths(Section top) {
    List<HalfWidth> widths = new ArrayList<>();
    entries(top, "half-widths")
        .forEach(
            (key, value) -> {
              List<Value> items =
                  value instanceof Value.Sequence list ? list.items() : List.of(value);
              double[] numbers =
                  items.stream().flatMapToDouble(it -> number(key, it).stream()).toArray();
              Optional<String> name = quantity(new Scalar(key, value.place()));
              if (numbers.length == 0
                  || numbers.length > 2
                  || numbers[0] > numbers[numbers.length - 1]) {
                problems.wrong(
                    value.place(),
                    "half-widths of %s are %s".formatted(key, value.describe()),
                    "one number, or the smallest and the largest, such as [2, 5]",
                    "write them so");
              } else {
                name.ifPresent(
                    it -> widths.add(new HalfWidth(it, numbers[0], numbers[numbers.length - 1])));
              }
            });
    return widths;
  }

  private List<List<String>> quantiles(Section top) {
    List<List<String>> all = new ArrayList<>();
    for (Value item : top.list("quantiles")) {
      List<Value> items = item instanceof Value.Sequence list ? list.items() : List.of(item);
      List<String> names =
          items.stream()
              .map(it -> Section.scalar("quantiles", it, "a quantity", problems))
              .flatMap(Optional::stream)
              .map(this::quantity)
              .flatMap(Optional::stream)
              .toList();
      if (items.size() < 2) {
        problems.wrong(
            item.place(),
            "quantiles has the entry " + item.describe(),
            "lists of two or more quantities, such as [[p50, p99]]",
            "write the quantiles of one distribution as a list, the lowest first");
      }
      all.add(names);
    }
    return all;
  }

  private Map<String, Value> entries(Section top, String key) {
    return top.mapping(key).map(Mapping::values).orElse(Map.of());
  }

  private List<Mapping> mappings(Section top, String key, String shape) {
    List<Mapping> found = new ArrayList<>();
    for (Value item : top.list(key)) {
      if (item instanceof Mapping mapping) {
        found.add(mapping);
      } else {
        problems.wrong(
            item.place(),
            "%s has the entry %s".formatted(key, item.describe()),
            "keys with values",
            "write " + shape);
      }
    }
    return found;
  }

  private OptionalDouble number(String key, Value value) {
    Optional<Scalar> scalar = Section.scalar(key, value, NUMBER, problems);
    Matcher matcher = FIGURE.matcher(scalar.map(Scalar::text).orElse(""));
    if (matcher.matches() && !matcher.group().contains("<") && !matcher.group().startsWith("-")) {
      return OptionalDouble.of(Double.parseDouble(matcher.group().strip()));
    }
    scalar.ifPresent(
        it ->
            problems.wrong(
                it.place(), "%s is %s".formatted(key, it.describe()), NUMBER, "correct it"));
    return OptionalDouble.empty();
  }

  private Optional<String> quantity(Section section, String key) {
    Optional<Scalar> name = section.scalar(key, "a quantity");
    if (section.value(key).isEmpty()) {
      missing(section, key, "a quantity");
    }
    return name.flatMap(this::quantity);
  }

  private Optional<String> quantity(Scalar name) {
    return known(name, "quantity", quantities.keySet());
  }

  private Optional<String> system(Section section) {
    if (section.value("system").isEmpty()) {
      missing(section, "system", "the name of a system");
    }
    return section.scalar("system", "a system").flatMap(it -> known(it, "system", systems));
  }

  private Optional<String> known(Scalar name, String what, Collection<String> names) {
    if (names.contains(name.text())) {
      return Optional.of(name.text());
    }
    problems.wrong(
        name.place(),
        "an unknown %s %s".formatted(what, name.describe()),
        "one of " + String.join(", ", names),
        Nearest.advice(name.text(), names));
    return Optional.empty();
  }

  private void missing(Section section, String key, String expected) {
    problems.wrong(section.place(), "an entry without " + key, expected, "add the key");
  }
}
