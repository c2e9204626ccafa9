package io.meshgauge.config.study;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.config.study.StudyData.Layout;
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
import io.meshgauge.study.Value;
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
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Reads the file of a study. */
final class StudyReader {
  private static final Form<String> COLUMN = Form.text("a column");
  private static final Keys COLUMNS_KEYS = new Keys("columns");
  private static final Key<String> SYSTEM = COLUMNS_KEYS.key("system", COLUMN);
  private static final Key<List<String>> QUANTITY = COLUMNS_KEYS.key("quantity", Form.list(COLUMN));
  private static final Key<String> RUN = COLUMNS_KEYS.key("run", COLUMN);
  private static final Key<String> VALUE = COLUMNS_KEYS.key("value", COLUMN);
  private static final Key<String> GROUPED_BY = COLUMNS_KEYS.key("group", COLUMN);

  private static final Keys CONDITIONS_KEYS = new Keys("conditions");
  private static final Key<String> CLUSTER = CONDITIONS_KEYS.key("cluster", Form.TEXT);
  private static final Key<String> GENERATOR = CONDITIONS_KEYS.key("load-generator", Form.TEXT);
  private static final Key<Loop> LOOP = CONDITIONS_KEYS.key("loop", words(Loop.class));
  private static final Key<String> AT_RATE = CONDITIONS_KEYS.key("rate", Form.TEXT);
  private static final Key<String> DURATION = CONDITIONS_KEYS.key("duration", Form.TEXT);

  private static final Keys SYSTEM_KEYS = new Keys("a system");
  private static final Key<String> MESH =
      SYSTEM_KEYS.key(
          "mesh", Form.oneOf(Products.all().stream().map(it -> it.descriptor().key()).toList()));
  private static final Key<SortedMap<String, String>> CHOICES =
      SYSTEM_KEYS.key("with", Form.map(Form.TEXT));
  private static final Key<String> VERSION = SYSTEM_KEYS.key("version", Form.TEXT);

  private static final Keys GROUP_KEYS = new Keys("a group");
  private static final Key<String> GROUP_TITLE = GROUP_KEYS.key("title", Form.TEXT);
  private static final Key<Double> RATE = GROUP_KEYS.key("rate", Form.NUMBER);

  private static final Keys QUANTITY_KEYS = new Keys("a quantity");
  private static final Key<String> QUANTITY_TITLE = QUANTITY_KEYS.key("title", Form.TEXT);
  private static final Key<String> UNIT = QUANTITY_KEYS.key("unit", Form.TEXT);
  private static final Key<String> METRIC =
      QUANTITY_KEYS.key(
          "metric", Form.oneOf(Arrays.stream(Metric.values()).map(Metric::key).toList()));
  private static final Key<Kind> KIND = QUANTITY_KEYS.key("kind", words(Kind.class));
  private static final Key<Boolean> BETTER =
      QUANTITY_KEYS.key("better", Form.choice(Map.of("higher", true, "lower", false)));
  private static final Key<String> GROUP = QUANTITY_KEYS.key("group", Form.TEXT);

  private static final Keys TOP =
      Keys.of(
          "a study",
          ClaimsReader.SCORES,
          ClaimsReader.COMPOSITES,
          ClaimsReader.EFFICIENCY,
          ClaimsReader.PRODUCTS,
          ClaimsReader.QUOTIENTS,
          ClaimsReader.STATISTICS,
          ClaimsReader.HALF_WIDTHS,
          ClaimsReader.QUANTILES,
          ClaimsReader.CLAIMS);

