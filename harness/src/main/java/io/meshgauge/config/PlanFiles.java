package io.meshgauge.config;

import io.meshgauge.config.jmx.Plugin;
import io.meshgauge.experiment.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The JMeter plans of an installation: the files {@code NAME.jmx} of one folder. */
public final class PlanFiles {
  private static final String SUFFIX = ".jmx";
  private final Path folder;
  private final Path worker;
  private final Plugin.Source plugins;

  /**
   * The plans of an installation.
   *
   * @param home root folder of the project
   * @param plugins gets the jars of plugins that plans name
   */
  public PlanFiles(Path home, Plugin.Source plugins) {
    this.plugins = plugins;
    this.folder = home.resolve(Path.of("jmeter-plans", "src", "main", "jmx"));
    this.worker = home.resolve(Path.of("jmeter-plans", "target", "worker"));
  }

  /** The folder of the built load worker, whether it exists or not. */
  Path worker() {
    return worker;
  }

  /** Gets the jars of plugins. */
  Plugin.Source plugins() {
    return plugins;
  }

  /** Names of all plans that need no file of the user, sorted. */
  public List<String> reserved() {
    return Stream.concat(
            names().stream(),
            Stream.of(
                Plan.TCP,
                Plan.CAPACITY,
                Plan.SOAK,
                Plan.FAILOVER,
                Plan.ROLLOUT,
                Plan.ENFORCEMENT,
                Plan.START))
        .distinct()
        .sorted()
        .toList();
  }

  /** The folder of the plans. */
  public Path folder() {
    return folder;
  }

  /** Names of the existing plans, sorted; empty if the folder does not exist. */
  public List<String> names() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the plans in " + folder, e);
    }
  }
}
