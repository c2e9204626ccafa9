package io.meshgauge.load;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The load worker as it is built: a folder {@code lib} of jars and a folder {@code plans}.
 *
 * @param folder {@code jmeter-plans/target/worker} below the home of Meshgauge
 */
public record WorkerLayout(Path folder) {
  private static final String MAIN = "io.meshgauge.load.worker.LoadWorker";

  /** The worker's own choice of JVM flags, assembled next to its jars. */
  private static final String JVM_ARGUMENTS = "java.args";

  private static final String BUILD = "build it with: ./mvnw -q package -DskipUnitTests=true";

  /** The layout below the home of Meshgauge. */
  public static WorkerLayout below(Path home) {
    return new WorkerLayout(home.resolve("jmeter-plans").resolve("target").resolve("worker"));
  }

  /** What is missing, one text each; empty when the worker can be started. */
  public List<String> problems() {
    Path lib = folder.resolve("lib");
    try (Stream<Path> files = Files.list(lib)) {
      if (files.anyMatch(file -> file.toString().endsWith(".jar"))) {
        return List.of();
      }
      return List.of("the load worker's folder %s holds no jar; %s".formatted(lib, BUILD));
    } catch (IOException e) {
      return List.of("the load worker is not built: no folder %s; %s".formatted(lib, BUILD));
    }
  }

  /** The file of a shipped plan, whether it exists or not. */
  public Path plan(String name) {
    return folder.resolve("plans").resolve(name + ".jmx");
  }

  /** The command that starts the worker for a request. */
  List<String> command(LoadRequest request) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("@" + folder.resolve(JVM_ARGUMENTS));
    words.addAll(List.of("-cp", folder.resolve("lib") + File.separator + "*", MAIN));
    words.addAll(List.of("--plan", request.plan().toAbsolutePath().toString()));
    words.addAll(List.of("--out", request.folder().toAbsolutePath().toString()));
    request.properties().forEach((name, value) -> words.add("-J" + name + "=" + value));
    return words;
  }
}
