package io.meshgauge.platform.local.machine;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Searches programs on the PATH. */
public final class ProgramPath {
  private ProgramPath() {}

  /** The executable file of that name in the first folder of the PATH that has one. */
  public static Optional<Path> find(String program) {
    return find(program, System.getenv().getOrDefault("PATH", ""));
  }

  public static Optional<Path> find(String program, String path) {
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
