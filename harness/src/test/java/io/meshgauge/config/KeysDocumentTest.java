package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import io.meshgauge.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tables of keys and the JSON schema are those of the declared keys and of the defaults and
 * comments of the reference. With {@code -Dgolden.write=true} the test writes them.
 */
class KeysDocumentTest {
  private static final Path DOCS = Path.of(System.getProperty("meshgauge.home", ".."), "docs");
  private static final Path SCHEMA = DOCS.resolve("experiment.schema.json");
  private static final Path APPLICATION = DOCS.resolve("application.schema.json");
  private static final Path DOCUMENT = DOCS.resolve("experiment-file.md");
  private static final String BEGIN = "<!-- Written by KeysDocumentTest. -->\n\n";
  private static final String END = "<!-- End of what it writes. -->\n";
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  /** The sections with tables, by their path in the reference. */
  private static final Map<String, Keys> SECTIONS =
      Map.of(
          "", ExperimentReader.KEYS,
          "kubernetes", ClusterReader.KEYS,
          "sweep", SweepReader.KEYS,
          "variants", VariantsReader.KEYS,
          "plans", PlanKeys.KEYS,
          "protocol", ProtocolReader.KEYS,
          "stop", StopReader.KEYS,
          "scoring", ScoringReader.KEYS);

  private final List<String> lines = Configuration.reference().lines().toList();
  private final Value.Mapping reference =
      new YamlReader("reference.yaml", Configuration.FORMAT, new Problems())
          .read(Configuration.reference())
          .orElseThrow();

  @Test
  void theTablesHaveEveryKeyWithItsDefault() throws IOException {
    String text = Files.readString(DOCUMENT);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    String written = text.substring(0, begin) + tables() + text.substring(text.indexOf(END));

    assertThat(golden(DOCUMENT, written)).isEqualTo(written);
  }

  @Test
  void theSchemaHasEveryKey() throws IOException {
    ObjectNode schema = MAPPER.valueToTree(ExperimentReader.KEYS.schema());
    describe(schema, reference);
    String written = schema(schema, "Meshgauge experiment");

    assertThat(golden(SCHEMA, written)).isEqualTo(written);
  }

  @Test
  void theSchemaOfApplicationsHasEveryKey() throws IOException {
    String written = schema(MAPPER.valueToTree(ApplicationFile.KEYS.schema()), "Application");

    assertThat(golden(APPLICATION, written)).isEqualTo(written);
  }

  private static String schema(ObjectNode schema, String title) {
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", title);
    return compact(schema, "") + "\n";
  }

  @Test
  void everyCommandLineOptionIsNamed() {
    assertThat(Overrides.names())
        .allSatisfy(name -> assertThat(Configuration.reference()).contains("-D" + name));
  }

  @Test
  void limitsOfBenefitsAreShownInAComment() {
    assertThat(Configuration.reference()).contains("throughput: {floor:").contains("ceiling:");
  }

  @Test
  void defaultScoringCoversLatencyErrorsCpuAndMemory() {
    Value.Mapping criteria =
        (Value.Mapping) section("scoring").orElseThrow().values().get("criteria");

    assertThat(criteria.entries().keySet())
        .containsExactly(
            "response_p50", "response_p99", "error_ratio", "cpu_system", "memory_system");
  }

  static Stream<Path> files() throws IOException {
    return Stream.concat(
        ShippedExperimentsTest.experiments().stream(),
        Stream.of(
                "soak.yaml", "study-scores.yaml", "sweep.yaml", "tail.yaml", "cart/experiment.yaml")
            .map(DOCS.resolveSibling("examples")::resolve));
  }

