package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Integrity;
import io.meshgauge.experiment.Integrity.Damage;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.SampleSession;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An archive of three runs with one damaged file. */
class DamagedArchiveTest {
  private static final Plan PLAN = new Plan("steady", Duration.ofSeconds(10), new TreeMap<>());
  private static final String SECOND = "002-baseline-steady-r2";

  @TempDir Path runs;
  private RunArchive archive;
  private Path second;

  @BeforeEach
  void write() throws IOException {
    archive = RunArchive.create(runs, session());
    archive.attach("scoring.json", List.of("equal"));
    Files.createDirectories(archive.folder().resolve("calibration"));
    Files.writeString(archive.folder().resolve("calibration/worker.json"), "{}");
    for (int i = 1; i <= 3; i++) {
      Trial trial = new Trial(i, i, Variant.plain("baseline"), PLAN);
      Files.createDirectories(archive.loadFolder(trial));
      WorkerFiles.leave(archive.loadFolder(trial));
      archive.keep(trial, Map.of("logs/order.log", "started\n"));
      archive.store(run(trial));
    }
    second = archive.folder().resolve("trials").resolve(SECOND);
  }

  @Test
  void completeArchiveIsCheckedAndIntact() {
    Session read = RunArchive.open(archive.folder()).read();

    assertThat(read.integrity()).isEqualTo(Integrity.INTACT);
    assertThat(read.runs()).hasSize(3);
  }