  private static final Key<String> TITLE = TOP.key("title", Form.text("the title of the study"));
  private static final Key<String> CITATION =
      TOP.key("citation", Form.text("authors, year, title and where it was published"));
  private static final Key<String> DOI = TOP.key("doi", Form.text("a DOI"));
  private static final Key<String> DATA =
      TOP.key(
          "data",
          Form.matching(
                  "[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{0,99}",
                  "the name of a CSV file in the same folder")
              .advised("move the file next to the study's, and write its name"));
  private static final Key<Layout> LAYOUT = TOP.key("layout", words(Layout.class));
  private static final Key<Section> COLUMNS = TOP.key("columns", Form.section(COLUMNS_KEYS));
  private static final Key<Section> CONDITIONS =
      TOP.key("conditions", Form.section(CONDITIONS_KEYS));
  private static final Key<Mapping> SYSTEMS = TOP.key("systems", Form.MAPPING);
  private static final Key<String> REFERENCE =
      TOP.key("reference", Form.text("the name of a system"));
  private static final Key<Mapping> GROUPS = TOP.key("groups", Form.MAPPING);
  private static final Key<Mapping> QUANTITIES = TOP.key("quantities", Form.MAPPING);

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
    Map<String, SystemUnderTest> systems = named(top, SYSTEMS, SYSTEM_KEYS, StudyReader::system);
    Map<String, Quantity> quantities = named(top, QUANTITIES, QUANTITY_KEYS, this::quantity);
    Map<String, Group> groups = groups(top);
    String reference =
        top.get(REFERENCE, Form.oneOf(systems.keySet()))
            .orElse(systems.isEmpty() ? "" : systems.keySet().iterator().next());
    boolean figures = top.has(DATA) || !top.has(ClaimsReader.CLAIMS);
    String data = figures ? top.require(DATA).orElse("") : "";
    About about =
        new About(
            top.require(TITLE).orElse(""),
            top.require(CITATION).orElse(""),
            top.get(DOI),
            label,
            data.isEmpty() ? "" : label.substring(0, label.lastIndexOf('/') + 1) + data,
            conditions(below(top, CONDITIONS)));
    Claims claims =
        new ClaimsReader(systems.keySet(), groups.keySet(), quantities, problems).read(top);
    if (systems.isEmpty() || quantities.isEmpty() || (figures && data.isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        new Study(
            name,
            about,
            List.copyOf(systems.values()),
            reference,
            List.copyOf(quantities.values()),
            List.copyOf(groups.values()),
            figures ? values(top, about, data, systems.keySet(), groups.keySet()) : List.of(),
            claims));
  }

  private List<Value> values(
      Section top, About about, String data, Set<String> systems, Set<String> groups) {
    return new StudyData(
            file.resolveSibling(data),
            about.data(),
            new StudyData.Names(systems, groups, groupOf),
            top.get(LAYOUT, Layout.SYSTEMS),
            columns(below(top, COLUMNS)),
            problems)
        .read();
  }

  private static StudyData.Columns columns(Section section) {
    List<String> quantity = section.get(QUANTITY, List.of());
    return new StudyData.Columns(
        section.get(SYSTEM, "system"),
        quantity.isEmpty() ? List.of("metric") : quantity,
        section.get(RUN, "run"),
        section.get(VALUE, "value"),
        section.get(GROUPED_BY));
  }

  private static Conditions conditions(Section section) {
    return new Conditions(
        section.get(CLUSTER, ""),
        section.get(GENERATOR, ""),
        section.get(LOOP, Loop.UNKNOWN),
        section.get(AT_RATE, ""),
        section.get(DURATION, ""));
  }

  private static SystemUnderTest system(String key, Section section) {
    return new SystemUnderTest(
        key,
        section.get(MESH),
        section.get(CHOICES).orElseGet(TreeMap::new),
        section.get(VERSION, ""));
  }

  private Quantity quantity(String key, Section section) {
    Optional<Metric> metric = section.get(METRIC).flatMap(Metric::ofKey);
    Kind kind = section.get(KIND, Kind.VALUE);
    if (kind != Kind.CLAIMED) {
      groupOf.put(key, section.get(GROUP, ""));
    }
    return new Quantity(
        key,
        section.get(QUANTITY_TITLE, metric.map(Metric::title).orElse(key)),
        section.get(UNIT, ""),
        metric,
        kind,
        section.get(BETTER, kind == Kind.SCORE || metric.filter(Metric::moreIsBetter).isPresent()));
  }

  private Map<String, Group> groups(Section top) {
    Map<String, Group> groups = named(top, GROUPS, GROUP_KEYS, StudyReader::group);
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

  private static Group group(String key, Section section) {
    OptionalDouble rate = section.get(RATE).map(OptionalDouble::of).orElse(OptionalDouble.empty());
    return new Group(key, section.get(GROUP_TITLE, key), rate);
  }

  /** The entries below a key, each with keys of its own or with nothing. */
  private <T> Map<String, T> named(
      Section top, Key<Mapping> key, Keys keys, BiFunction<String, Section, T> read) {
    Form<Section> form = Form.section(keys);
    Map<String, T> found = new LinkedHashMap<>();
    top.entries(key)
        .forEach(
            (name, entry) ->
                form.read(
                        name,
                        entry.value() instanceof Empty
                            ? new Mapping(Map.of(), entry.key())
                            : entry.value(),
                        problems)
                    .ifPresent(it -> found.put(name, read.apply(name, it))));
    return found;
  }

  /** The section below a key, without entries if there is none. */
  private Section below(Section top, Key<Section> key) {
    return top.get(key)
        .orElseGet(
            () -> Section.of(new Mapping(Map.of(), top.place()), new Keys(key.name()), problems));
  }

  /** One of the constants of an enum, in lower case. */
  private static <T extends Enum<T>> Form<T> words(Class<T> type) {
    return Form.choice(
        Arrays.stream(type.getEnumConstants())
            .collect(Collectors.toMap(it -> it.name().toLowerCase(Locale.ROOT), it -> it)));
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
