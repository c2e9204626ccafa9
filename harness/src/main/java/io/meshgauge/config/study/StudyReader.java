package io.meshgauge.config.study;

import io.meshgauge.config.section.Section;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.registry.Products;
import io.meshgauge.study.Claims;
import io.meshgauge.study.Study;
import io.meshgauge.study.Study.About;
import io.meshgauge.study.Study.Conditions;
import io.meshgauge.study.Study.Group;
import io.meshgauge.study.Study.Kind;
import io.meshgauge.study.Study.Loop;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.study.Study.SystemUnderTest;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value.Empty;
import io.meshgauge.yaml.Value.Mapping;
import io.meshgauge.yaml.Value.Scalar;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the file of a study. */
final class StudyReader {
  private static final List<String> TOP =
      List.of(
          "title",
          "citation",
          "doi",
          "data",
          "layout",
          "columns",
          "conditions",
          "systems",
          "reference",
          "groups",
          "quantities",
          "scores",
          "composites",
          "efficiency",
          "products",
          "statistics",
          "half-widths",
          "quantiles");

  private static final List<String> CONDITIONS =
      List.of("cluster", "load-generator", "loop", "rate", "duration");

  private static final List<String> COLUMNS =
      List.of("system", "quantity", "run", "value", "group");

  private static final Pattern FILE = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{0,99}");

  private final String name;
  private final Path file;
  private final String label;
  private final Problems problems;
  private final Map<String, String> groupOf = new LinkedHashMap<>();

  StudyReader(String name, Path file, String label, Problems problems) {
    this.name = name;
    this.file = file;
    this.label = label;
    this.problems = problems;
  }

  /** The study; empty if a part without which nothing can be read is missing. */
  Optional<Study> read(Mapping tree) {
    Section top = Section.of(tree, TOP, problems);
    Map<String, SystemUnderTest> systems = named(top, "systems", this::system);
    Map<String, Quantity> quantities = named(top, "quantities", this::quantity);
    Map<String, Group> groups = groups(top);
    String reference =
        top.scalar("reference", "the name of a system")
            .flatMap(it -> known(it, "system", systems.keySet(), problems))
            .orElse(systems.isEmpty() ? "" : systems.keySet().iterator().next());
    String data = data(top);
    About about =
        new About(
            required(top, "title", "the title of the study"),
            required(top, "citation", "authors, year, title and where it was published"),
            top.scalar("doi", "a DOI").map(Scalar::text),
            label,
            label.substring(0, label.lastIndexOf('/') + 1) + data,
            conditions(below(top, "conditions", CONDITIONS)));
    Claims claims = new ClaimsReader(systems.keySet(), quantities, problems).read(top);
    if (systems.isEmpty() || quantities.isEmpty() || data.isEmpty()) {
      return Optional.empty();
    }
    StudyData figures =
        new StudyData(
            file.resolveSibling(data),
            about.data(),
            new StudyData.Names(systems.keySet(), groups.keySet(), groupOf),
            choice(top, "layout", StudyData.Layout.class).orElse(StudyData.Layout.SYSTEMS),
            columns(below(top, "columns", COLUMNS)),
            problems);
    return Optional.of(
        new Study(
            name,
            about,
            List.copyOf(systems.values()),
            reference,
            List.copyOf(quantities.values()),
            List.copyOf(groups.values()),
            figures.read(),
            claims));
  }

  private String data(Section top) {
    String expected = "the name of a CSV file in the same folder";
    String data = required(top, "data", expected);
    if (data.isEmpty() || FILE.matcher(data).matches()) {
      return data;
    }
    problems.wrong(
        top.value("data").orElseThrow().place(),
        "data is \"%s\"".formatted(data),
        expected,
        "move the file next to the study's, and write its name");
    return "";
  }

  private StudyData.Columns columns(Section section) {
    List<String> quantity =
        section.list("quantity").stream()
            .flatMap(it -> Section.scalar("quantity", it, "a column", problems).stream())
            .map(Scalar::text)
            .toList();
    return new StudyData.Columns(
        text(section, "system", "a column", "system"),
        quantity.isEmpty() ? List.of("metric") : quantity,
        text(section, "run", "a column", "run"),
        text(section, "value", "a column", "value"),
        section.scalar("group", "a column").map(Scalar::text));
  }

  private static Conditions conditions(Section section) {
    return new Conditions(
        text(section, "cluster", ""),
        text(section, "load-generator", ""),
        choice(section, "loop", Loop.class).orElse(Loop.UNKNOWN),
        text(section, "rate", ""),
        text(section, "duration", ""));
  }

