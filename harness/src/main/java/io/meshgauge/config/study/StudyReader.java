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
import io.meshgauge.yaml.Value.Entry;
import io.meshgauge.yaml.Value.Mapping;
import io.meshgauge.yaml.Value.Scalar;
import java.nio.file.Path;
import java.util.ArrayList;
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

  private static final Pattern FILE = Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{0,99}");

  private final String name;
  private final Path file;
  private final String label;
  private final Problems problems;

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
    Map<String, Quantity> quantities = new LinkedHashMap<>();
    Map<String, String> groupOf = new LinkedHashMap<>();
    named(
            top,
            "quantities",
            (key, section) -> {
              groupOf.put(key, text(section, "group", ""));
              return quantity(key, section);
            })
        .forEach(quantities::put);
    Map<String, Group> groups = groups(top, groupOf);
    String reference =
        top.scalar("reference", "the name of a system")
            .map(it -> known(it, "system", systems.keySet()))
            .orElse(systems.isEmpty() ? "" : systems.keySet().iterator().next());
    String data = data(top);
    About about =
        new About(
            required(top, "title", "the title of the study"),
            required(top, "citation", "authors, year, title and where it was published"),
            top.scalar("doi", "a DOI").map(Scalar::text),
            label,
            sibling(data),
            conditions(top));
    Claims claims = new ClaimsReader(systems.keySet(), quantities, problems).read(top);
    if (systems.isEmpty() || quantities.isEmpty() || data.isEmpty()) {
      return Optional.empty();
    }
    StudyData.Names names = new StudyData.Names(systems, quantities, groups, groupOf);
    return Optional.of(
        new Study(
            name,
            about,
            List.copyOf(systems.values()),
            reference,
            List.copyOf(quantities.values()),
            List.copyOf(groups.values()),
            new StudyData(file.resolveSibling(data), about.data(), names, problems)
                .read(layout(top), StudyData.Columns.of(top, problems)),
            claims));
  }

  private String data(Section top) {
    String expected = "the name of a CSV file in the same folder";
    String data = required(top, "data", expected);
    if (data.isEmpty() || FILE.matcher(data).matches()) {
      return data;
    }
    top.scalar("data", expected)
        .ifPresent(
            it ->
                problems.wrong(
                    it.place(),
                    "data is " + it.describe(),
                    expected,
                    "move the file next to the study's, and write its name"));
    return "";
  }

  private String sibling(String data) {
    int folder = label.lastIndexOf('/');
    return label.substring(0, folder + 1) + data;
  }

  private StudyData.Layout layout(Section top) {
    Map<String, StudyData.Layout> layouts =
        Arrays.stream(StudyData.Layout.values())
            .collect(Collectors.toMap(it -> it.name().toLowerCase(Locale.ROOT), it -> it));
    return top.choice("layout", layouts).orElse(StudyData.Layout.SYSTEMS);
  }

  private Conditions conditions(Section top) {
    Optional<Section> section =
        top.mapping("conditions").map(it -> Section.of(it, CONDITIONS, problems));
    return new Conditions(
        section.map(it -> text(it, "cluster", "")).orElse(""),
        section.map(it -> text(it, "load-generator", "")).orElse(""),
        section
            .flatMap(
                it ->
                    it.choice(
                        "loop",
                        Map.of("open", Loop.OPEN, "closed", Loop.CLOSED, "unknown", Loop.UNKNOWN)))
            .orElse(Loop.UNKNOWN),
        section.map(it -> text(it, "rate", "")).orElse(""),
        section.map(it -> text(it, "duration", "")).orElse(""));
  }

  private SystemUnderTest system(String key, Mapping mapping) {
    Section section = Section.of(mapping, List.of("mesh", "version"), problems);
    Optional<String> mesh =
        section
            .scalar("mesh", "the key of a mesh, as ./meshgauge list prints it")
            .map(
                it ->
                    known(
                        it,
                        "mesh",
                        Products.all().stream().map(p -> p.descriptor().key()).toList()));
    return new SystemUnderTest(key, mesh, text(section, "version", ""));
  }

  private Quantity quantity(String key, Mapping mapping) {
    Section section =
        Section.of(
            mapping, List.of("title", "unit", "metric", "kind", "better", "group"), problems);
    Optional<Metric> metric =
        section
            .scalar("metric", "the key of a metric, as ./meshgauge list prints it")
            .flatMap(
                it -> {
                  known(it, "metric", Arrays.stream(Metric.values()).map(Metric::key).toList());
                  return Metric.ofKey(it.text());
                });
    Map<String, Kind> kinds =
        Arrays.stream(Kind.values())
            .collect(Collectors.toMap(it -> it.name().toLowerCase(Locale.ROOT), it -> it));
    Kind kind = section.choice("kind", kinds).orElse(Kind.VALUE);
    boolean more =
        section
            .choice("better", Map.of("higher", true, "lower", false))
            .orElse(kind == Kind.SCORE || metric.filter(Metric::moreIsBetter).isPresent());
    return new Quantity(
        key,
        text(section, "title", metric.map(Metric::title).orElse(key)),
        text(section, "unit", ""),
        metric,
        kind,
        more);
  }

  private Map<String, Group> groups(Section top, Map<String, String> groupOf) {
    Map<String, Group> groups = named(top, "groups", this::group);
    if (groups.isEmpty()) {
      groups.put("", new Group("", "", OptionalDouble.empty()));
    }
    for (Map.Entry<String, String> used : groupOf.entrySet()) {
      if (!used.getValue().isEmpty() && !groups.containsKey(used.getValue())) {
        problems.wrong(
            top.place(),
            "quantity %s is of an unknown group \"%s\"".formatted(used.getKey(), used.getValue()),
            "one of groups: " + String.join(", ", groups.keySet()),
            "declare it below groups:");
      }
    }
    return groups;
  }

  private Group group(String key, Mapping mapping) {
    Section section = Section.of(mapping, List.of("title", "rate"), problems);
    return new Group(key, text(section, "title", key), section.number("rate"));
  }

  /** The entries below a key, each a mapping of its own. */
  private <T> Map<String, T> named(Section top, String key, BiFunction<String, Mapping, T> read) {
    Map<String, T> found = new LinkedHashMap<>();
    Map<String, Entry> entries = top.mapping(key).map(Mapping::entries).orElse(Map.of());
    entries.forEach(
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

  private static String text(Section section, String key, String otherwise) {
    return section.scalar(key, "a text").map(Scalar::text).orElse(otherwise);
  }

  private static String text(Mapping mapping, String key, String otherwise) {
    Entry entry = mapping.entries().get(key);
    return entry != null && entry.value() instanceof Scalar scalar ? scalar.text() : otherwise;
  }

  private String required(Section top, String key, String expected) {
    Optional<Scalar> text = top.scalar(key, expected);
    if (text.isEmpty() && top.value(key).isEmpty()) {
      problems.wrong(top.place(), "there is no %s:".formatted(key), expected, "add the key");
    }
    return text.map(Scalar::text).orElse("");
  }

  private String known(Scalar text, String what, Collection<String> names) {
    List<String> known = new ArrayList<>(names);
    if (!known.contains(text.text())) {
      problems.wrong(
          text.place(),
          "an unknown %s %s".formatted(what, text.describe()),
          "one of " + String.join(", ", known),
          Nearest.advice(text.text(), known));
    }
    return text.text();
  }
}
