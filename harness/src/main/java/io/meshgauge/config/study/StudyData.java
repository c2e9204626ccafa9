package io.meshgauge.config.study;

import io.meshgauge.study.Value;
import io.meshgauge.study.Value.Printed;
import io.meshgauge.study.Value.Replicate;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value.Scalar;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Reads the figures of a study. A row of any layout becomes an entry for each figure in it; a
 * problem names the line of its row.
 */
final class StudyData {
  /** The largest number of a run, and of replicates. */
  private static final BigDecimal MOST = new BigDecimal(1_000_000);

  /** After so many problems of rows reading stops: they are likely one mistake. */
  private static final int MOST_PROBLEMS = 20;

  private static final int MAX_BYTES = 4 * 1024 * 1024;
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(?:\\.\\d{1,15})?");
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

  /**
   * Names that the study's file declares.
   *
   * @param groupOf the group of each quantity
   */
  record Names(Collection<String> systems, Collection<String> groups, Map<String, String> groupOf) {
    Collection<String> quantities() {
      return groupOf.keySet();
    }
  }

  /**
   * Names of columns.
   *
   * @param quantity one or several, whose texts are joined by a slash
   * @param group of replicates; empty if they have none
   */
  record Columns(
      String system, List<String> quantity, String run, String value, Optional<String> group) {}

  /**
   * Columns of one figure of a row; no text where its layout has none.
   *
   * @param of its group, system and quantity, each empty if the row names one that does not exist
   * @param deviation a column that need not be there, as that of n
   */
  private record Cell(
      List<Optional<String>> of, String run, String value, String deviation, String n) {}

  private final Path file;
  private final String label;
  private final Names names;
  private final Layout layout;
  private final Columns columns;
  private final Problems problems;
  private final Map<List<String>, Value> values = new LinkedHashMap<>();
  private final Map<List<Object>, Integer> lines = new HashMap<>();
  private int line;
  private int refused;

  StudyData(
      Path file, String label, Names names, Layout layout, Columns columns, Problems problems) {
    this.file = file;
    this.label = label;
    this.names = names;
    this.layout = layout;
    this.columns = columns;
    this.problems = problems;
  }