  private SystemUnderTest system(String key, Mapping mapping) {
    Section section = Section.of(mapping, List.of("mesh", "version"), problems);
    List<String> meshes = Products.all().stream().map(it -> it.descriptor().key()).toList();
    Optional<String> mesh =
        section
            .scalar("mesh", "the key of a mesh, as ./meshgauge list prints it")
            .flatMap(it -> known(it, "mesh", meshes, problems));
    return new SystemUnderTest(key, mesh, text(section, "version", ""));
  }

  private Quantity quantity(String key, Mapping mapping) {
    Section section =
        Section.of(
            mapping, List.of("title", "unit", "metric", "kind", "better", "group"), problems);
    List<String> metrics = Arrays.stream(Metric.values()).map(Metric::key).toList();
    Optional<Metric> metric =
        section
            .scalar("metric", "the key of a metric, as ./meshgauge list prints it")
            .flatMap(it -> known(it, "metric", metrics, problems))
            .flatMap(Metric::ofKey);
    Kind kind = choice(section, "kind", Kind.class).orElse(Kind.VALUE);
    boolean more =
        section
            .choice("better", Map.of("higher", true, "lower", false))
            .orElse(kind == Kind.SCORE || metric.filter(Metric::moreIsBetter).isPresent());
    groupOf.put(key, text(section, "group", ""));
    return new Quantity(
        key,
        text(section, "title", metric.map(Metric::title).orElse(key)),
        text(section, "unit", ""),
        metric,
        kind,
        more);
  }

  private Map<String, Group> groups(Section top) {
    Map<String, Group> groups = named(top, "groups", this::group);
    if (groups.isEmpty()) {
      groups.put("", new Group("", "", OptionalDouble.empty()));
    }
    groupOf.forEach(
        (quantity, group) -> {
          if (!group.isEmpty() && !groups.containsKey(group)) {
            problems.wrong(
                top.place(),
                "quantity %s is of an unknown group \"%s\"".formatted(quantity, group),
                "one of groups: " + String.join(", ", groups.keySet()),
                "declare it below groups:");
          }
        });
    return groups;
  }

  private Group group(String key, Mapping mapping) {
    Section section = Section.of(mapping, List.of("title", "rate"), problems);
    return new Group(key, text(section, "title", key), section.number("rate"));
  }

  /** The entries below a key, each a mapping of its own. */
  private <T> Map<String, T> named(Section top, String key, BiFunction<String, Mapping, T> read) {
    Map<String, T> found = new LinkedHashMap<>();
    top.mapping(key)
        .map(Mapping::entries)
        .orElse(Map.of())
        .forEach(
            (name, entry) -> {
              if (entry.value() instanceof Mapping mapping) {
                found.put(name, read.apply(name, mapping));
              } else if (entry.value() instanceof Empty) {
                found.put(name, read.apply(name, new Mapping(Map.of(), entry.key())));
              } else {
                problems.wrong(
                    entry.value().place(),
                    "%s is %s".formatted(name, entry.value().describe()),
                    "keys with values, or nothing",
                    "write them as {key: value}");
              }
            });
    return found;
  }

  /** The section below a key, without entries if there is none. */
  private Section below(Section top, String key, List<String> keys) {
    Mapping mapping = top.mapping(key).orElse(new Mapping(Map.of(), top.place()));
    return Section.of(mapping, keys, problems);
  }

  private static <T extends Enum<T>> Optional<T> choice(
      Section section, String key, Class<T> type) {
    return section.choice(
        key,
        Arrays.stream(type.getEnumConstants())
            .collect(Collectors.toMap(it -> it.name().toLowerCase(Locale.ROOT), it -> it)));
  }

  private static String text(Section section, String key, String otherwise) {
    return text(section, key, "a text", otherwise);
  }

  private static String text(Section section, String key, String expected, String otherwise) {
    return section.scalar(key, expected).map(Scalar::text).orElse(otherwise);
  }

  private String required(Section top, String key, String expected) {
    if (top.value(key).isEmpty()) {
      problems.wrong(top.place(), "there is no %s:".formatted(key), expected, "add the key");
    }
    return text(top, key, expected, "");
  }

  /** A name; empty, with a problem, if there is none of that name. */
  static Optional<String> known(
      Scalar name, String what, Collection<String> names, Problems problems) {
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
}
