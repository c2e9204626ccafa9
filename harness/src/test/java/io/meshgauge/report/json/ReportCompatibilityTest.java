package io.meshgauge.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Programs that read report.json of one format version read every later one of it: fields are only
 * added. {@code report-3.json} is the report of a session that was measured when {@code
 * report-3.schema.json} was the schema.
 */
class ReportCompatibilityTest {
  private static final String FILE = "report-%d.".formatted(ReportJson.FORMAT_VERSION);

  /** Keywords of a schema that say nothing about values. */
  private static final Set<String> WORDS = Set.of("description", "title");

  @Test
  void anArchivedReportKeepsToTodaysSchema() throws IOException {
    String report = resource(FILE + "json");

    assertThat(problems(today(), report)).isEmpty();
    assertThat(problems(resource(FILE + "schema.json"), report)).as("it is of that time").isEmpty();
    assertThat(problems(today(), report.replaceFirst("\"outcome\"", "\"result\""))).isNotEmpty();
  }

  @Test
  void todaysSchemaOnlyAddsToTheEarlierOne() throws IOException {
    JsonNode earlier = JsonMapper.shared().readTree(resource(FILE + "schema.json"));

    assertThat(lost(earlier, JsonMapper.shared().readTree(today())))
        .as(
            "gone, or of another type, since an earlier schema of this version; raise"
                + " ReportJson.FORMAT_VERSION, and archive a report and the schema of the new one")
        .isEmpty();
  }

  @Test
  void whatIsRemovedRetypedOrNoLongerRequiredIsFound() throws IOException {
    JsonNode earlier = JsonMapper.shared().readTree(resource(FILE + "schema.json"));
    ObjectNode changed = earlier.deepCopy().asObject();
    changed.withObject("/properties").remove("verdict");
    changed.withObject("/properties/version").put("type", "integer");
    changed.withObject("/properties").putObject("addition").put("type", "string");
    changed.withArray("/required").remove(0);

    assertThat(lost(earlier, changed))
        .containsExactlyInAnyOrder(
            "/properties/verdict", "/properties/version/type: \"string\"", "/required: \"format\"");
  }

  /** What a schema says of values and another one does not, by its place. */
  private static List<String> lost(JsonNode earlier, JsonNode later) {
    List<String> lost = new ArrayList<>();
    lost("", earlier, later, lost);
    return lost;
  }

  private static void lost(String path, JsonNode earlier, JsonNode later, List<String> lost) {
    for (String key : earlier.propertyNames()) {
      String place = path + "/" + key;
      boolean named = path.endsWith("/properties") || path.endsWith("/$defs");
      JsonNode before = earlier.get(key);
      JsonNode now = later.path(key);
      if (!named && WORDS.contains(key)) {
        continue;
      }
      if (now.isMissingNode()) {
        lost.add(place);
      } else if (before.isObject()) {
        lost(place, before, now, lost);
      } else if (before.isArray()) {
        Set<String> values = new TreeSet<>();
        now.forEach(value -> values.add(value.toString()));
        before.forEach(
            value -> {
              if (!values.contains(value.toString())) {
                lost.add("%s: %s".formatted(place, value));
              }
            });
      } else if (!before.equals(now)) {
        lost.add("%s: %s".formatted(place, before));
      }
    }
  }

  private static List<String> problems(String schema, String document) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(schema)
        .validate(document, InputFormat.JSON)
        .stream()
        .map(Object::toString)
        .toList();
  }

  private static String today() throws IOException {
    return Files.readString(Path.of("..", "reports", "report.schema.json"));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReportCompatibilityTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
