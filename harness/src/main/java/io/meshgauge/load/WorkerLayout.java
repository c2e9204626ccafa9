package io.meshgauge.load;

import io.meshgauge.experiment.Plan.OwnFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Folders of the built load worker: {@code lib} with jars, {@code stock} with those that only
 * users' plans need, {@code plans} with JMeter plans.
 *
 * @param folder {@code jmeter-plans/target/worker} in the Meshgauge checkout
 */
public record WorkerLayout(Path folder) {
  private static final String MAIN = "io.meshgauge.load.worker.LoadWorker";

  /** JVM flags of the worker, next to its {@code lib} folder. */
  private static final String JVM_ARGUMENTS = "java.args";

  /** Scripts and extractors of users' plans need more than the project's own plans. */
  private static final String OWN_PLAN_HEAP = "-Xmx768m";

  /** Refuses connections of users' plans to addresses that were not named. */
  private static final String GUARD = "network-guard.jar";

  private static final String SEARCH_PATHS = "-Jsearch_paths=";

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
    request
        .own()
        .ifPresent(
            unused ->
                arguments.addAll(
                    List.of(
                        OWN_PLAN_HEAP, "-javaagent:" + folder.resolve("stock").resolve(GUARD))));
    arguments.addAll(List.of("-cp", classPath(request), MAIN));
    arguments.addAll(List.of("--plan", request.plan().toAbsolutePath().toString()));
    arguments.addAll(List.of("--out", request.folder().toAbsolutePath().toString()));
    request.properties().forEach((name, value) -> arguments.add("-J" + name + "=" + value));
    plugins(request).ifPresent(jars -> arguments.add(SEARCH_PATHS + jars));
    return arguments;
  }

  /** Stock components and plugins are there only for a user's plan. */
  private String classPath(LoadRequest request) {
    List<String> entries = new ArrayList<>(List.of(allOf(folder.resolve("lib"))));
    request
        .own()
        .ifPresent(
            own -> {
              entries.add(allOf(folder.resolve("stock")));
              own.plugins()
                  .ifPresent(it -> entries.add(allOf(Path.of(it).toAbsolutePath().normalize())));
            });
    return String.join(File.pathSeparator, entries);
  }

  private static String allOf(Path jars) {
    return jars + File.separator + "*";
  }

  /** The jars in which JMeter looks for functions of plugins. */
  private static Optional<String> plugins(LoadRequest request) {
    return request
        .own()
        .flatMap(OwnFile::plugins)
        .map(it -> Path.of(it).toAbsolutePath().normalize())
        .map(
            it -> {
              try (Stream<Path> files = Files.list(it)) {
                return files
                    .map(Path::toString)
                    .filter(file -> file.endsWith(".jar"))
                    .sorted()
                    .collect(Collectors.joining(";"));
              } catch (IOException e) {
                throw new LoadException(
                    "the folder of plugins %s cannot be read: %s".formatted(it, e.getMessage()), e);
              }
            });
  }
}
