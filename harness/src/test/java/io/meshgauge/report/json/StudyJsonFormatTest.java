package io.meshgauge.report.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.meshgauge.config.study.StudyFile;
import io.meshgauge.study.StudyAnalysis;
import io.meshgauge.study.StudyContrast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StudyJsonFormatTest {
  private static final Path SCHEMA = Path.of("..", "reports", "study.schema.json");

  static List<String> studies() {
    return StudyFile.names(Path.of(".."));
  }

  @Test
  void theSchemaIsThatOfTheRecords() throws IOException {
    String derived = ReportSchema.ofStudies();
    if (Boolean.getBoolean("report.schema.write")) {
      Files.writeString(SCHEMA, derived);
    }

    assertThat(Files.readString(SCHEMA))
        .as(
            "reports/study.schema.json; write it with -Dtest=StudyJsonFormatTest"
                + " -Dreport.schema.write=true")
        .isEqualTo(derived);
  }

  @ParameterizedTest
  @MethodSource("studies")
  void everyStudyKeepsToTheSchemaAndReadsBackUnrounded(String name) throws IOException {
    StudyAnalysis analysis = StudyAnalysis.of(StudyFile.read(Path.of(".."), name));
    String text = StudyJsonFormat.text(analysis);

    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA))
                .validate(text, InputFormat.JSON))
        .isEmpty();
    JsonNode document = JsonMapper.shared().readTree(text);
    assertThat(document.get("values")).hasSameSizeAs(analysis.study().values());
    assertThat(document.get("recomputations")).hasSameSizeAs(analysis.recomputations());
    for (int i = 0; i < analysis.contrasts().size(); i++) {
      StudyContrast contrast = analysis.contrasts().get(i);
      JsonNode read = document.get("contrasts").get(i);
      assertThat(read.get("ratio").asDouble())
          .isCloseTo(contrast.ratio().orElseThrow(), within(0.0));
      assertThat(read.has("interval")).isEqualTo(contrast.interval().isPresent());
      assertThat(read.has("welch")).isEqualTo(contrast.tests().isPresent());
    }
  }
}
