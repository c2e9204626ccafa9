package io.meshgauge.config.study;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.study.ClaimedRange;
import io.meshgauge.study.Claims;
import io.meshgauge.study.Claims.Composite;
import io.meshgauge.study.Claims.Efficiency;
import io.meshgauge.study.Claims.Factors;
import io.meshgauge.study.Claims.Figure;
import io.meshgauge.study.Claims.HalfWidth;
import io.meshgauge.study.Claims.Product;
import io.meshgauge.study.Claims.Quotient;
import io.meshgauge.study.Claims.Result;
import io.meshgauge.study.Claims.Score;
import io.meshgauge.study.Claims.Statement;
import io.meshgauge.study.Claims.Statistic;
import io.meshgauge.study.Claims.Volumes;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import io.meshgauge.yaml.Value.Mapping;
import io.meshgauge.yaml.Value.Scalar;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a study derived from its figures. A name or number with a problem is read as "" or 0,
 * since the study is then refused as a whole.
 */
final class ClaimsReader {
  /** Stands for all systems that have no half-width of their own. */
  private static final String OTHERS = "others";

  private static final Pattern FIGURE = Pattern.compile("(<?)\\s*(-?\\d{1,15}(?:\\.\\d{1,15})?)");

  private static final Form<Figure> PRINTED =
      Form.scalar(
          "a number as printed, such as 44.9 or \"< 0.001\"",
          Map.of("type", List.of("number", "string")),
          ClaimsReader::figure);

  private static final Form<String> QUANTITY = Form.text("a quantity");

  private static final Keys EFFICIENCY_KEYS = new Keys("efficiency");
  private static final Key<String> LATENCY = EFFICIENCY_KEYS.key("latency", QUANTITY);
  private static final Key<String> THROUGHPUT = EFFICIENCY_KEYS.key("throughput", QUANTITY);
  private static final Key<String> OVERHEAD = EFFICIENCY_KEYS.key("overhead", QUANTITY);
  private static final Key<Double> ALPHA = EFFICIENCY_KEYS.key("alpha", Form.NUMBER);
  private static final Key<Double> BETA = EFFICIENCY_KEYS.key("beta", Form.NUMBER);
  private static final Key<Double> GAMMA = EFFICIENCY_KEYS.key("gamma", Form.NUMBER);

  private static final Keys PRODUCT_KEYS = new Keys("a product");
  private static final Key<String> RATE = PRODUCT_KEYS.key("rate", QUANTITY);
  private static final Key<Double> SECONDS = PRODUCT_KEYS.key("seconds", Form.NUMBER);
  private static final Key<String> VOLUME = PRODUCT_KEYS.key("volume", QUANTITY);

  private static final Keys QUOTIENT_KEYS = new Keys("a quotient");
  private static final Key<String> QUOTIENT = QUOTIENT_KEYS.key("quantity", QUANTITY);
  private static final Key<String> AMOUNT = QUOTIENT_KEYS.key("of", QUANTITY);
  private static final Key<String> PER = QUOTIENT_KEYS.key("per", QUANTITY);
  private static final Key<Double> SEGMENT =
      QUOTIENT_KEYS.key(
          "segment", Form.NUMBER.that(it -> it > 0, "the bytes of a segment, such as 1460"));

  private static final Keys STATISTIC_KEYS = new Keys("a statistic");
  private static final Key<String> OF = STATISTIC_KEYS.key("quantity", QUANTITY);
  private static final Key<String> SYSTEM =
      STATISTIC_KEYS.key("system", Form.text("the name of a system"));
  private static final Map<Result, Key<Figure>> RESULTS = new EnumMap<>(Result.class);

  static {
    for (Result result : Result.values()) {
      RESULTS.put(result, STATISTIC_KEYS.key(result.key(), PRINTED));
    }
  }

  private static final Form<Figure> END =
      PRINTED.that(it -> !it.below(), "without <, such as 1.05");

  private static final Keys STATEMENT_KEYS = new Keys("a claim");
  private static final Key<String> WORDS =
      STATEMENT_KEYS.key("words", Form.text("what the text of the study says"));
  private static final Key<List<String>> CLAIMED =
      STATEMENT_KEYS.key("quantity", Form.list(QUANTITY));
  private static final Key<String> LOAD =
      STATEMENT_KEYS.key("group", Form.text("the name of a group"));
  private static final Key<String> CLAIMANT =
      STATEMENT_KEYS.key("system", Form.text("the name of a system"));
  private static final Key<String> AGAINST =
      STATEMENT_KEYS.key("against", Form.text("the name of a system"));
  private static final Key<Figure> LOW = STATEMENT_KEYS.key("low", END);
  private static final Key<Figure> HIGH = STATEMENT_KEYS.key("high", END);
  private static final Key<Figure> VALUE = STATEMENT_KEYS.key("value", END);

