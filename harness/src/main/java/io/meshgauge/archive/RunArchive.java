package io.meshgauge.archive;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.StreamResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The folder of one session: everything a report is made from.
 *
 * <p>Each finished run is durable when {@link #store(Run)} returns, so a harness that dies loses
 * the trial it was in and nothing else.
 */
public final class RunArchive {
  private static final String SESSION = "session.json";
  private static final String TRIALS = "trials";
  private static final String RUN = "run.json";
  private static final String LOAD = "load";
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path folder;

  private RunArchive(Path folder) {
    this.folder = folder;
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
   * Opens the folder of an earlier session.
   *
   * @throws ArchiveException when it is none
   */
  public static RunArchive open(Path folder) {
    if (!Files.isRegularFile(folder.resolve(SESSION))) {
      throw new ArchiveException(
          "%s holds no %s; expected the folder of a run, such as reports/runs/<time>-<name>"
              .formatted(folder, SESSION));
    }
    return new RunArchive(folder);
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
    Json.write(folder.resolve(SESSION), StoredSession.of(session));
  }

  /** Makes one run durable. */
  public void store(Run run) {
    Json.write(folder(run.trial()).resolve(RUN), StoredRun.of(run));
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
    Json.write(folder.resolve(file), value);
  }

  /** Reads back what {@link #attach} kept. */
  public <T> T attachment(String file, Class<T> type) {
    return Json.read(folder.resolve(file), type);
  }

  /**
   * Reads the session with every run that was finished.
   *
   * @throws ArchiveException when a file is damaged, with the file's name
   */
  public Session read() {
    List<Run> runs = new ArrayList<>();
    for (Path trial : trials()) {
      StoredRun stored = Json.read(trial.resolve(RUN), StoredRun.class);
      LoadResult load =
          LoadResults.in(trial.resolve(LOAD)) ? LoadResults.read(trial.resolve(LOAD)) : null;
      StreamResult stream =
          StreamResults.in(trial.resolve(LOAD)) ? StreamResults.read(trial.resolve(LOAD)) : null;
      runs.add(stored.with(load, stream));
    }
    return Json.read(folder.resolve(SESSION), StoredSession.class).with(runs);
  }

  private List<Path> trials() {
    Path trials = folder.resolve(TRIALS);
    if (!Files.isDirectory(trials)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(trials)) {
      return folders.filter(trial -> Files.isRegularFile(trial.resolve(RUN))).sorted().toList();
    } catch (IOException e) {
      throw new ArchiveException("%s could not be listed: %s".formatted(trials, e), e);
    }
  }
}
