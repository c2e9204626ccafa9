package io.meshgauge.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON files that are either wholly there or not at all. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** A day of seconds is some ten million bytes. */
  private static final long MOST_BYTES = 256L << 20;

  private static final int MOST_WORDS = 300;

  private Json() {}

  /**
   * Writes a value so that a reader never meets half a file, and no loss of power takes it away.
   */
  static void write(Path file, Object value) {
    try {
      DurableFile.write(file, MAPPER.writeValueAsBytes(value));
    } catch (IOException e) {
      throw new ArchiveException("%s could not be written: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Reads a value with all its parts.
   *
   * @throws ArchiveException when the file is missing, damaged, or lacks a part
   */
  static <T> T read(Path file, Class<T> type) {
    try {
      T value = MAPPER.readValue(bytes(file), type);
      RequiredFields.require(file, type, value);
      return value;
    } catch (JacksonException e) {
      throw new ArchiveException(
          "%s is damaged: %s; expected the JSON a Meshgauge run wrote there"
              .formatted(file, brief(e.getOriginalMessage())),
          e);
    }
  }

  /**
   * Reads a tree, of which nothing is known but that it is JSON.
   *
   * @throws ArchiveException when the file is missing or no JSON
   */
  static JsonNode tree(Path file) {
    try {
      return MAPPER.readTree(bytes(file));
    } catch (JacksonException e) {
      throw new ArchiveException(
          "%s is not JSON: %s".formatted(file, brief(e.getOriginalMessage())), e);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new ArchiveException(
            "%s has %d bytes; expected at most %d".formatted(file, Files.size(file), MOST_BYTES));
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ArchiveException("%s could not be read: %s".formatted(file, e), e);
    }
  }

  /** Words of a parser may quote the whole of what it met. */
  private static String brief(String words) {
    return words.length() > MOST_WORDS ? words.substring(0, MOST_WORDS) + "…" : words;
  }
}