  @ParameterizedTest
  @MethodSource("files")
  void filesThatAreReadKeepToTheSchema(Path file) throws IOException {
    assertThat(violations(SCHEMA, Files.readString(file))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sample-services", "examples/cart", "examples/fortio"})
  void applicationsKeepToTheirSchema(String folder) throws IOException {
    Path file = DOCS.resolveSibling(folder).resolve("application.yaml");

    assertThat(violations(APPLICATION, Files.readString(file))).isEmpty();
  }

  @Test
  void theReferenceKeepsToTheSchema() throws IOException {
    assertThat(violations(SCHEMA, Configuration.reference())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "protocl: {}",
        "platform: locl",
        "protocol: {rate: fast}",
        "protocol: {replicates: 0}",
        "plans: [{name: stress, duration: 20}]",
        "slos: {memory_system: 64Mib}",
        "scoring: {criteria: {response_p99: {floor: 1ms}}}",
      })
  void whatIsRefusedViolatesTheSchema(String text) throws IOException {
    assertThat(violations(SCHEMA, text)).isNotEmpty();
  }

  private static List<?> violations(Path schema, String text) throws IOException {
    Object tree = new Load(LoadSettings.builder().build()).loadFromString(text);
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Files.readString(schema))
        .validate(MAPPER.writeValueAsString(tree), InputFormat.JSON);
  }

  private static String golden(Path file, String written) throws IOException {
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(file, written);
    }
    return Files.readString(file);
  }

  private String tables() {
    StringBuilder text = new StringBuilder();
    ExperimentReader.KEYS.names().stream()
        .filter(name -> SECTIONS.containsKey(name))
        .forEach(
            name ->
                table(
                    text, "`%s`".formatted(name), SECTIONS.get(name), section(name).orElseThrow()));
    StringBuilder top = new StringBuilder();
    table(top, "The file", ExperimentReader.KEYS, reference);
    return top.append(text).toString();
  }

  private void table(StringBuilder text, String title, Keys keys, Value.Mapping section) {
    text.append(
        "### %s%n%n| key | value | default | what it does |%n|---|---|---|---|%n".formatted(title));
    for (Key<?> key : keys.all()) {
      Value.Entry entry = section.entries().get(key.name());
      assertThat(entry).as(key.name()).isNotNull();
      assertThat(comment(entry)).as(key.name()).isNotEmpty();
      text.append(
          "| `%s` | %s | %s | %s |%n"
              .formatted(
                  key.name(),
                  key.form().expected().replaceFirst("keys with values: .*", "keys with values"),
                  entry.value() instanceof Value.Scalar scalar ? "`" + scalar.text() + "`" : "",
                  comment(entry)));
    }
    text.append('\n');
  }

  private Optional<Value.Mapping> section(String name) {
    Value value = reference.values().get(name);
    return Optional.ofNullable(value instanceof Value.Sequence list ? list.items().get(0) : value)
        .filter(Value.Mapping.class::isInstance)
        .map(Value.Mapping.class::cast);
  }

  /** Adds the comments of the reference to the properties of a schema. */
  private void describe(JsonNode schema, Value value) {
    Value first = value instanceof Value.Sequence list ? list.items().get(0) : value;
    schema.path("anyOf").forEach(it -> describe(it, first));
    if (!schema.path("items").isMissingNode()) {
      describe(schema.path("items"), first);
    }
    if (first instanceof Value.Mapping mapping
        && schema.path("properties") instanceof ObjectNode properties) {
      mapping
          .entries()
          .forEach(
              (key, entry) -> {
                if (properties.get(key) instanceof ObjectNode property) {
                  describe(property, entry.value());
                  property.put("description", comment(entry));
                }
              });
    }
  }

  /** The comment on the line of a key, or else the one above it. */
  private String comment(Value.Entry entry) {
    int line = entry.key().line() - 1;
    String inline = lines.get(line).replaceFirst("^[^#]*#?", "").strip();
    if (!inline.isEmpty()) {
      return inline;
    }
    int begin = line;
    while (lines.get(begin - 1).strip().startsWith("#")) {
      begin--;
    }
    return lines.subList(begin, line).stream()
        .map(it -> it.strip().replaceFirst("^#\\s*", ""))
        .collect(Collectors.joining(" "));
  }

  /** JSON with what fits into a line on one line. */
  private static String compact(JsonNode node, String indent) {
    String flat = MAPPER.writeValueAsString(node);
    if (!node.isContainer() || indent.length() + flat.length() <= 100) {
      return flat;
    }
    String inner = indent + "  ";
    Stream<String> parts =
        node.isObject()
            ? node.propertyStream()
                .map(
                    it ->
                        MAPPER.writeValueAsString(it.getKey())
                            + ": "
                            + compact(it.getValue(), inner))
            : node.valueStream().map(it -> compact(it, inner));
    return parts.collect(
        Collectors.joining(
            ",\n" + inner,
            (node.isObject() ? "{" : "[") + "\n" + inner,
            "\n" + indent + (node.isObject() ? "}" : "]")));
  }
}
