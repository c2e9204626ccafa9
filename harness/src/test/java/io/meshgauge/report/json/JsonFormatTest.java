package io.meshgauge.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Session;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonFormatTest {
  private static final Path SCHEMA = Path.of("..", "reports", "report.schema.json");

  /** Fields with sentences for people; programs read all others. */
  private static final Set<String> SENTENCES =
      Set.of(
          "headline",
          "details",
          "words",
          "subject",
          "text",
          "notes",
          "unjudged",
          "unscoredBecause",
          "undefinedBecause");

  static Stream<String> samples() {
    return SampleReports.names().stream();
  }

  @Test
  void theSchemaIsThatOfTheRecords() throws IOException {
    String derived = ReportSchema.text();
    if (Boolean.getBoolean("report.schema.write")) {
      Files.writeString(SCHEMA, derived);
    }

    assertThat(Files.readString(SCHEMA))
        .as(
            "reports/report.schema.json; if the change of the format is meant, raise"
                + " ReportJson.FORMAT_VERSION unless fields were only added, and write the schema"
                + " with -Dtest=JsonFormatTest -Dreport.schema.write=true")
        .isEqualTo(derived);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyReportKeepsToTheSchema(String sample) throws IOException {
    assertThat(schema().validate(write(sample), InputFormat.JSON)).isEmpty();
  }

  @Test
  void reportOfTheShippedSessionKeepsToTheSchema(@TempDir Path folder) throws IOException {
    Path packed = SCHEMA.resolveSibling("sample").resolve("session.zip");
    Files.copy(packed, folder.resolve("session.zip"));
    RunArchive archive = RunArchive.open(folder);
    StringBuilder text = new StringBuilder();

    new JsonFormat()
        .write(
            Report.of(archive.read(), archive.attachment(ScoringRules.FILE, ScoringRules.class)),
            text);

    assertThat(schema().validate(text.toString(), InputFormat.JSON)).isEmpty();
  }

  @Test
  void theSchemaRefusesAFieldItDoesNotKnow() throws IOException {
    String more = write("four-way").replaceFirst("\\{", "{\"surprise\": 1,");

    assertThat(schema().validate(more, InputFormat.JSON)).hasSize(1);
  }

  @Test
  void aVoidRunIsListedWithItsRule() throws IOException {
    JsonNode report = JsonMapper.shared().readTree(write("troubled"));

    assertThat(report.get("runs"))
        .filteredOn(run -> run.get("outcome").asString().equals("void"))
        .singleElement()
        .satisfies(
            run ->
                assertThat(run.get("reasons").get(0).get("rule").asString()).isEqualTo("send-lag"));
  }

  @Test
  void onlySentencesFollowTheLanguage() throws IOException {
    Set<String> fields = new HashSet<>();
    for (Session session :
        List.of(
            SampleSessions.policies(),
            SampleSessions.troubled(),
            SampleReports.report("soak").session())) {
      JsonNode english = tree(session);
      Messages.use(Language.UKRAINIAN);
      try {
        different("", english, tree(session), fields);
      } finally {
        Messages.use(Language.ENGLISH);
      }
    }

    assertThat(fields).contains("headline", "words", "text").isSubsetOf(SENTENCES);
  }

  private static void different(String field, JsonNode one, JsonNode other, Set<String> found) {
    if (one.isObject()) {
      assertThat(other.propertyNames()).containsExactlyElementsOf(one.propertyNames());
      one.propertyNames().forEach(it -> different(it, one.get(it), other.get(it), found));
    } else if (one.isArray()) {
      assertThat(other).as(field).hasSameSizeAs(one);
      for (int i = 0; i < one.size(); i++) {
        different(field, one.get(i), other.get(i), found);
      }
    } else if (!one.equals(other)) {
      found.add(field);
    }
  }

  private static JsonNode tree(Session session) throws IOException {
    StringBuilder text = new StringBuilder();
    new JsonFormat().write(Report.of(session, SampleRules.rules()), text);
    return JsonMapper.shared().readTree(text.toString());
  }

  private static Schema schema() throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Files.readString(SCHEMA));
  }

  private static String write(String sample) throws IOException {
    StringBuilder text = new StringBuilder();
    new JsonFormat().write(SampleReports.report(sample), text);
    return text.toString();
  }
}
