package io.meshgauge.config.section;

import io.meshgauge.measure.Unit;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * How a value is written. Every other value is refused in the same words: what it is, what is
 * expected, what to do.
 *
 * @param expected a description of the accepted values
 * @param advice what to do about a value that is not one of them
 * @param schema JSON schema of the value
 * @param reader gives the value
 */
public record Form<T>(
    String expected, Function<Value, String> advice, Map<String, ?> schema, Reader<T> reader) {
  /** A bound that no count reaches. */
  public static final int MOST = 1_000_000;

  /** Any text, number or boolean. */
  public static final Form<String> TEXT = text("a single value");

  /** What names of experiments, variants and services look like. */
  public static final Form<String> NAME =
      matching("[a-z0-9][a-z0-9-]{0,39}", "a name of a-z, 0-9 and -, at most 40 characters")
          .advised("write it in lower case with dashes");

  public static final Form<Boolean> BOOL = choice(Map.of("true", true, "false", false));

  /** A plain number, not negative. */
  public static final Form<Double> NUMBER =
      scalar(
              "a number of 0 or more",
              Map.of("type", "number", "minimum", 0),
              text -> boxed(Quantity.number(text)))
          .that(number -> number >= 0);

  /** A whole number of any size. */
  public static final Form<Long> WHOLE =
      scalar(
          "a whole number",
          Map.of("type", "integer"),
          text -> {
            try {
              return Optional.of(Long.parseLong(text.replace("_", "")));
            } catch (NumberFormatException e) {
              return Optional.empty();
            }
          });

  /** Any value with keys, entries or neither. */
  public static final Form<Value> ANY =
      new Form<>("a value", value -> "", Map.of(), (name, value, problems) -> Optional.of(value));

  /** Keys, or names, with values. */
  public static final Form<Value.Mapping> MAPPING =
      ofMapping("keys with values", Map.of("type", "object"), (mapping, problems) -> mapping);

  /** Gives the value of a key, or nothing if it is not written in this form. */
  public interface Reader<T> {
    Optional<T> read(String name, Value value, Problems problems);
  }

  /** A text, number or boolean with a meaning. */
  public static <T> Form<T> scalar(
      String expected, Map<String, ?> schema, Function<String, Optional<T>> parse) {
    return new Form<>(
        expected,
        value ->
            value instanceof Value.Scalar
                ? "change the value, or remove the key to get its default"
                : "write a single value behind it",
        schema,
        (name, value, problems) ->
            value instanceof Value.Scalar scalar ? parse.apply(scalar.text()) : Optional.empty());
  }

  /** Any text, number or boolean. */
  public static Form<String> text(String expected) {
    return scalar(expected, Map.of("type", List.of("string", "number", "boolean")), Optional::of);
  }

  /** Such a value with its place. */
  public static Form<Value.Scalar> placed(String expected) {
    Form<String> text = text(expected);
    return new Form<>(
        expected,
        text.advice,
        text.schema,
        (name, value, problems) ->
            value instanceof Value.Scalar scalar ? Optional.of(scalar) : Optional.empty());
  }

  /** A text that matches a pattern as a whole. */
  public static Form<String> matching(String pattern, String expected) {
    Predicate<String> matches = Pattern.compile(pattern).asMatchPredicate();
    return scalar(
        expected,
        Map.of("type", List.of("string", "number"), "pattern", "^(?:" + pattern + ")$"),
        text -> Optional.of(text).filter(matches));
  }

  /** A whole number within bounds. */
  public static Form<Integer> whole(int min, int max) {
    Form<Integer> form = WHOLE.that(it -> it >= min && it <= max).as(Long::intValue);
    return new Form<>(
        "a whole number from %d to %d".formatted(min, max),
        form.advice,
        Map.of("type", "integer", "minimum", min, "maximum", max),
        form.reader);
  }

  /** A number with its unit, not negative; the value is in the base unit. */
  public static Form<Double> quantity(Unit unit) {
    return scalar(
            Quantity.example(unit),
            Quantity.schema(unit),
            text -> boxed(Quantity.parse(unit, text)))
        .that(amount -> amount >= 0)
        .advised("write the number and its unit together, 0 or more");
  }

  /** A duration to the nanosecond, not negative. */
  public static Form<Duration> duration() {
    return quantity(Unit.SECONDS).as(it -> Duration.ofNanos(Math.round(it * 1e9)));
  }

  /** One of several words. */
  public static <T> Form<T> choice(Map<String, T> choices) {
    return oneOf(choices.keySet().stream().sorted().toList())
        .as(word -> Objects.requireNonNull(choices.get(word)));
  }

  /** One of several names, of which the nearest is suggested. */
  public static Form<String> oneOf(Collection<String> names) {
    List<String> words = List.copyOf(names);
    Form<String> form =
        scalar(
            "one of " + String.join(", ", words),
            Map.of("enum", words.stream().map(Form::plain).toList()),
            text -> Optional.of(text).filter(words::contains));
    return new Form<>(
        form.expected,
        value ->
            value instanceof Value.Scalar scalar
                ? Nearest.advice(scalar.text(), words)
                : form.advice.apply(value),
        form.schema,
        form.reader);
  }

  private static Object plain(String word) {
    return word.equals("true") || word.equals("false") ? (Object) Boolean.valueOf(word) : word;
  }

  /** A list; a single value is a list of one. Entries of another form are left out. */
  public static <T> Form<List<T>> list(Form<T> entry) {
    return new Form<>(
        "a value or a list, each " + entry.expected,
        value -> "write the entries in brackets",
        Map.of("anyOf", List.of(entry.schema, Map.of("type", "array", "items", entry.schema))),
        (name, value, problems) -> {
          List<T> read = new ArrayList<>();
          for (Value item : value instanceof Value.Sequence list ? list.items() : List.of(value)) {
            entry.read(name, item, problems).ifPresent(read::add);
          }
          return Optional.of(read);
        });
  }

  /** Free names with values of one form. */
  public static <T> Form<SortedMap<String, T>> map(Form<T> entry) {
    Map<String, ?> schema = Map.of("type", "object", "additionalProperties", entry.schema);
    return ofMapping(
        "names with values",
        schema,
        (mapping, problems) -> {
          SortedMap<String, T> read = new TreeMap<>();
          mapping
              .values()
              .forEach(
                  (name, value) ->
                      entry.read(name, value, problems).ifPresent(it -> read.put(name, it)));
          return read;
        });
  }

  /** The same, with names for files and folders. */
  public static <T> Form<SortedMap<String, T>> named(Form<T> entry) {
    Form<SortedMap<String, T>> map = map(entry);
    return ofMapping(
        map.expected,
        map.schema,
        (mapping, problems) -> {
          mapping.entries().forEach((name, it) -> nameOf(name, it.key(), problems));
          return map.reader.read("", mapping, problems).orElseThrow();
        });
  }

  /** Refuses a name that cannot be that of files and folders. */
  public static void nameOf(String name, Place place, Problems problems) {
    NAME.read("the name", new Value.Scalar(name, place), problems);
  }

  /** Names of known things, each with a value of its own form, in the order of the file. */
  public static <K, T> Form<Map<K, T>> keyed(Map<String, K> names, Function<K, Form<T>> forms) {
    Map<String, Key<T>> known = new LinkedHashMap<>();
    Keys keys = new Keys("");
    names.forEach((name, it) -> known.put(name, keys.key(name, forms.apply(it))));
    return section(keys)
        .as(
            section -> {
              Map<K, T> read = new LinkedHashMap<>();
              for (String name : section.names()) {
                Key<T> key = known.get(name);
                K of = names.get(name);
                if (key != null && of != null) {
                  section.get(key).ifPresent(it -> read.put(of, it));
                }
              }
              return read;
            });
  }

  /** Keys with values. */
  public static Form<Section> section(Keys keys) {
    return ofMapping(
        "keys with values: " + String.join(", ", keys.names()),
        keys.schema(),
        (mapping, problems) -> Section.of(mapping, keys, problems));
  }

  private static <T> Form<T> ofMapping(
      String expected, Map<String, ?> schema, BiFunction<Value.Mapping, Problems, T> read) {
    return new Form<>(
        expected,
        value -> "write them as lines \"key: value\", indented below it",
        schema,
        (name, value, problems) ->
            value instanceof Value.Mapping mapping
                ? Optional.of(read.apply(mapping, problems))
                : Optional.empty());
  }

  /** Keys with values, or the value of one of them alone. */
  public static Form<Section> section(Keys keys, Key<?> alone) {
    Form<Section> form = section(keys);
    return new Form<>(
        "the value of %s:, or ".formatted(alone.name()) + form.expected,
        form.advice,
        Map.of("anyOf", List.of(alone.form().schema, form.schema)),
        (name, value, problems) ->
            form.reader.read(
                name,
                value instanceof Value.Scalar
                    ? Value.mapping(Map.of(alone.name(), value), value.place())
                    : value,
                problems));
  }

  /** The form with another value. */
  public <R> Form<R> as(Function<T, R> function) {
    return new Form<>(
        expected,
        advice,
        schema,
        (name, value, problems) -> reader.read(name, value, problems).map(function));
  }

  private Form<T> that(Predicate<T> accepted) {
    return new Form<>(
        expected,
        advice,
        schema,
        (name, value, problems) -> reader.read(name, value, problems).filter(accepted));
  }

  /** Only those values that pass a test, which is described behind the others. */
  public Form<T> that(Predicate<T> accepted, String described) {
    Form<T> form = that(accepted);
    return new Form<>(expected + ", " + described, form.advice, schema, form.reader);
  }

  /** The form, of which editors suggest some values. */
  public Form<T> suggesting(Collection<String> values) {
    return new Form<>(
        expected,
        advice,
        Map.of("anyOf", List.of(Map.of("enum", List.copyOf(values)), schema)),
        reader);
  }

  /** The form with its own advice. */
  public Form<T> advised(String text) {
    return new Form<>(
        expected,
        value -> value instanceof Value.Scalar ? text : advice.apply(value),
        schema,
        reader);
  }

  /** A value, or a word that stands for none. */
  public Form<Optional<T>> or(String word) {
    return new Form<>(
        expected + "; or " + word,
        advice,
        Map.of("anyOf", List.of(schema, Map.of("const", word))),
        (name, value, problems) -> {
          if (value instanceof Value.Scalar scalar && scalar.text().equals(word)) {
            return Optional.of(Optional.empty());
          }
          Optional<T> read = reader.read(name, value, problems);
          return read.isPresent() ? Optional.of(read) : Optional.empty();
        });
  }

  /** The value of a key; empty, with a problem, if it is not written in this form. */
  public Optional<T> read(String name, Value value, Problems problems) {
    Optional<T> read = reader.read(name, value, problems);
    if (read.isEmpty()) {
      problems.wrong(
          value.place(),
          "%s is %s".formatted(name, value.describe()),
          expected,
          advice.apply(value));
    }
    return read;
  }

  private static Optional<Double> boxed(OptionalDouble number) {
    return number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
  }
}