  private static final Form<List<Double>> ENDS =
      Form.list(Form.NUMBER)
          .that(
              it -> it.size() == 1 || (it.size() == 2 && it.get(0) <= it.get(1)),
              "or the smallest and the largest, such as [2, 5]");

  private static final Form<List<String>> DISTRIBUTION =
      Form.list(QUANTITY)
          .that(it -> it.size() > 1, "in lists of two or more, the lowest first: [[p50, p99]]");

  /** A study's own keys of what it derived. */
  static final Key<Mapping> SCORES = new Key<>("scores", Form.MAPPING);

  static final Key<Mapping> COMPOSITES = new Key<>("composites", Form.MAPPING);
  static final Key<Section> EFFICIENCY = new Key<>("efficiency", Form.section(EFFICIENCY_KEYS));
  static final Key<List<Section>> PRODUCTS =
      new Key<>("products", Form.list(Form.section(PRODUCT_KEYS)));
  static final Key<List<Section>> QUOTIENTS =
      new Key<>("quotients", Form.list(Form.section(QUOTIENT_KEYS)));
  static final Key<List<Section>> STATISTICS =
      new Key<>("statistics", Form.list(Form.section(STATISTIC_KEYS)));
  static final Key<Mapping> HALF_WIDTHS = new Key<>("half-widths", Form.MAPPING);
  static final Key<List<List<String>>> QUANTILES = new Key<>("quantiles", Form.list(DISTRIBUTION));

  static final Key<List<Section>> CLAIMS =
      new Key<>("claims", Form.list(Form.section(STATEMENT_KEYS)));

  private final Collection<String> systems;
  private final Collection<String> groups;
  private final Map<String, Quantity> quantities;
  private final Problems problems;

  ClaimsReader(
      Collection<String> systems,
      Collection<String> groups,
      Map<String, Quantity> quantities,
      Problems problems) {
    this.systems = systems;
    this.groups = groups;
    this.quantities = quantities;
    this.problems = problems;
  }

  Claims read(Section top) {
    return new Claims(
        entries(top, SCORES, QUANTITY, this::score),
        entries(top, COMPOSITES, Form.MAPPING, this::composite),
        top.get(EFFICIENCY).map(this::efficiency),
        new Volumes(
            top.get(PRODUCTS, List.of()).stream().map(this::product).toList(),
            top.get(QUOTIENTS, List.of()).stream().map(this::quotient).toList()),
        top.get(STATISTICS, List.of()).stream().map(this::statistic).toList(),
        halfWidths(top),
        quantiles(top),
        top.get(CLAIMS, List.of()).stream().flatMap(it -> statements(it).stream()).toList());
  }

  private Score score(String name, String of, Place at) {
    return new Score(name, known(of, at), at.line());
  }

  private Composite composite(String name, Mapping mapping, Place at) {
    Map<String, Double> weights = new LinkedHashMap<>();
    mapping
        .entries()
        .forEach(
            (score, weight) -> {
              known(score, weight.key());
              weights.put(score, Form.NUMBER.read(score, weight.value(), problems).orElse(0.0));
            });
    Composite composite = new Composite(name, weights, at.line());
    if (composite.sum() <= 0) {
      problems.wrong(
          at,
          "composite %s has no weight above 0".formatted(name),
          "a weight for each score, as printed",
          "write {score: weight, …}");
    }
    return composite;
  }

  private Efficiency efficiency(Section section) {
    Factors factors =
        new Factors(section.get(ALPHA, 0.0), section.get(BETA, 0.0), section.get(GAMMA, 0.0));
    return new Efficiency(
        quantity(section, LATENCY),
        quantity(section, THROUGHPUT),
        quantity(section, OVERHEAD),
        Optional.of(factors).filter(it -> it.alpha() + it.beta() + it.gamma() > 0),
        section.place().line());
  }

  private Product product(Section section) {
    String rate = quantity(section, RATE);
    String volume = quantity(section, VOLUME);
    unit(section, rate, Product.GIGABITS.keySet().stream().sorted().toList());
    unit(section, volume, Product.VOLUMES);
    return new Product(rate, section.require(SECONDS).orElse(0.0), volume, section.place().line());
  }

  private void unit(Section section, String name, List<String> units) {
    Quantity quantity = quantities.get(name);
    if (quantity != null && !units.contains(quantity.unit())) {
      problems.wrong(
          section.place(),
          "the unit of %s is \"%s\"".formatted(name, quantity.unit()),
          "one of " + String.join(", ", units),
          "give the quantity its unit, or remove the entry");
    }
  }

