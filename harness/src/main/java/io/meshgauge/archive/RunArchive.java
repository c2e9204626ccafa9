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
 * The folder of one session: everything a report is made from.
 *
 * <p>Each finished run is durable when {@link #store(Run)} returns, so a harness that dies loses
 * the trial it was in and nothing else.
 */
public final class RunArchive {
  static final String SESSION = "session.json";
  static final String TRIALS = "trials";
  static final String RUN = "run.json";
  static final String LOAD = "load";
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path folder;
  private final ChecksumFile seal;

  private RunArchive(Path folder) {
    this.folder = folder;
    this.seal = new ChecksumFile(folder);
  }

  /**
   * Creates the folder of a new session beneath {@code runs}.
   *
   * @param session with no runs yet
   * @throws ArchiveException when it cannot be written
   */
  public static RunArchive create(Path runs, Session session) {
    String name = session.experiment().name().replaceAll("[^A-Za-z0-9._-]+", "-");
    Path folder = runs.resolve(STAMP.format(session.started()) + "-" + name);
    try {
      Files.createDirectories(runs);
      for (int again = 2; Files.exists(folder); again++) {
        folder = runs.resolve(STAMP.format(session.started()) + "-" + name + "-" + again);
      }
      Files.createDirectory(folder);
    } catch (IOException e) {
      throw new ArchiveException("no archive folder could be made in %s: %s".formatted(runs, e), e);
    }
    RunArchive archive = new RunArchive(folder);
    archive.store(session);
    return archive;
  }

  /**
   * Opens the folder of an earlier session. Its path is absolute from here on: processes that write
   * into it have working directories of their own.
   *
   * @throws ArchiveException when it is none
   */
  public static RunArchive open(Path folder) {
    if (!Files.isRegularFile(folder.resolve(SESSION))) {
      throw new ArchiveException(
          "%s holds no %s; expected the folder of a run, such as reports/runs/<time>-<name>"
              .formatted(folder, SESSION));
    }
    return new RunArchive(folder.toAbsolutePath().normalize());
  }

  /** The folder itself. */
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

  /** Writes what is known of the session itself; its runs are stored one by one. */
  public void store(Session session) {
    put(SESSION, StoredSession.of(session));
  }

  /**
   * Makes one run durable, with every file of its folder and their checksums: nothing may be
   * written there afterwards.
   */
  public void store(Run run) {
    Json.write(folder(run.trial()).resolve(RUN), StoredRun.of(run));
    seal.run(TRIALS + "/" + run.trial().folder());
  }

  /**
   * Writes down how far a run has come that goes on, such as a soak. Its windows are durable in
   * {@link SoakLog} by themselves. The run's folder has no checksums until it is {@linkplain
   * #store(Run) stored}.
   */
  public void update(Run run) {
    Json.write(folder(run.trial()).resolve(RUN), StoredRun.of(run));
  }

  /** What is written down of the promises of a run that goes on; nothing before it has begun. */
  public List<Evidence> observed(Trial trial) {
    Path file = folder(trial).resolve(RUN);
    return Files.isRegularFile(file) ? Json.read(file, StoredRun.class).evidence() : List.of();
  }

  /** Keeps further text files of a trial, for example raw scrapes, by relative name. */
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

  /** Keeps a value of another part of the harness as JSON, for example the rules of scoring. */
  public void attach(String file, Object value) {
    put(file, value);
  }

  /** While a file of the session is replaced it has no checksum, so that none is ever wrong. */
  private void put(String file, Object value) {
    seal.open(file);
    Json.write(folder.resolve(file), value);
    seal.close(file);
  }

  /**
   * Reads back what {@link #attach} kept.
   *
   * @throws ArchiveException when it is missing, or is not what was written
   */
  public <T> T attachment(String file, Class<T> type) {
    new SessionReader(folder).requireIntact(file);
    return Json.read(folder.resolve(file), type);
  }

  /**
   * Reads the session with every run that was finished. Files are compared with their checksums: a
   * run with a damaged or missing file is left out, and {@link Session#integrity} names the file.
   *
   * @throws ArchiveException when the session's own file is damaged, with the file's name
   */
  public Session read() {
    return new SessionReader(folder).read();
  }
}