  /** All figures of the file. */
  List<Value> read() {
    text().ifPresent(this::parse);
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

  private void parse(String text) {
    try (CSVParser parser = CSVParser.parse(new StringReader(text), FORMAT)) {
      Iterator<CSVRecord> rows = parser.iterator();
      boolean goesOn = hasColumns(parser.getHeaderNames());
      while (goesOn && rows.hasNext()) {
        CSVRecord row = rows.next();
        // The parser stands behind the row, on its last line unless that has ended.
        line = Math.toIntExact(parser.getCurrentLineNumber());
        goesOn = refused < MOST_PROBLEMS;
        if (!goesOn) {
          wrong("reading stopped after %d problems".formatted(refused), "rows like the header");
        } else if (row.isConsistent()) {
          row(row);
        } else {
          wrong(
              "the row has %d fields".formatted(row.size()),
              "%d, as the header".formatted(parser.getHeaderNames().size()));
        }
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
  }

  private boolean hasColumns(List<String> header) {
    List<String> needed = new ArrayList<>();
    switch (layout) {
      case SYSTEMS -> {
        needed.add(columns.system());
        needed.addAll(names.quantities());
      }
      case QUANTITIES -> {
        needed.addAll(columns.quantity());
        names.systems().forEach(it -> needed.add(it + "_mean"));
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

  private void row(CSVRecord row) {
    switch (layout) {
      case SYSTEMS -> {
        Optional<String> system = known(row.get(columns.system()), "system", names.systems());
        names
            .groupOf()
            .forEach(
                (it, group) ->
                    figure(
                        row,
                        new Cell(
                            List.of(Optional.of(group), system, Optional.of(it)), "", it, "", "")));
      }
      case QUANTITIES -> {
        Optional<String> quantity = quantity(row);
        Optional<String> group = quantity.map(it -> names.groupOf().getOrDefault(it, ""));
        for (String it : names.systems()) {
          List<Optional<String>> of = List.of(group, Optional.of(it), quantity);
          figure(row, new Cell(of, "", it + "_mean", it + "_sd", it + "_n"));
        }
      }
      case REPLICATES -> {
        Optional<String> system = known(row.get(columns.system()), "system", names.systems());
        Optional<String> quantity = quantity(row);
        Optional<String> group =
            columns.group().isEmpty()
                ? Optional.of("")
                : known(row.get(columns.group().get()), "group", names.groups());
        List<Optional<String>> of = List.of(group, system, quantity);
        figure(row, new Cell(of, columns.run(), columns.value(), "", ""));
      }
    }
  }

  private void figure(CSVRecord row, Cell cell) {
    Optional<BigDecimal> run = number(row, cell.run());
    Optional<BigDecimal> value = number(row, cell.value());
    Optional<BigDecimal> deviation = number(row, cell.deviation());
    Optional<BigDecimal> n = number(row, cell.n());
    boolean negative = deviation.filter(it -> it.signum() < 0).isPresent();
    if (negative) {
      wrong(cell.deviation() + " is negative", "a deviation of 0 or more");
    }
    boolean whole = isWhole("run", run) && isWhole(cell.n(), n);
    if (row.get(cell.value()).isEmpty() && deviation.isPresent()) {
      wrong("%s without %s".formatted(cell.deviation(), cell.value()), "both, or neither");
    }
    boolean replicate = !cell.run().isEmpty();
    if (replicate && whole) {
      requireText(row, cell.run());
      requireText(row, cell.value());
    }
    List<String> of = cell.of().stream().flatMap(Optional::stream).toList();
    boolean named = of.size() == cell.of().size();
    if (named && value.isPresent() && run.isPresent() == replicate && whole && !negative) {
      add(
          of,
          run.map(BigDecimal::intValue).orElse(0),
          value.get(),
          deviation,
          replicate ? Optional.of(BigDecimal.ONE) : n);
    }
  }

  private void requireText(CSVRecord row, String column) {
    if (row.get(column).isEmpty()) {
      wrong(column + " is empty", "a number such as 12.5");
    }
  }

  /** Adds a mean, whose run is 0, or a replicate. */
  private void add(
      List<String> of,
      int run,
      BigDecimal number,
      Optional<BigDecimal> deviation,
      Optional<BigDecimal> n) {
    String quantity = of.get(2);
    Integer first = lines.putIfAbsent(List.of(of, run), line);
    if (first != null) {
      wrong(
          run == 0
              ? "a second figure of %s for %s".formatted(quantity, of.get(1))
              : "run %d of %s has a second value of %s".formatted(run, of.get(1), quantity),
          "each %sonce; the first is at line %d".formatted(run == 0 ? "" : "run ", first));
      return;
    }
    double value = number.doubleValue();
    Value one =
        new Value(
            of.get(0),
            of.get(1),
            quantity,
            value,
            deviation.map(it -> OptionalDouble.of(it.doubleValue())).orElse(OptionalDouble.empty()),
            n.map(it -> OptionalInt.of(it.intValue())).orElse(OptionalInt.empty()),
            run > 0 ? List.of(new Replicate(run, value, line)) : List.of(),
            new Printed(line, number.scale(), deviation.map(BigDecimal::scale).orElse(0)));
    values.merge(of, one, Value::and);
  }

  /** A number; empty, without a problem, if there is no such column or its field is empty. */
  private Optional<BigDecimal> number(CSVRecord row, String column) {
    String text = row.isMapped(column) ? row.get(column) : "";
    if (NUMBER.matcher(text).matches()) {
      return Optional.of(new BigDecimal(text));
    }
    if (!text.isEmpty()) {
      wrong(
          "%s is \"%s\"".formatted(column, text),
          "a number with a decimal point, such as 12.5, or nothing");
    }
    return Optional.empty();
  }

  /** Whether a number that is there counts runs or replicates. */
  private boolean isWhole(String name, Optional<BigDecimal> number) {
    Optional<BigDecimal> wrong =
        number.filter(it -> it.scale() > 0 || it.signum() <= 0 || it.compareTo(MOST) > 0);
    wrong.ifPresent(
        it ->
            wrong(
                "%s is \"%s\"".formatted(name, it.toPlainString()),
                "a whole number from 1 to " + MOST));
    return wrong.isEmpty();
  }

  private Optional<String> quantity(CSVRecord row) {
    return known(
        columns.quantity().stream().map(row::get).collect(Collectors.joining("/")),
        "quantity",
        names.quantities());
  }

  private Optional<String> known(String name, String what, Collection<String> existing) {
    Scalar field = new Scalar(name, new Place(label, line, 1));
    Optional<String> known = StudyReader.known(field, what, existing, problems);
    refused += known.isEmpty() ? 1 : 0;
    return known;
  }

  private void wrong(String found, String expected) {
    refused++;
    problems.wrong(
        new Place(label, line, 1), found, expected, "correct the row from the study's table");
  }
}
