package io.meshgauge.config.study;

import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.TokenCases;
import io.meshgauge.report.console.StudyText;
import io.meshgauge.report.json.StudyJsonFormat;
import io.meshgauge.study.Study;
import io.meshgauge.study.StudyAnalysis;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Problems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hostile descriptions and figures of studies: refused, or analysed. */
@Tag("fuzz")
class StudyFuzzTest {
  private static final Path PUBLISHED = Path.of("..").resolve(StudyFile.FOLDER);

  private static final String[] WORDS =
      "&a |*a|!!java.net.URL |[]|{}|- |: |'|\"|,|---~|? |kind: count~|~|,,,|1e999"
          .replace('~', '\n')
          .split("\\|");

  private static final String[] VALUES =
      "0 -1 1e9 999999999999999 0.000000000000001 NaN [] {} '' \" , baseline istio value count score change added systems replicates quantities"
          .split(" ");

  /** All problems of a description and of twenty rows, each with the names that exist. */
  private static final int MESSAGE = 30_000;

  @TempDir Path folder;

  private void read(String yaml, Path file) {
    Problems problems = new Problems();
    Study study = StudyFile.read(yaml, file, "own.yaml", problems).orElse(null);
    problems.refuseIfAny();
    if (study != null) {
      StudyAnalysis analysis = StudyAnalysis.of(study);
      StudyText.of(analysis);
      StudyJsonFormat.text(analysis);
    }
  }

  @Test
  void descriptions() throws IOException {
    String summaries = Files.readString(PUBLISHED.resolve("irj-2025-istio-isolation.yaml"));
    String scores = Files.readString(PUBLISHED.resolve("glavchev-2026-sidecar.yaml"));

    Fuzz.of("study YAML", summaries, scores)
        .words(WORDS)
        .structured(2, new TokenCases(List.of(summaries, scores), VALUES))
        .refuses(InvalidInputException.class, "")
        .messages(MESSAGE)
        .run(
            text -> read(new String(text, StandardCharsets.UTF_8), PUBLISHED.resolve("some.yaml")));
  }

  @Test
  void figures() throws IOException {
    String yaml = Files.readString(PUBLISHED.resolve("irj-2025-istio-isolation.yaml"));
    String csv = Files.readString(PUBLISHED.resolve("irj-2025-istio-isolation.csv"));
    Path data = folder.resolve("irj-2025-istio-isolation.csv");

    Fuzz.of("study CSV", csv)
        .words(WORDS)
        .structured(2, new TokenCases(List.of(csv), VALUES))
        .refuses(InvalidInputException.class, "irj-2025-istio-isolation.csv")
        .messages(MESSAGE)
        .run(
            text -> {
              Files.write(data, text);
              read(yaml, folder.resolve("some.yaml"));
            });
  }
}
