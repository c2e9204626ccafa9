package io.meshgauge.run.session;

import io.meshgauge.load.WorkerLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The checkout that the harness works from.
 *
 * @param root the folder that holds {@code sample-services}, {@code jmeter-plans} and {@code
 *     reports}
 */
public record ProjectLayout(Path root) {

  /** The property that names the checkout. */
  public static final String PROPERTY = "meshgauge.home";

  /**
   * The checkout named by {@value #PROPERTY}, or the one around the working directory.
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

  /** Where sessions are archived. */
  public Path runs() {
    return root.resolve("reports").resolve("runs");
  }

  /** The JMeter plan of that name, as the build assembled it. */
  public Path plan(String name) {
    return WorkerLayout.below(root).plan(name);
  }
}
