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
 * The sessions that are archived in one folder.
 *
 * @param runs the folder, each of whose own folders is one session
 */
public record Sessions(Path runs) {

  /** A session in its folder. */
  private record Archived(Path folder, Session session) {}

  /**
   * The session to be gone on with: the latest one of an experiment, when it has something left.
   *
   * @param experiment by name, platform, variants and plans; its rate may have been found since
   * @param since those that began before are left alone: what failed for so long will not mend
   */
  public Optional<Path> unfinished(Experiment experiment, Instant since) {
    return archived(words -> {}).stream()
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
   * Deletes sessions that began before a moment. What is no archive of this harness, or cannot be
   * read as one, stays; links are not followed.
   *
   * @param words is told what is deleted, and what stays for want of being readable
   */
  public void delete(Instant before, Consumer<String> words) {
    for (Archived old : archived(words)) {
      if (old.session().started().isBefore(before)) {
        delete(old.folder());
        words.accept(
            "Deleted the archive %s, begun %s".formatted(old.folder(), old.session().started()));
      }
    }
  }

  private List<Archived> archived(Consumer<String> words) {
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    List<Archived> found = new ArrayList<>();
    try (Stream<Path> folders = Files.list(runs)) {
      for (Path folder : folders.sorted().toList()) {
        // A link may lead anywhere.
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
          read(folder, words).ifPresent(session -> found.add(new Archived(folder, session)));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw new RunException("%s could not be listed: %s".formatted(runs, e), e);
    }
    return found;
  }

  private static Optional<Session> read(Path folder, Consumer<String> words) {
    try {
      return Optional.of(RunArchive.open(folder).read());
    } catch (ArchiveException e) {
      words.accept("Left alone: " + e.getMessage());
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