  @Test
  void everyFileHasAChecksum() throws IOException {
    Checksums all = Checksums.in(archive.folder()).orElseThrow();
    Checksums run = Checksums.in(second).orElseThrow();

    assertThat(all.sums().keySet())
        .contains("session.json", "scoring.json", "calibration/worker.json")
        .contains("trials/" + SECOND + "/SHA256SUMS");
    assertThat(run.sums().keySet())
        .containsExactly(
            "load/firstbyte.hlog",
            "load/response.hlog",
            "load/sendlag.hlog",
            "load/service.hlog",
            "load/worker.json",
            "logs/order.log",
            "run.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run.json",
        "SHA256SUMS",
        "logs/order.log",
        "load/worker.json",
        "load/response.hlog",
        "load/service.hlog",
        "load/firstbyte.hlog",
        "load/sendlag.hlog"
      })
  void flippedBitExcludesOnlyItsRun(String file) throws IOException {
    byte[] bytes = Files.readAllBytes(second.resolve(file));
    bytes[bytes.length / 2] ^= 1;
    Files.write(second.resolve(file), bytes);

    assertOnlyTheSecondIsExcluded(file, "is damaged");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run.json", "SHA256SUMS", "logs/order.log", "load/firstbyte.hlog"})
  void missingFileExcludesOnlyItsRun(String file) throws IOException {
    Files.delete(second.resolve(file));

    assertOnlyTheSecondIsExcluded(file, "it is missing");
  }

  @Test
  void addedFileIsReported() throws IOException {
    Files.createDirectories(second.resolve("load/worker-1"));
    Files.writeString(second.resolve("load/worker-1/worker.json"), "{}");

    assertOnlyTheSecondIsExcluded("load/worker-1/worker.json", "it has no checksum");
  }

  @Test
  void deletedRunIsDistinguishedFromOneThatNeverRan() throws IOException {
    try (Stream<Path> files = Files.walk(second)) {
      files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
    }

    Session read = assertOnlyTheSecondIsExcluded("SHA256SUMS", "it is missing");

    assertThat(read.neverRan()).isEqualTo(1);
    assertThat(read.executed()).isEqualTo(2);
  }

  @Test
  void damagedSessionFileFailsTheRead() throws IOException {
    Files.writeString(archive.folder().resolve("session.json"), " ", StandardOpenOption.APPEND);

    assertThatThrownBy(archive::read)
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("session.json cannot be used: it is damaged: its SHA-256 is ")
        .hasMessageContaining("take it from a copy");
  }

  @Test
  void damagedScoringRulesAreNamedAndNotUsed() throws IOException {
    Files.writeString(archive.folder().resolve("scoring.json"), "[\"other\"]");

    assertThatThrownBy(() -> archive.attachment("scoring.json", List.class))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("scoring.json cannot be used");
    assertThat(archive.read().integrity().damage())
        .singleElement()
        .satisfies(it -> assertThat(it.file()).isEqualTo("scoring.json"))
        .satisfies(it -> assertThat(it.run()).isEmpty());
  }

  @Test
  void archiveWithoutChecksumsIsReadAsUnchecked() throws IOException {
    try (Stream<Path> files = Files.walk(archive.folder())) {
      files
          .filter(file -> file.endsWith(Checksums.FILE))
          .forEach(file -> assertThat(file.toFile().delete()).isTrue());
    }

    Session read = archive.read();

    assertThat(read.runs()).hasSize(3);
    assertThat(read.integrity()).isEqualTo(new Integrity(false, List.of()));
  }

  @Test
  void damagedSessionChecksumsKeepThoseOfTheRuns() throws IOException {
    Files.writeString(archive.folder().resolve(Checksums.FILE), "\0\0\0");
    Files.writeString(second.resolve("logs/order.log"), "other");

    Session read = archive.read();

    assertThat(read.runs()).hasSize(2);
    assertThat(read.integrity().checked()).isFalse();
    assertThat(read.integrity().damage())
        .extracting(Damage::file)
        .containsExactly("SHA256SUMS", "trials/" + SECOND + "/logs/order.log");
  }

  /** A harness that dies between two writes leaves no file that looks damaged. */
  @Test
  void replacedSessionNeverContradictsItsChecksum() throws IOException {
    ChecksumFile checksums = new ChecksumFile(archive.folder());
    Path file = archive.folder().resolve("session.json");
    byte[] fresh =
        Files.readString(file).replace("\"1.0\"", "\"1.1\"").getBytes(StandardCharsets.UTF_8);

    checksums.remove("session.json");
    assertThat(archive.read().version()).isEqualTo("1.0");
    DurableFile.write(file, fresh);
    assertThat(archive.read().version()).isEqualTo("1.1");
    assertThat(archive.read().integrity().checked()).isFalse();
    checksums.add("session.json");
    assertThat(archive.read().integrity()).isEqualTo(Integrity.INTACT);
  }

  @Test
  void runWithoutChecksumsIsNotARun() throws IOException {
    Trial trial = new Trial(4, 4, Variant.plain("baseline"), PLAN);
    Json.write(archive.folder(trial).resolve("run.json"), run(trial));

    Session read = archive.read();

    assertThat(read.runs()).hasSize(3);
    assertThat(read.integrity().damage())
        .singleElement()
        .satisfies(it -> assertThat(it.problem()).contains("cut short while it was stored"));
  }

  private Session assertOnlyTheSecondIsExcluded(String file, String words) {
    Session read = RunArchive.open(archive.folder()).read();
    assertThat(read.runs()).extracting(run -> run.trial().position()).containsExactly(1, 3);
    assertThat(read.integrity().checked()).isTrue();
    assertThat(read.integrity().damage())
        .isNotEmpty()
        .allSatisfy(it -> assertThat(it.run()).hasValue(SECOND))
        .anySatisfy(it -> assertThat(it.file()).isEqualTo("trials/" + SECOND + "/" + file))
        .anySatisfy(it -> assertThat(it.problem()).contains(words));
    return read;
  }

  private static Session session() {
    return SampleSession.of(SampleSession.experiment(4, PLAN, Variant.plain("baseline")));
  }

  private static Run run(Trial trial) {
    return new Run(
        trial,
        Outcome.VALID,
        List.of(),
        new Run.Setup(Fidelity.REAL, new Environment(new TreeMap<>()), new TreeMap<>()),
        List.of(),
        Run.Observations.NONE,
        Run.Results.NONE);
  }
}
