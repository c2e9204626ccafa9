package io.meshgauge.config.section;

import io.meshgauge.measure.Unit;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads a mapping key by key: unknown keys and wrong types become problems, and their values are
 * empty.
 */
public final class Section {
  private static final int MAX_COUNT = 1_000_000;

  /** What names of experiments, variants and services look like. */
  public static final String NAME_FORMAT = "a name of a-z, 0-9 and -, at most 40 characters";

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  private final Value.Mapping mapping;
  private final Problems problems;

  private Section(Value.Mapping mapping, Problems problems) {
    this.mapping = mapping;
    this.problems = problems;
  }

  /**
   * The section of a mapping.
   *
   * @param shape one of the sections of {@link Shape}
   */
  public static Section of(Value.Mapping mapping, String shape, Problems problems) {
    return of(mapping, Objects.requireNonNull(Shape.KEYS.get(shape)), problems);
  }

  /** The section of a mapping with these keys. */
  public static Section of(Value.Mapping mapping, List<String> keys, Problems problems) {
    problems.refuseUnknownKeys(mapping, keys);
    return new Section(mapping, problems);
  }

  public Place place() {
    return mapping.place();
  }

  /** The value of a key; empty if the key is absent or has no value. */
  public Optional<Value> value(String key) {
    return Optional.ofNullable(mapping.entries().get(key))
        .map(Value.Entry::value)
        .filter(value -> !(value instanceof Value.Empty));
  }

  /** A text, number or boolean, as written. */
  public Optional<Value.Scalar> scalar(String key, String expected) {
    return value(key).flatMap(value -> scalar(key, value, expected, problems));
  }

  /** A single value that is an entry of a list, or has a free key. */
  public static Optional<Value.Scalar> scalar(
      String name, Value value, String expected, Problems problems) {
    if (value instanceof Value.Scalar scalar) {
      return Optional.of(scalar);
    }
    problems.wrong(
        value.place(),
        "%s is %s".formatted(name, value.describe()),
        expected,
        "write a single value behind it");
    return Optional.empty();
  }

  /** A nested mapping. */
  public Optional<Value.Mapping> mapping(String key) {
    return value(key)
        .flatMap(
            value -> {
              if (value instanceof Value.Mapping inner) {
                return Optional.of(inner);
              }
              problems.wrong(
                  value.place(),
                  "%s is %s".formatted(key, value.describe()),
                  "keys with values",
                  "write them as lines \"key: value\", indented below " + key);
              return Optional.empty();
            });
  }

  /** A list; a single value is a list of one. */
  public List<Value> list(String key) {
    return value(key)
        .map(value -> value instanceof Value.Sequence list ? list.items() : List.of(value))
        .orElse(List.of());
  }

  /** A list of texts. */
  public List<String> texts(String key) {
    return list(key).stream()
        .flatMap(
            value ->
                scalar(key, value, "a list of single values", problems).stream()
                    .map(Value.Scalar::text))
        .toList();
  }

  /** A whole number of any size. */
  public Optional<Long> whole(String key) {
    return whole(key, Long.MIN_VALUE, Long.MAX_VALUE, "a whole number");
  }

  /** A whole number not below {@code min}. */
  public Optional<Integer> count(String key, int min) {
    return whole(key, min, MAX_COUNT, "a whole number from %d to %d".formatted(min, MAX_COUNT))
        .map(Long::intValue);
  }

  private Optional<Long> whole(String key, long min, long max, String expected) {
    return scalar(key, expected)
        .flatMap(
            scalar -> {
              Optional<Long> number = parse(scalar.text());
              if (number.isEmpty() || number.get() < min || number.get() > max) {
                refuse(key, scalar, expected);
                return Optional.empty();
              }
              return number;
            });
  }

  /** A quantity of a unit, not negative. */
  public OptionalDouble quantity(String key, Unit unit) {
    Optional<Value.Scalar> scalar = scalar(key, Quantity.example(unit));
    return scalar.isEmpty() ? OptionalDouble.empty() : quantity(key, scalar.get(), unit, problems);
  }

  /** A plain number, not negative. */
  public OptionalDouble number(String key) {
    String expected = "a number of 0 or more";
    return scalar(key, expected)
        .map(
            scalar -> {
              OptionalDouble number = Quantity.number(scalar.text());
              if (number.isEmpty() || number.getAsDouble() < 0) {
                refuse(key, scalar, expected);
                return OptionalDouble.empty();
              }
              return number;
            })
        .orElse(OptionalDouble.empty());
  }

  /** A quantity with a free key. */
  public static OptionalDouble quantity(
      String name, Value.Scalar scalar, Unit unit, Problems problems) {
    OptionalDouble amount = Quantity.parse(unit, scalar.text());
    if (amount.isPresent() && amount.getAsDouble() >= 0) {
      return amount;
    }
    String finding = amount.isPresent() ? "%s is negative: %s" : "%s is %s";
    problems.wrong(
        scalar.place(),
        finding.formatted(name, scalar.describe()),
        Quantity.example(unit),
        amount.isPresent() ? "write 0 or more" : "write the number and its unit together");
    return OptionalDouble.empty();
  }

  /** A boolean. */
  public Optional<Boolean> bool(String key) {
    return choice(key, Map.of("true", true, "false", false));
  }

  /** One of several names. */
  public <T> Optional<T> choice(String key, Map<String, T> choices) {
    List<String> words = choices.keySet().stream().sorted().toList();
    String expected = "one of " + String.join(", ", words);
    return scalar(key, expected)
        .flatMap(
            scalar -> {
              if (!choices.containsKey(scalar.text())) {
                problems.wrong(
                    scalar.place(),
                    "%s is %s".formatted(key, scalar.describe()),
                    expected,
                    Nearest.advice(scalar.text(), words));
              }
              return Optional.ofNullable(choices.get(scalar.text()));
            });
  }

  /** Whether a value is {@code none}, which removes a default. */
  public static boolean isNone(Value value) {
    return value instanceof Value.Scalar scalar && scalar.text().equals("none");
  }

  private void refuse(String key, Value value, String expected) {
    problems.wrong(
        value.place(),
        "%s is %s".formatted(key, value.describe()),
        expected,
        "change the value, or remove the key to get the default of reference.yaml");
  }

  private static Optional<Long> parse(String text) {
    try {
      return Optional.of(Long.parseLong(text.replace("_", "")));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether a name can be used in the names of files and folders, with a problem if not. */
  public static void checkName(Value.Scalar name, Problems problems) {
    if (!NAME.matcher(name.text()).matches()) {
      problems.wrong(
          name.place(),
          "the name " + name.describe(),
          NAME_FORMAT,
          "write it in lower case with dashes");
    }
  }

  /** The free keys below {@code key}, each with a single value. */
  public static SortedMap<String, String> texts(String key, Section section, Problems problems) {
    SortedMap<String, String> texts = new TreeMap<>();
    section
        .mapping(key)
        .ifPresent(
            mapping ->
                mapping
                    .entries()
                    .forEach(
                        (name, entry) ->
                            Section.scalar(name, entry.value(), "a single value", problems)
                                .ifPresent(text -> texts.put(name, text.text()))));
    return texts;
  }
}
