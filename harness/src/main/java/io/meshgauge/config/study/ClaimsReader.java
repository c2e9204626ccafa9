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
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import io.meshgauge.yaml.Value.Mapping;
import io.meshgauge.yaml.Value.Scalar;
import io.meshgauge.yaml.Value.Sequence;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads what a study derived from its figures. A name or number with a problem is read as "" or 0,
 * since the study is then refused as a whole.
 */
final class ClaimsReader {
  private static final Pattern FIGURE = Pattern.compile("(<?)\\s*(-?\\d{1,15}(?:\\.\\d{1,15})?)");
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
        entries(top, "scores", this::score),
        entries(top, "composites", this::composite),
        top.mapping("efficiency").map(this::efficiency),
        items(top, "products", "{rate: , seconds: , volume: }", this::product),
        items(top, "statistics", "{quantity: , system: , t: }", this::statistic),
        entries(top, "half-widths", this::halfWidth),
        top.list("quantiles").stream().map(this::quantiles).toList());
  }

  private Score score(String key, Value value) {
    return new Score(named(key, value), quantity(key, value), value.place().line());
  }

  private Composite composite(String key, Value value) {
    String advice = "write {score: weight, …}";
    Map<String, Double> weights = new LinkedHashMap<>();
    if (!(value instanceof Mapping mapping)) {
      wrong(
          value,
          "composite %s is %s".formatted(key, value.describe()),
          "the weights of scores",
          advice);
      return new Composite(key, weights, 0);
    }
    mapping
        .values()
        .forEach(
            (score, weight) -> weights.put(named(score, weight), number(score, weight).orElse(0)));
    weights.remove("");
    Composite composite = new Composite(named(key, value), weights, value.place().line());
    if (composite.sum() <= 0) {
      wrong(
          value,
          "composite %s has no weight above 0".formatted(key),
          "a weight for each score, as printed",
          advice);
    }
    return composite;
  }

  private Efficiency efficiency(Mapping mapping) {
    Section section =
        Section.of(
            mapping,
            List.of("latency", "throughput", "overhead", "alpha", "beta", "gamma"),
            problems);
    Factors factors =
        new Factors(
            section.number("alpha").orElse(0),
            section.number("beta").orElse(0),
            section.number("gamma").orElse(0));
    return new Efficiency(
        quantity(section, "latency"),
        quantity(section, "throughput"),
        quantity(section, "overhead"),
        Optional.of(factors).filter(it -> it.alpha() + it.beta() + it.gamma() > 0),
        section.place().line());
  }

  private Product product(Mapping mapping) {
    Section section = Section.of(mapping, List.of("rate", "seconds", "volume"), problems);
    String rate = quantity(section, "rate");
    String volume = quantity(section, "volume");
    require(section, "seconds", "the length of a run in seconds");
    unit(section, rate, Product.GIGABITS.keySet().stream().sorted().toList());
    unit(section, volume, Product.VOLUMES);
    return new Product(rate, section.number("seconds").orElse(0), volume, section.place().line());
  }

  private void unit(Section section, String name, List<String> units) {
    Quantity quantity = quantities.get(name);
    if (quantity != null && !units.contains(quantity.unit())) {
      problems.wrong(
          section.place(),
          "the unit of %s is \"%s\"".formatted(name, quantity.unit()),
          "one of " + String.join(", ", units),
          "give the quantity its unit, or remove the product");
    }
  }

  private Statistic statistic(Mapping mapping) {
    List<String> results = Stream.of(Result.values()).map(Result::key).toList();
    Section section =
        Section.of(
            mapping,
            Stream.concat(Stream.of("quantity", "system"), results.stream()).toList(),
            problems);
    String quantity = quantity(section, "quantity");
    require(section, "system", "the name of a system");
    String system =
        section.scalar("system", "a system").map(it -> known(it, "system", systems)).orElse("");
    Map<Result, Figure> figures = new EnumMap<>(Result.class);
    for (Result result : Result.values()) {
      section
          .scalar(result.key(), NUMBER)
          .flatMap(it -> figure(result.key(), it))
          .ifPresent(it -> figures.put(result, it));
    }
    return new Statistic(quantity, system, figures, section.place().line());
  }

  private Optional<Figure> figure(String key, Scalar scalar) {
    Matcher matcher = FIGURE.matcher(scalar.text().strip());
    if (!matcher.matches()) {
      refuse(key, scalar, "a number as printed, such as 44.9 or \"< 0.001\"");
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(matcher.group(2));
    boolean below = !matcher.group(1).isEmpty();
    return Optional.of(new Figure(number.doubleValue(), number.scale(), below));
  }

  private HalfWidth halfWidth(String key, Value value) {
    double[] ends = parts(value).stream().flatMapToDouble(it -> number(key, it).stream()).toArray();
    String quantity = named(key, value);
    if (ends.length == 0 || ends.length > 2 || ends[0] > ends[ends.length - 1]) {
      wrong(
          value,
          "half-widths of %s are %s".formatted(key, value.describe()),
          "one number, or the smallest and the largest, such as [2, 5]",
          "write them so");
      return new HalfWidth(quantity, 0, 0);
    }
    return new HalfWidth(quantity, ends[0], ends[ends.length - 1]);
  }

  private List<String> quantiles(Value item) {
    List<String> names = parts(item).stream().map(it -> quantity("quantiles", it)).toList();
    if (names.size() < 2) {
      wrong(
          item,
          "quantiles has the entry " + item.describe(),
          "lists of two or more quantities, such as [[p50, p99]]",
          "write the quantiles of one distribution as a list, the lowest first");
    }
    return names;
  }

  private static List<Value> parts(Value value) {
    return value instanceof Sequence list ? list.items() : List.of(value);
  }

  private static <T> List<T> entries(Section top, String key, BiFunction<String, Value, T> read) {
    List<T> found = new ArrayList<>();
    top.mapping(key)
        .ifPresent(it -> it.values().forEach((name, value) -> found.add(read.apply(name, value))));
    return found;
  }

  private <T> List<T> items(Section top, String key, String shape, Function<Mapping, T> read) {
    List<T> found = new ArrayList<>();
    for (Value item : top.list(key)) {
      if (item instanceof Mapping mapping) {
        found.add(read.apply(mapping));
      } else {
        wrong(
            item,
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
    if (matcher.matches() && matcher.group(1).isEmpty() && !matcher.group(2).startsWith("-")) {
      return OptionalDouble.of(Double.parseDouble(matcher.group(2)));
    }
    scalar.ifPresent(it -> refuse(key, it, NUMBER));
    return OptionalDouble.empty();
  }

  private String quantity(Section section, String key) {
    require(section, key, "a quantity");
    return section.value(key).map(it -> quantity(key, it)).orElse("");
  }

  private String quantity(String key, Value value) {
    return Section.scalar(key, value, "a quantity", problems)
        .map(it -> known(it, "quantity", quantities.keySet()))
        .orElse("");
  }

  /** The quantity that is the key of a value. */
  private String named(String key, Value value) {
    return known(new Scalar(key, value.place()), "quantity", quantities.keySet());
  }

  private String known(Scalar name, String what, Collection<String> names) {
    return StudyReader.known(name, what, names, problems).orElse("");
  }

  private void require(Section section, String key, String expected) {
    if (section.value(key).isEmpty()) {
      problems.wrong(section.place(), "an entry without " + key, expected, "add the key");
    }
  }

  private void refuse(String key, Scalar scalar, String expected) {
    wrong(scalar, "%s is %s".formatted(key, scalar.describe()), expected, "correct it");
  }

  private void wrong(Value value, String found, String expected, String advice) {
    problems.wrong(value.place(), found, expected, advice);
  }
}
