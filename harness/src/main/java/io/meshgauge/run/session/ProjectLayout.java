package io.meshgauge.run.session;

import io.meshgauge.load.WorkerLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The checkout that the harness runs from.
 *
 * @param root folder with {@code sample-services}, {@code jmeter-plans} and {@code reports}
 */
public record ProjectLayout(Path root) {

  /** System property with the path of the checkout. */
  public static final String PROPERTY = "meshgauge.home";

  /** Environment variable with another folder for archives. */
  public static final String RUNS = "MESHGAUGE_RUNS";

  /**
   * The checkout named by {@value #PROPERTY}, or the one that contains the working directory.
   *
   * @throws RunException when there is none
   */
  public static ProjectLayout find() {
    String named = System.getProperty(PROPERTY);
    Path start = Path.of(named == null ? "" : named).toAbsolutePath().normalize();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve("sample-services"))
          && Files.isDirectory(folder.resolve("jmeter-plans"))) {
        return new ProjectLayout(folder);
      }
    }
    throw new RunException(
        "no Meshgauge checkout at or above %s; expected a folder with sample-services/ and jmeter-plans/; "
                .formatted(start)
            + "start there, or name it with -D%s=DIR".formatted(PROPERTY));
  }

  /** Folder of archived sessions: {@value #RUNS}, or {@code reports/runs}. */
  public Path runs() {
    String named = System.getenv().getOrDefault(RUNS, "");
    return named.isBlank()
        ? root.resolve("reports").resolve("runs")
        : Path.of(named).toAbsolutePath().normalize();
  }

  /** A JMeter plan as assembled by the build. */
  public Path plan(String name) {
    return WorkerLayout.below(root).plan(name);
  }
}
