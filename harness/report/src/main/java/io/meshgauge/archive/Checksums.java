package io.meshgauge.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * SHA-256 of the files below a folder, stored as {@code SHA256SUMS} in the format of {@code
 * sha256sum --check}, so that an archive can be checked without Meshgauge.
 *
 * <p>They detect damage, not forgery: an attacker who can change a file can change its checksum.
 *
 * @param sums hexadecimal, by path relative to the folder, with slashes
 */
record Checksums(SortedMap<String, String> sums) {
  static final String FILE = "SHA256SUMS";

  /** A day of runs has a few thousand files, with about 100 characters per line. */
  private static final long MAX_BYTES = 16L << 20;

  private static final Pattern LINE = Pattern.compile("(\\\\?)([0-9a-f]{64}) [ *](.+)");

  private static final Pattern ESCAPE = Pattern.compile("\\\\([\\\\n])");

  Checksums {
    sums = Collections.unmodifiableSortedMap(new TreeMap<>(sums));
  }

  /** Computes checksums; each file is on disk when this returns. */
  static Checksums of(Path folder, List<String> files) throws IOException {
    SortedMap<String, String> sums = new TreeMap<>();
    for (String file : files) {
      sums.put(file, sum(folder.resolve(file), true));
    }
    return new Checksums(sums);
  }

  /**
   * Paths of all files below a folder, except checksum files, hidden files, and files being
   * written.
   */
  static List<String> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .map(file -> slashed(folder.relativize(file)))
          .filter(Checksums::isChecked)
          .sorted()
          .toList();
    }
  }

  private static String slashed(Path path) {
    return StreamSupport.stream(path.spliterator(), false)
        .map(Path::toString)
        .collect(Collectors.joining("/"));
  }

  private static boolean isChecked(String path) {
    return !path.equals(FILE)
        && !path.endsWith(DurableFile.PART)
        && !path.startsWith(".")
        && !path.contains("/.");
  }

  /**
   * Reads the checksums of a folder.
   *
   * @return empty if the folder has none
   * @throws ArchiveException if the file has another format, or names a file outside the folder
   */
  static Optional<Checksums> in(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    SortedMap<String, String> sums = new TreeMap<>();
    for (String line : text(file).lines().toList()) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches() || !isBelow(name(parts))) {
        throw new ArchiveException(
            "%s is damaged: \"%s\"; expected a SHA-256 and a file below its folder in each line"
                .formatted(file, line.length() > 100 ? line.substring(0, 100) + "…" : line));
      }
      sums.put(name(parts), parts.group(2));
    }
    return Optional.of(new Checksums(sums));
  }

  private static String text(Path file) {
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MAX_BYTES) {
        throw new ArchiveException(
            "%s is no file of checksums: expected a regular file of at most %d bytes"
                .formatted(file, MAX_BYTES));
      }
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ArchiveException("%s could not be read: %s".formatted(file, e), e);
    }
  }

  /**
   * Unescapes a name as {@code sha256sum} escapes it: a line with an escape starts with a
   * backslash.
   */
  private static String name(Matcher line) {
    String name = line.group(3);
    return line.group(1).isEmpty()
        ? name
        : ESCAPE.matcher(name).replaceAll(it -> it.group(1).equals("n") ? "\n" : "\\\\");
  }

  private static boolean isBelow(String name) {
    try {
      Path path = Path.of(name);
      boolean plain = slashed(path.normalize()).equals(name);
      return plain && !name.isEmpty() && !path.isAbsolute() && !path.startsWith("..");
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Writes the file sync and replaces an earlier one. */
  void write(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    sums.forEach(
        (name, sum) -> {
          boolean plain = name.indexOf('\\') < 0 && name.indexOf('\n') < 0;
          String escaped = name.replace("\\", "\\\\").replace("\n", "\\n");
          text.append(plain ? "" : "\\").append(sum).append("  ").append(escaped).append('\n');
        });
    DurableFile.write(folder.resolve(FILE), text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Compares a file with its checksum.
   *
   * @return a description of the problem; empty if the file is intact
   */
  Optional<String> problem(Path folder, String file) {
    Path path = folder.resolve(file);
    String expected = sums.get(file);
    if (expected == null) {
      return Optional.of("it has no checksum, so it was put there later; take it away");
    }
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of("it is missing");
    }
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of("it is no regular file");
    }
    try {
      String found = sum(path, false);
      return found.equals(expected)
          ? Optional.empty()
          : Optional.of(
              "it is damaged: its SHA-256 is %s…, expected %s…"
                  .formatted(found.substring(0, 12), expected.substring(0, 12)));
    } catch (IOException e) {
      return Optional.of("it could not be read: " + e.getMessage());
    }
  }

  static String sum(Path file, boolean sync) throws IOException {
    MessageDigest digest = sha256();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
      while (channel.read(buffer) >= 0) {
        digest.update(buffer.flip());
        buffer.clear();
      }
      if (sync) {
        channel.force(true);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
