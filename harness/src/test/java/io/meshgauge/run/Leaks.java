package io.meshgauge.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds secrets in all files below a folder, by pattern and by value. */
final class Leaks {
  private static final Map<String, Pattern> LOOKS =
      Map.of(
          "a private key", Pattern.compile("-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----"),
          "a JWT", Pattern.compile("eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}"),
          "a credential", Pattern.compile("(?i)(bearer|basic) +[A-Za-z0-9+/_.=-]{12,}"),
          "a kubeconfig",
              Pattern.compile("client-key-data|client-certificate-data|current-context"));

  private final SortedMap<String, String> known = new TreeMap<>();

  /**
   * Remembers the secrets of a run's key material.
   *
   * @param identities folder of the run's identities
   */
  void know(Path identities) throws IOException {
    try (Stream<Path> files = Files.list(identities)) {
      for (Path file : files.sorted().toList()) {
        String name = identities.getParent().getFileName() + "/" + file.getFileName();
        if (name.endsWith(".key.pem")) {
          lines(file).filter(line -> !line.startsWith("-----")).forEach(it -> known.put(it, name));
        } else if (name.endsWith("tokens.properties")) {
          lines(file)
              .map(line -> line.substring(line.indexOf('=') + 1))
              .forEach(
                  token -> {
                    known.put(token, name);
                    // The signature and the other parts together are the token.
                    known.put(token.substring(token.lastIndexOf('.') + 1), name);
                  });
        }
      }
    }
  }

  private static Stream<String> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(String::strip).filter(it -> it.length() >= 12);
  }

  /** Number of known secrets. */
  int known() {
    return known.size();
  }

  /** Findings, one sentence each. */
  List<String> in(Path folder) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        LOOKS.forEach(
            (what, pattern) -> {
              if (pattern.matcher(text).find()) {
                found.add("%s holds %s".formatted(folder.relativize(file), what));
              }
            });
        known.forEach(
            (secret, whose) -> {
              if (text.contains(secret)) {
                found.add("%s holds what is in %s".formatted(folder.relativize(file), whose));
              }
            });
      }
    }
    return found;
  }
}