  private Quotient quotient(Section section) {
    String per = quantity(section, PER);
    unit(section, per, Product.VOLUMES);
    return new Quotient(
        quantity(section, QUOTIENT),
        quantity(section, AMOUNT),
        per,
        section.get(SEGMENT).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
        section.place().line());
  }

  private Statistic statistic(Section section) {
    Map<Result, Figure> figures = new EnumMap<>(Result.class);
    RESULTS.forEach((result, key) -> section.get(key).ifPresent(it -> figures.put(result, it)));
    return new Statistic(
        quantity(section, OF),
        section
            .require(SYSTEM)
            .map(it -> known(it, section.place(SYSTEM), "system", systems))
            .orElse(""),
        figures,
        section.place().line());
  }

  /** A claim, once for each of its quantities. */
  private List<Statement> statements(Section section) {
    String words = section.require(WORDS).orElse("");
    String system =
        section
            .require(CLAIMANT)
            .map(it -> known(it, section.place(CLAIMANT), "system", systems))
            .orElse("");
    Optional<String> against =
        section.get(AGAINST).map(it -> known(it, section.place(AGAINST), "system", systems));
    Optional<String> group =
        section.get(LOAD).map(it -> known(it, section.place(LOAD), "group", groups));
    ClaimedRange range = range(section);
    return section.require(CLAIMED).orElse(List.of()).stream()
        .map(it -> known(it, section.place(CLAIMED)))
        .map(it -> new Statement(words, it, group, system, against, range, section.place().line()))
        .toList();
  }

  private ClaimedRange range(Section section) {
    Optional<Figure> value = section.get(VALUE);
    Optional<Figure> low = section.get(LOW);
    Optional<Figure> high = section.get(HIGH);
    boolean range = section.has(LOW) || section.has(HIGH);
    boolean ordered = low.isEmpty() || high.isEmpty() || low.get().value() < high.get().value();
    if (section.has(VALUE) == range || !ordered) {
      problems.wrong(
          section.place(),
          "a claim of no range",
          "low: below high:, one of them, or value:",
          "write what the text says, such as low: 1.3, high: 2");
    }
    return value.isPresent() ? new ClaimedRange(value, value) : new ClaimedRange(low, high);
  }

  private static Optional<Figure> figure(String text) {
    Matcher matcher = FIGURE.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(matcher.group(2));
    boolean below = !matcher.group(1).isEmpty();
    return Optional.of(new Figure(number.doubleValue(), number.scale(), below));
  }

  /** Of all systems or, below names of systems and {@code others}, of each. */
  private List<HalfWidth> halfWidths(Section top) {
    List<HalfWidth> all = new ArrayList<>();
    top.entries(HALF_WIDTHS)
        .forEach(
            (name, entry) -> {
              known(name, entry.key());
              if (entry.value() instanceof Mapping each) {
                each.entries()
                    .forEach(
                        (system, it) ->
                            halfWidth(name, systemOf(system, it.key()), it.value(), all));
              } else {
                halfWidth(name, Optional.empty(), entry.value(), all);
              }
            });
    return all;
  }

  private Optional<String> systemOf(String name, Place at) {
    return name.equals(OTHERS) ? Optional.empty() : Optional.of(known(name, at, "system", systems));
  }

  private void halfWidth(
      String quantity, Optional<String> system, Value value, List<HalfWidth> all) {
    ENDS.read(system.orElse(quantity), value, problems)
        .ifPresent(
            it -> all.add(new HalfWidth(quantity, system, it.get(0), it.get(it.size() - 1))));
  }

  private List<List<String>> quantiles(Section top) {
    List<List<String>> all = top.get(QUANTILES, List.of());
    all.forEach(it -> it.forEach(name -> known(name, top.place(QUANTILES))));
    return all;
  }

  /** Gives the value of a key that is a quantity, from what is written at a place. */
  private interface Entry<V, T> {
    T of(String name, V value, Place at);
  }

  private <V, T> List<T> entries(Section top, Key<?> key, Form<V> form, Entry<V, T> entry) {
    List<T> found = new ArrayList<>();
    top.entries(key)
        .forEach(
            (name, it) -> {
              known(name, it.key());
              form.read(name, it.value(), problems)
                  .map(value -> entry.of(name, value, it.value().place()))
                  .ifPresent(found::add);
            });
    return found;
  }

  private String quantity(Section section, Key<String> key) {
    return section.require(key).map(it -> known(it, section.place(key))).orElse("");
  }

  private String known(String name, Place at) {
    return known(name, at, "quantity", quantities.keySet());
  }

  private String known(String name, Place at, String what, Collection<String> names) {
    return StudyReader.known(new Scalar(name, at), what, names, problems).orElse("");
  }
}
