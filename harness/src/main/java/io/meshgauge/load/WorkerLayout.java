package io.meshgauge.load;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folders of the built load worker: {@code lib} with jars, {@code plans} with JMeter plans.
 *
 * @param folder {@code jmeter-plans/target/worker} in the Meshgauge checkout
 */
public record WorkerLayout(Path folder) {
  private static final String MAIN = "io.meshgauge.load.worker.LoadWorker";

  /** JVM flags of the worker, next to its {@code lib} folder. */
  private static final String JVM_ARGUMENTS = "java.args";

  private static final String BUILD = "build it with: ./mvnw -q package -DskipUnitTests=true";

  /** The layout in a Meshgauge checkout. */
  public static WorkerLayout below(Path home) {
    return new WorkerLayout(home.resolve("jmeter-plans").resolve("target").resolve("worker"));
  }

  /** Missing parts, one text each; empty if the worker can be started. */
  public List<String> problems() {
    Path lib = folder.resolve("lib");
    try (Stream<Path> files = Files.list(lib)) {
      if (files.anyMatch(file -> file.toString().endsWith(".jar"))) {
        return List.of();
      }
      return List.of("the load worker's folder %s contains no jar; %s".formatted(lib, BUILD));
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
    List<String> arguments = new ArrayList<>();
    arguments.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    arguments.add("@" + folder.resolve(JVM_ARGUMENTS));
    arguments.addAll(List.of("-cp", folder.resolve("lib") + File.separator + "*", MAIN));
    arguments.addAll(List.of("--plan", request.plan().toAbsolutePath().toString()));
    arguments.addAll(List.of("--out", request.folder().toAbsolutePath().toString()));
    request.properties().forEach((name, value) -> arguments.add("-J" + name + "=" + value));
    return arguments;
  }
}
