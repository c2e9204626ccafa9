package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.study.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StudyVerbTest extends CommandCase {
  private static final int COLUMNS = 120;

  private Path home = Path.of("..");

  @Override
  Path home() {
    return home;
  }

  private int study(Path installed, String... arguments) {
    home = installed;
    String[] all = new String[arguments.length + 1];
    all[0] = "study";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return meshgauge(all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shulyak-savenko-2021 | 16.0 [15.7 16.4]",
        "shulyak-savenko-2021 | 1 recomputed: 0 follow, 1 do not, 0 cannot be computed.",
        "glavchev-2025-tools | ? 1.05 [0.986 1.11]",
        "glavchev-2025-tools | 6 recomputed: 2 follow, 1 do not, 3 cannot be computed.",
        "glavchev-2026-sidecar | floor 8000, ceiling 10000 req/s",
        "glavchev-2026-sidecar | sum to 1.2, not",
        "glavchev-2026-sidecar | 12 recomputed: 5 follow, 6 do not, 1 cannot be computed.",
        "irj-2025-istio-isolation | 44.9 (37.4)  < 0.001     13.9 [10.8 17.0]",
        "istio-2025-ambient | 0 within, 0 outside, 0 not decided, 11 without figures.",
        "glavchev-2025-tools | 0 within, 0 outside, 4 not decided, 6 without figures.",
        "irj-2025-istio-isolation | 0 within, 4 outside, 0 not decided, 0 without figures.",
        "shulyak-savenko-2021 | 184.17 to 188.54 ms, outside it",
        "irj-2025-istio-isolation | 20 recomputed: 9 follow, 10 do not, 1 cannot be computed."
      })
  void everyStudyIsAnalysedWithinTheWidthOfATerminal(String name, String line) {
    assertThat(study(Path.of(".."), name)).isZero();

    assertThat(out()).contains(line);
    assertThat(out().lines()).allMatch(it -> it.length() <= COLUMNS);
  }

  @Test
  void anAnalysisIsInTheLanguageThatIsAskedFor() {
    assertThat(study(Path.of(".."), "glavchev-2026-sidecar", "--language=uk")).isZero();

    assertThat(out()).contains("нижня межа 8000, верхня межа 10000 req/s");
    assertThat(out().lines()).allMatch(it -> it.length() <= COLUMNS);

    assertThat(study(Path.of(".."), "glavchev-2026-sidecar")).isZero();
    assertThat(out()).contains("floor 8000, ceiling 10000 req/s");
  }

  @Test
  void theListIsJsonToo() {
    assertThat(study(Path.of(".."), "--list", "--json")).isZero();

    JsonNode studies = new JsonMapper().readTree(out()).get("studies");
    assertThat(studies).hasSameSizeAs(StudyFile.names(Path.of("..")));
    assertThat(studies)
        .allMatch(it -> !it.get("systems").isEmpty())
        .filteredOn(it -> it.get("figures").asInt() == 0)
        .singleElement()
        .extracting(it -> it.get("name").asString())
        .isEqualTo("istio-2025-ambient");
  }

  @Test
  void listNamesEveryStudyWithItsCitation() {
    assertThat(study(Path.of(".."), "--list")).isZero();

    assertThat(out())
        .contains(
            "irj-2025-istio-isolation\n",
            "doi 10.60797/IRJ.2025.162.128",
            "istio-2025-ambient\n",
            "(no figures, 11 claims)",
            "14 figures of 7 quantities for baseline and istio (means and standard deviations)");
  }

  @Test
  void jsonIsADocument() {
    assertThat(study(Path.of(".."), "glavchev-2026-sidecar", "--json")).isZero();

    assertThat(out()).startsWith("{\n  \"format\" : \"meshgauge-study\"").endsWith("}\n");
  }

  @Test
  void brokenRowsAreBadInputWithTheirLines() throws IOException {
    Path file = folder.resolve("own.yaml");
    Files.writeString(
        file,
        "title: A study\ncitation: Someone (2026)\ndata: own.csv\nsystems: {istio: }\nquantities: {p99: }\n");
    Files.writeString(folder.resolve("own.csv"), "system,p99\nistio,12\nlinkerd,x\nistio\n");

    assertThat(study(folder, file.toString())).isEqualTo(ExitCode.BAD_INPUT.code());

    assertThat(err())
        .contains(
            "3 problems",
            "own.csv:3:1: an unknown system \"linkerd\"",
            "own.csv:3:1: p99 is \"x\"",
            "own.csv:4:1: the row has 1 fields");
    assertThat(out()).isEmpty();
  }

  @Test
  void withoutANameThoseThatExistAreNamed() {
    assertThat(study(Path.of(".."))).isEqualTo(ExitCode.BAD_INPUT.code());

    assertThat(err()).contains("study needs a name", "shulyak-savenko-2021");
  }

  @Test
  void anInstallationWithoutStudiesSaysSo() {
    assertThat(study(folder, "--list")).isZero();

    assertThat(out()).isEqualTo("There is no study in reports/published.\n");
  }
}
