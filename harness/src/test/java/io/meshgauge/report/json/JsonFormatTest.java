package io.meshgauge.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.meshgauge.report.SampleReports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonFormatTest {
  private static final Path SCHEMA = Path.of("..", "reports", "report.schema.json");

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
  void theCommittedSampleKeepsToTheSchema() throws IOException {
    String committed = Files.readString(SCHEMA.resolveSibling("sample").resolve("report.json"));

    assertThat(schema().validate(committed, InputFormat.JSON)).isEmpty();
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
