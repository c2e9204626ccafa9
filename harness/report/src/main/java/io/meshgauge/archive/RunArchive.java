package io.meshgauge.archive;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The folder of one session, the only input of a report.
 *
 * <p>Each finished run is durable when {@link #store(Run)} returns, so a harness that dies loses
 * only the current trial.
 */
public final class RunArchive {
  static final String SESSION = "session.json";
  static final String TRIALS = "trials";
  static final String RUN = "run.json";
  static final String LOAD = "load";
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path folder;
  private final ChecksumFile checksums;

  private RunArchive(Path folder) {
    this.folder = folder;
    this.checksums = new ChecksumFile(folder);
  }

  /**
   * Creates the folder of a new session below {@code runs}.
   *
   * @param session with no runs yet
   * @throws ArchiveException if it cannot be written
   */
  public static RunArchive create(Path runs, Session session) {
    String name = session.experiment().name().replaceAll("[^A-Za-z0-9._-]+", "-");
    Path folder = runs.resolve(STAMP.format(session.started()) + "-" + name);
    try {
      Files.createDirectories(runs);
      for (int number = 2; Files.exists(folder); number++) {
        folder = runs.resolve(STAMP.format(session.started()) + "-" + name + "-" + number);
      }
      Files.createDirectory(folder);
    } catch (IOException e) {
      throw new ArchiveException(
          "no archive folder could be made in %s: %s; expected a folder that can be written: MESHGAUGE_RUNS=DIR names another one"
              .formatted(runs, e),
          e);
    }
    RunArchive archive = new RunArchive(folder);
    archive.store(session);
    return archive;
  }

  /**
   * The folder of an earlier session. A packed one ({@code NAME.zip}, or a folder with {@code
   * session.zip}) is unpacked next to its file; any other path is returned as it is.
   *
   * @throws ArchiveException if a packed session cannot be unpacked
   */
  public static Path folderOf(Path given) {
    return Files.isRegularFile(given.resolve(SESSION))
        ? given
        : PackedArchive.at(given).map(PackedArchive::unpacked).orElse(given);
  }

  /**
   * Opens the folder of an earlier session, or a packed one. Its path is made absolute because
   * processes that write into it have other working directories.
   *
   * @throws ArchiveException if it is not the folder of a session
   */
  public static RunArchive open(Path given) {
    Path folder = folderOf(given);
    if (!Files.isRegularFile(folder.resolve(SESSION))) {
      throw new ArchiveException(
          "%s has no %s; expected the folder of a run, such as reports/runs/<time>-<name>, or it as a .zip"
              .formatted(given, SESSION));
    }
    return new RunArchive(folder.toAbsolutePath().normalize());
  }

  public Path folder() {
    return folder;
  }

  /** The folder of one trial. */
  public Path folder(Trial trial) {
    return folder.resolve(TRIALS).resolve(trial.folder());
  }

  /** The folder with the load results of one trial, of one worker or of several. */
  public Path loadFolder(Trial trial) {
    return folder(trial).resolve(LOAD);
  }

  /** Writes the session without its runs, which are stored one by one. */
  public void store(Session session) {
    put(SESSION, session);
  }

  /**
   * Makes one run durable, with all files of its folder and their checksums. Nothing may be written
   * to the folder afterwards.
   */
  public void store(Run run) {
    Measurements.keep(folder(run.trial()), run);
    Json.write(folder(run.trial()).resolve(RUN), run);
    checksums.addRun(TRIALS + "/" + run.trial().folder());
  }

  /**
   * Writes the state of a run in progress, such as a soak. Its windows are already durable in
   * {@link SoakLog}. The folder of the run has no checksums until it is {@linkplain #store(Run)
   * stored}.
   */
  public void update(Run run) {
    Json.write(folder(run.trial()).resolve(RUN), run);
  }

  /** The stored evidence of a run in progress; empty before it begins. */
  public List<Evidence> observed(Trial trial) {
    Path file = folder(trial).resolve(RUN);
    return Files.isRegularFile(file) ? Json.read(file, Run.class).evidence() : List.of();
  }

  /** Stores additional text files of a trial, for example raw scrapes, by relative name. */
  public void keep(Trial trial, Map<String, String> files) {
    files.forEach(
        (name, text) -> {
          Path file = folder(trial).resolve(name);
          try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text, StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new ArchiveException("%s could not be written: %s".formatted(file, e), e);
          }
        });
  }

  /** Stores a value of another part of the harness as JSON, for example the scoring rules. */
  public void attach(String file, Object value) {
    put(file, value);
  }

  /** A file has no checksum while it is replaced, so that none is ever wrong. */
  private void put(String file, Object value) {
    checksums.remove(file);
    Json.write(folder.resolve(file), value);
    checksums.add(file);
  }

  /**
   * SHA-256 of the file of checksums, hexadecimal: it identifies the archive, whichever reports
   * were written into its folder since.
   *
   * @throws ArchiveException if there is none, because an older version wrote the archive
   */
  public String checksum() {
    Path file = folder.resolve(Checksums.FILE);
    try {
      return Checksums.sum(file, false);
    } catch (IOException e) {
      throw new ArchiveException(
          "%s could not be read: %s; expected the checksums that a run writes last"
              .formatted(file, e),
          e);
    }
  }

  /**
   * Reads a value stored by {@link #attach}.
   *
   * @throws ArchiveException if it is missing or not what was written
   */
  public <T> T attachment(String file, Class<T> type) {
    new SessionReader(folder).requireIntact(file);
    return Json.read(folder.resolve(file), type);
  }

  /**
   * Reads the session with every finished run. Files are compared with their checksums: a run with
   * a damaged or missing file is excluded, and {@link Session#integrity} names the file.
   *
   * @throws ArchiveException if the file of the session itself is damaged, with its name
   */
  public Session read() {
    return new SessionReader(folder).read();
  }
}
