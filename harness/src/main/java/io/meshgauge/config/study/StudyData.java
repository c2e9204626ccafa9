package io.meshgauge.config.study;

import io.meshgauge.config.section.Section;
import io.meshgauge.study.Study.Group;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.study.Study.SystemUnderTest;
import io.meshgauge.study.Value;
import io.meshgauge.study.Value.Printed;
import io.meshgauge.study.Value.Replicate;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value.Scalar;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads the figures of a study, in one of three layouts; every problem names its line. */
final class StudyData {
  /** The largest number of a run, and of replicates. */
  private static final int MOST = 1_000_000;

  /** After so many problems of rows reading stops: they are likely one mistake. */
  private static final int MOST_PROBLEMS = 20;

  private static final int MAX_BYTES = 4 * 1024 * 1024;
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(?:\\.(\\d{1,15}))?");
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).setTrim(true).get();

  /** How the figures are laid out. */
  enum Layout {
    /** A row for each system, a column for each quantity. */
    SYSTEMS,
    /** A row for each quantity, columns SYSTEM_mean, SYSTEM_sd and SYSTEM_n. */
    QUANTITIES,
    /** A row for each replicate. */
    REPLICATES
  }

  /** Names that the study's file declares. */
  record Names(
      Map<String, SystemUnderTest> systems,
      Map<String, Quantity> quantities,
      Map<String, Group> groups,
      Map<String, String> groupOf) {}

  /**
   * Names of columns.
   *
   * @param quantity one or several, whose texts are joined by a slash
   * @param group of replicates; empty if they have none
   */
  record Columns(
      String system, List<String> quantity, String run, String value, Optional<String> group) {
    static Columns of(Section top, Problems problems) {
      Optional<Section> section =
          top.mapping("columns")
              .map(
                  it ->
                      Section.of(
                          it, List.of("system", "quantity", "run", "value", "group"), problems));
      List<String> quantity =
          section
              .map(
                  it ->
                      it.list("quantity").stream()
                          .map(v -> Section.scalar("quantity", v, "a column", problems))
                          .flatMap(Optional::stream)
                          .map(Scalar::text)
                          .toList())
              .orElse(List.of());
      return new Columns(
          text(section, "system").orElse("system"),
          quantity.isEmpty() ? List.of("metric") : quantity,
          text(section, "run").orElse("run"),
          text(section, "value").orElse("value"),
          text(section, "group"));
    }

    private static Optional<String> text(Optional<Section> section, String key) {
      return section.flatMap(it -> it.scalar(key, "a column")).map(Scalar::text);
    }
  }

  private final Path file;
  private final String label;
  private final Names names;
  private final Problems problems;
  private final Map<List<String>, Value> values = new LinkedHashMap<>();
  private List<String> header = List.of();
  private int refused;
  private boolean stopped;

  StudyData(Path file, String label, Names names, Problems problems) {
    this.file = file;
    this.label = label;
    this.names = names;
    this.problems = problems;
  }

  /** A number as printed. */
  private record Figure(double value, int decimals) {}

  /** All figures of the file. */
  List<Value> read(Layout layout, Columns columns) {
    return text().map(it -> parse(it, layout, columns)).orElse(List.of());
  }

  /** All figures of a text. */
  List<Value> parse(String text, Layout layout, Columns columns) {
    try (CSVParser parser = CSVParser.parse(new StringReader(text), FORMAT)) {
      header = parser.getHeaderNames();
      if (!requireColumns(layout, columns)) {
        return List.of();
      }
      Iterator<CSVRecord> rows = parser.iterator();
      while (rows.hasNext() && !stopped) {
        CSVRecord row = rows.next();
        // The parser stands behind the row, on its last line unless that has ended.
        row(layout, columns, row, Math.toIntExact(parser.getCurrentLineNumber()));
      }
    } catch (IOException
        | UncheckedIOException
        | IllegalArgumentException
        | IllegalStateException e) {
      problems.wrong(
          Place.of(label),
          "not CSV: " + e.getMessage(),
          "commas between fields, a header with each name once",
          "correct the file");
    }
    return List.copyOf(values.values());
  }

  private Optional<String> text() {
    try {
      if (Files.size(file) <= MAX_BYTES) {
        return Optional.of(Files.readString(file));
      }
      problems.wrong(Place.of(label), "the file is too large", "at most 4 MiB", "divide the study");
    } catch (IOException e) {
      problems.wrong(
          Place.of(label),
          "the data cannot be read: " + e.getClass().getSimpleName(),
          "a readable CSV file in UTF-8, next to the study's file",
          "check data: and the encoding");
    }
    return Optional.empty();
  }

  private boolean requireColumns(Layout layout, Columns columns) {
    List<String> needed = new ArrayList<>();
    switch (layout) {
      case SYSTEMS -> {
        needed.add(columns.system());
        needed.addAll(names.quantities().keySet());
      }
      case QUANTITIES -> {
        needed.addAll(columns.quantity());
        names.systems().keySet().forEach(it -> needed.add(it + "_mean"));
      }
      case REPLICATES -> {
        needed.addAll(List.of(columns.system(), columns.run(), columns.value()));
        needed.addAll(columns.quantity());
        columns.group().ifPresent(needed::add);
      }
    }
    List<String> missing = needed.stream().filter(it -> !header.contains(it)).toList();
    if (!missing.isEmpty()) {
      problems.wrong(
          new Place(label, 1, 1),
          "the header lacks %s".formatted(String.join(", ", missing)),
          "columns %s".formatted(String.join(", ", needed)),
          "correct the header, or the names in the study's file");
    }
    return missing.isEmpty();
  }

  private void row(Layout layout, Columns columns, CSVRecord row, int line) {
    if (refused >= MOST_PROBLEMS) {
      wrong(line, "reading stopped after %d problems".formatted(refused), "rows like the header");
      stopped = true;
      return;
    }
    if (!row.isConsistent()) {
      wrong(
          line,
          "the row has %d fields".formatted(row.size()),
          "%d, as the header".formatted(header.size()));
      return;
    }
    switch (layout) {
      case SYSTEMS -> system(columns, row, line);
      case QUANTITIES -> quantity(columns, row, line);
      case REPLICATES -> replicate(columns, row, line);
    }
  }

  private void system(Columns columns, CSVRecord row, int line) {
    Optional<String> system =
        known(row.get(columns.system()), "system", names.systems().keySet(), line);
    for (String quantity : names.quantities().keySet()) {
      Optional<Figure> figure = figure(row, quantity, line);
      if (system.isPresent() && figure.isPresent()) {
        put(
            new Value(
                Objects.requireNonNull(names.groupOf().get(quantity)),
                system.get(),
                quantity,
                figure.get().value(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                List.of(),
                new Printed(line, figure.get().decimals(), 0)));
      }
    }
  }

  private void quantity(Columns columns, CSVRecord row, int line) {
    Optional<String> quantity =
        known(name(columns, row), "quantity", names.quantities().keySet(), line);
    for (String system : names.systems().keySet()) {
      Optional<Figure> mean = figure(row, system + "_mean", line);
      Optional<Figure> deviation = optional(row, system + "_sd", line);
      Optional<Figure> n = optional(row, system + "_n", line);
      deviation
          .filter(it -> it.value() < 0)
          .ifPresent(it -> wrong(line, system + "_sd is negative", "a deviation of 0 or more"));
      boolean whole =
          n.isEmpty()
              || (n.get().value() >= 1 && n.get().value() <= MOST && n.get().decimals() == 0);
      if (!whole) {
        wrong(
            line,
            "%s_n is \"%s\"".formatted(system, row.get(system + "_n")),
            "a whole number from 1 to %d".formatted(MOST));
      }
      if (row.get(system + "_mean").isEmpty() && deviation.isPresent()) {
        wrong(line, system + "_sd without " + system + "_mean", "both, or neither");
      }
      boolean usable = whole && deviation.filter(it -> it.value() < 0).isEmpty();
      if (quantity.isPresent() && mean.isPresent() && usable) {
        put(
            new Value(
                Objects.requireNonNull(names.groupOf().get(quantity.get())),
                system,
                quantity.get(),
                mean.get().value(),
                deviation.map(it -> OptionalDouble.of(it.value())).orElse(OptionalDouble.empty()),
                n.map(it -> OptionalInt.of((int) it.value())).orElse(OptionalInt.empty()),
                List.of(),
                new Printed(
                    line, mean.get().decimals(), deviation.map(Figure::decimals).orElse(0))));
      }
    }
  }

  private void replicate(Columns columns, CSVRecord row, int line) {
    Optional<String> system =
        known(row.get(columns.system()), "system", names.systems().keySet(), line);
    Optional<String> quantity =
        known(name(columns, row), "quantity", names.quantities().keySet(), line);
    Optional<String> group =
        columns
            .group()
            .map(it -> known(row.get(it), "group", names.groups().keySet(), line))
            .orElse(Optional.of(""));
    Optional<Figure> run = figure(row, columns.run(), line);
    Optional<Figure> value = figure(row, columns.value(), line);
    if (run.filter(it -> it.decimals() > 0 || it.value() < 1 || it.value() > MOST).isPresent()) {
      wrong(
          line,
          "run is \"%s\"".formatted(row.get(columns.run())),
          "a whole number from 1 to %d".formatted(MOST));
    } else if (system.isPresent()
        && quantity.isPresent()
        && group.isPresent()
        && run.isPresent()
        && value.isPresent()) {
      add(
          List.of(group.get(), system.get(), quantity.get()),
          new Replicate((int) run.get().value(), value.get().value(), line),
          value.get().decimals());
    } else if (run.isEmpty() || value.isEmpty()) {
      empty(row, columns.run(), line);
      empty(row, columns.value(), line);
    }
  }

  private void empty(CSVRecord row, String column, int line) {
    if (row.get(column).isEmpty()) {
      wrong(line, column + " is empty", "a number such as 12.5");
    }
  }

  private void put(Value value) {
    Value earlier =
        values.putIfAbsent(List.of(value.group(), value.system(), value.quantity()), value);
    if (earlier != null) {
      wrong(
          value.printed().line(),
          "a second figure of %s for %s".formatted(value.quantity(), value.system()),
          "each once; the first is at line " + earlier.printed().line());
    }
  }

  private void add(List<String> key, Replicate replicate, int decimals) {
    Value earlier = values.get(key);
    List<Replicate> all =
        new ArrayList<>(earlier == null ? List.<Replicate>of() : earlier.replicates());
    Optional<Replicate> same = all.stream().filter(it -> it.run() == replicate.run()).findFirst();
    if (same.isPresent()) {
      wrong(
          replicate.line(),
          "run %d of %s has a second value of %s"
              .formatted(replicate.run(), key.get(1), key.get(2)),
          "each run once; the first is at line " + same.get().line());
      return;
    }
    all.add(replicate);
    int line = earlier == null ? replicate.line() : earlier.printed().line();
    int most = earlier == null ? decimals : Math.max(decimals, earlier.printed().decimals());
    values.put(
        key,
        new Value(
            key.get(0),
            key.get(1),
            key.get(2),
            all.stream().mapToDouble(Replicate::value).average().orElseThrow(),
            OptionalDouble.empty(),
            OptionalInt.of(all.size()),
            all,
            new Printed(line, most, 0)));
  }

  private static String name(Columns columns, CSVRecord row) {
    return columns.quantity().stream().map(row::get).collect(Collectors.joining("/"));
  }

  private Optional<Figure> optional(CSVRecord row, String column, int line) {
    return header.contains(column) ? figure(row, column, line) : Optional.empty();
  }

  /** A number; empty, without a problem, if the field is empty. */
  private Optional<Figure> figure(CSVRecord row, String column, int line) {
    String text = row.get(column);
    Matcher matcher = NUMBER.matcher(text);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!matcher.matches()) {
      wrong(
          line,
          "%s is \"%s\"".formatted(column, text),
          "a number with a decimal point, such as 12.5, or nothing");
      return Optional.empty();
    }
    String decimals = matcher.group(1);
    return Optional.of(
        new Figure(Double.parseDouble(text), decimals == null ? 0 : decimals.length()));
  }

  private Optional<String> known(String name, String what, Collection<String> existing, int line) {
    if (existing.contains(name)) {
      return Optional.of(name);
    }
    refused++;
    problems.wrong(
        new Place(label, line, 1),
        "an unknown %s \"%s\"".formatted(what, name),
        "one of " + String.join(", ", existing),
        Nearest.advice(name, existing));
    return Optional.empty();
  }

  private void wrong(int line, String found, String expected) {
    refused++;
    problems.wrong(
        new Place(label, line, 1), found, expected, "correct the row from the study's table");
  }
}
