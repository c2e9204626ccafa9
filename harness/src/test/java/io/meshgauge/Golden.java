package io.meshgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.util.diff.Delta;
import org.assertj.core.util.diff.DiffUtils;

/**
 * Golden files in {@code harness/src/test/resources}: what the code makes of a variant, whole, so
 * that a reviewer sees what a change does to it.
 *
 * <p>After an intended change rewrite the files and review their difference:
 *
 * <pre>./mvnw -o test -pl harness -am -Dtest='Golden*Test,RefusalsTest,ApplicationManifestsTest' \
 *   -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.write=true</pre>
 */
public final class Golden {
  private static final Path FOLDER =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("harness/src/test/resources");

  private Golden() {}

  /**
   * Fails unless a file has this text.
   *
   * @param name of the file in the folder
   * @return the file
   */
  public static Path check(String name, String text) throws IOException {
    Path file = file(name);
    if (Boolean.getBoolean("golden.write")) {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.writeString(file, text);
    }
    assertThat(file).as("see Golden").content().isEqualTo(text);
    return file;
  }

  /** A file in the folder. */
  public static Path file(String name) {
    return FOLDER.resolve(name);
  }

  /** Sections under their titles. */
  public static String text(Map<String, String> sections) {
    StringBuilder text = new StringBuilder();
    sections.forEach((title, section) -> text.append("\n## %s\n%s".formatted(title, section)));
    return text.toString();
  }

  /** The lines by which each section differs from the one of the same title. */
  public static Map<String, String> difference(
      Map<String, String> sections, Map<String, String> simpler) {
    Map<String, String> titles = new LinkedHashMap<>(sections);
    simpler.forEach(titles::putIfAbsent);
    Map<String, String> different = new LinkedHashMap<>();
    for (String title : titles.keySet()) {
      String changes = changes(simpler.getOrDefault(title, ""), sections.getOrDefault(title, ""));
      if (!changes.isEmpty()) {
        different.put(title, changes);
      }
    }
    return different;
  }

  /** Each change of a text, after the line that precedes it. */
  public static String changes(String before, String after) {
    List<String> lines = before.lines().toList();
    List<String> text = new ArrayList<>();
    for (Delta<String> delta : DiffUtils.diff(lines, after.lines().toList()).getDeltas()) {
      int at = delta.getOriginal().getPosition();
      text.add(at == 0 ? "@@" : "@@ " + lines.get(at - 1).strip());
      delta.getOriginal().getLines().forEach(line -> text.add("-" + line));
      delta.getRevised().getLines().forEach(line -> text.add("+" + line));
    }
    return text.isEmpty() ? "" : String.join("\n", text) + "\n";
  }
}
