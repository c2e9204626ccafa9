package io.meshgauge.run;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Session;
import io.meshgauge.run.session.RemainingTrials;
import io.meshgauge.run.session.RunException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Archived sessions.
 *
 * @param runs folder with one folder per session
 */
public record Sessions(Path runs) {

  private record Archived(Path folder, Session session) {}

  /**
   * The session to resume: the latest of an experiment that has remaining trials.
   *
   * @param experiment compared by name, platform, variants and plans; the rate may have been found
   *     since
   * @param since earlier sessions are ignored: what failed for so long is not worth resuming
   */
  public Optional<Path> unfinished(Experiment experiment, Instant since) {
    return archived(text -> {}).stream()
        .filter(it -> same(it.session().experiment(), experiment))
        .max(Comparator.comparing(it -> it.session().started()))
        .filter(it -> !it.session().started().isBefore(since))
        .filter(it -> !RemainingTrials.of(it.session()).isEmpty())
        .map(Archived::folder);
  }

  private static boolean same(Experiment one, Experiment other) {
    return one.name().equals(other.name())
        && one.platform() == other.platform()
        && one.variants().equals(other.variants())
        && one.plans().equals(other.plans());
  }

  /**
   * Deletes sessions that started before an instant. Folders that are not archives of this harness,
   * or are unreadable, are kept; links are not followed.
   *
   * @param log receives each deletion and each unreadable folder
   */
  public void delete(Instant before, Consumer<String> log) {
    for (Archived old : archived(log)) {
      if (old.session().started().isBefore(before)) {
        delete(old.folder());
        log.accept(
            "Deleted the archive %s, begun %s".formatted(old.folder(), old.session().started()));
      }
    }
  }

  private List<Archived> archived(Consumer<String> log) {
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    List<Archived> found = new ArrayList<>();
    try (Stream<Path> folders = Files.list(runs)) {
      for (Path folder : folders.sorted().toList()) {
        // A link may lead outside the folder.
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
          read(folder, log).ifPresent(session -> found.add(new Archived(folder, session)));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw new RunException("%s could not be listed: %s".formatted(runs, e), e);
    }
    return found;
  }

  private static Optional<Session> read(Path folder, Consumer<String> log) {
    try {
      return Optional.of(RunArchive.open(folder).read());
    } catch (ArchiveException e) {
      log.accept("Left alone: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static void delete(Path folder) {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, @Nullable IOException failure)
                throws IOException {
              if (failure != null) {
                throw failure;
              }
              Files.delete(left);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new RunException("%s could not be deleted: %s".formatted(folder, e), e);
    }
  }
}
