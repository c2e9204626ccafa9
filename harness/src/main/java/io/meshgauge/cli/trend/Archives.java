package io.meshgauge.cli.trend;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Session;
import io.meshgauge.trend.SessionFigures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reads archives for the verbs that look at many of them. */
record Archives(CommandSpec spec) {

  /** The figures of a session, whose archive must be intact. */
  SessionFigures read(Path folder) {
    Session session = RunArchive.open(folder).read();
    if (session.experiment().isSweep()) {
      throw refused(
          "%s is a sweep, whose points have loads of their own; expected a session that compares arms (see \"predict\" for sweeps)"
              .formatted(folder));
    }
    if (!session.integrity().damage().isEmpty()) {
      throw refused(
          "%s is damaged: %s: %s; expected an intact archive: take it from a copy"
              .formatted(
                  folder,
                  session.integrity().damage().get(0).file(),
                  session.integrity().damage().get(0).problem()));
    }
    return SessionFigures.of(session, name(folder), RunArchive.open(folder).checksum());
  }

  /** The name of a session's folder. */
  static String name(Path folder) {
    return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
  }

  /** Fails unless all sessions have the environment and load of the first; lists the facts. */
  void requireAlike(List<SessionFigures> sessions) {
    SessionFigures first = sessions.get(0);
    for (SessionFigures other : sessions) {
      List<String> differences = first.differencesFrom(other, Set.of());
      if (!differences.isEmpty()) {
        throw refused(
            "%s and %s were measured in different environments or under different loads:%n  %s%nAccept sessions of one environment and load; others are a reference of their own (--as NAME)."
                .formatted(first.session(), other.session(), String.join("\n  ", differences)));
      }
    }
  }

  /** Writes a file and the folders it is in. */
  static void write(Path file, String text) {
    try {
      Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("%s could not be written: %s".formatted(file, e), e);
    }
  }

  ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
