package io.meshgauge.cli.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.meshgauge.archive.RunArchive;
import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.TokenCases;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.json.AcceptedJson;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.SessionArchives;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptedFileTest {
  private static final Path SCHEMA = Path.of("..", "reports", "accepted.schema.json");

  @TempDir static Path folder;
  private static AcceptedSessions accepted = new AcceptedSessions("steady", List.of());
  private static String text = "";

  @BeforeAll
  static void write() throws IOException {
    RunArchive archive = RunArchive.open(SessionArchives.write(folder.resolve("runs"), 1, "2", 1));
    SessionFigures figures = SessionFigures.of(archive.read(), "steady-1", archive.checksum());
    accepted = new AcceptedSessions("steady", List.of(figures));
    text = AcceptedJson.text(accepted);
  }

  @Test
  void whatIsWrittenKeepsToTheSchemaAndIsReadBack() throws IOException {
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA))
                .validate(text, InputFormat.JSON))
        .isEmpty();
    AcceptedSessions read = AcceptedFile.read(Files.writeString(folder.resolve("a.json"), text));

    assertThat(AcceptedJson.text(read)).isEqualTo(text);
    assertThat(read.latest().environment()).isEqualTo(accepted.latest().environment());
    assertThat(read.latest().load()).isEqualTo(accepted.latest().load());
    assertThat(read.latest().arms()).hasSize(3);
    assertThat(read.latest().ratio(read.latest().arms().get(1), Metric.RESPONSE_P50))
        .hasValueSatisfying(it -> assertThat(Math.exp(it.mean())).isBetween(1.9, 2.1));
  }

  @ParameterizedTest
  @CsvSource({
    "'\"meshgauge-accepted\"', '\"meshgauge-report\"', 'its format is \"meshgauge-report 1\"'",
    "'\"formatVersion\" : 1', '\"formatVersion\" : 2', 'a newer version'",
    "'\"response_p99\"', '\"response_p98\"', 'x.json:LINE:.*response_p98'",
    "'\"1\" : -?[\\d.]+', '\"1\" : \"fast\"', 'x.json:LINE:.*\"fast\"'",
    "'\"1\" : -?[\\d.]+', '\"1\" : 1e9', 'response_p50 of baseline in block 1 is 1.0E9'",
    "'\"1\" : -?[\\d.]+', '\"0\" : 1', 'in block 0'",
    "'\"started\" : ', '\"started\" : null, \"x\" :', 'x.json:LINE:.*started'",
    "'\"started\" : ', '\"begun\" : 1, \"started\" :', 'Unrecognized property \"begun\"'",
    "'\"plan\"[^\n]+\n', '', 'x.json:[\\d:]+.*plan'",
    "'\"choices\" : \\{', '\"choices\" : {\"a\" : null,', 'x.json:LINE:'",
    "'\"archive\" : \"', '\"archive\" : \"X', 'not a SHA-256'"
  })
  void damageIsNamedWithItsPlace(String written, String damaged, String message) {
    Matcher found = Pattern.compile(written).matcher(text);
    assertThat(found.find()).isTrue();
    long line = text.substring(0, found.start()).lines().count();
    String wrong = found.replaceFirst(damaged);

    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> read(wrong))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .containsPattern(message.replace("LINE", Long.toString(line)))
                    .contains("./meshgauge accept"));
  }

  @Test
  void sessionsOfTwoEnvironmentsAreRefused() {
    SessionFigures here = accepted.latest();
    String two =
        AcceptedJson.text(new AcceptedSessions("steady", List.of(here, here)))
            .replaceFirst("\"cpu.cores\" : \"2\"", "\"cpu.cores\" : \"8\"");

    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> read(two))
        .withMessageContaining("cpu.cores: 8 against 2");
  }

  @Test
  void aMissingFileSaysHowToMakeIt() {
    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> AcceptedFile.read(folder.resolve("none.json")))
        .withMessageContaining("./meshgauge accept reports/runs/... --as NAME");
  }

  @Test
  @Tag("fuzz")
  void hostileFilesAreRefusedOrRead() {
    Fuzz.of("accepted sessions", text)
        .words("&a ", "*a", "!!java.net.URL ", "[]", "{}", "\"", ",", "1e999", "NaN")
        .structured(
            2,
            new TokenCases(
                List.of(text),
                "0 -1 1e9 NaN [] {} '' baseline response_p50 started 2 null".split(" ")))
        .refuses(InvalidInputException.class, "")
        .messages(60_000)
        .run(bytes -> read(new String(bytes, StandardCharsets.UTF_8)));
  }

  private static void read(String json) {
    AcceptedJson.text(AcceptedFile.read(json, "accepted/x.json"));
  }
}
