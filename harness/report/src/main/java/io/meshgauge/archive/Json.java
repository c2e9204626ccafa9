package io.meshgauge.archive;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes JSON files; writing is atomic and durable. A type whose fields in a file are not
 * its own has a type {@code Stored…} that describes them.
 */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .addMixIn(Protocol.class, StoredProtocol.class)
          .addMixIn(Run.class, StoredRun.class)
          .addMixIn(Session.class, StoredSession.class)
          .build();

  /** A day of per-second samples takes about ten million bytes. */
  private static final long MAX_BYTES = 256L << 20;

  private static final int MAX_MESSAGE_CHARACTERS = 300;

  private Json() {}

  /** Writes a value atomically and durably. */
  static void write(Path file, Object value) {
    try {
      DurableFile.write(file, MAPPER.writeValueAsBytes(value));
    } catch (IOException e) {
      throw new ArchiveException("%s could not be written: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Reads a value with all required fields.
   *
   * @throws ArchiveException if the file is missing, damaged, or lacks a field
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

  /** Whether the fields of a part stand among those of its record. */
  static boolean isUnwrapped(RecordComponent part) {
    Class<?> stored = MAPPER.deserializationConfig().findMixInClassFor(part.getDeclaringRecord());
    return stored != null
        && stored.isRecord()
        && Arrays.stream(stored.getRecordComponents())
            .filter(it -> it.getName().equals(part.getName()))
            .anyMatch(it -> it.getAccessor().isAnnotationPresent(JsonUnwrapped.class));
  }

  /**
   * Reads any JSON.
   *
   * @throws ArchiveException if the file is missing or not JSON
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
      if (Files.size(file) > MAX_BYTES) {
        throw new ArchiveException(
            "%s has %d bytes; expected at most %d".formatted(file, Files.size(file), MAX_BYTES));
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ArchiveException("%s could not be read: %s".formatted(file, e), e);
    }
  }

  /** Messages of the parser may quote the whole input. */
  private static String brief(String message) {
    return message.length() > MAX_MESSAGE_CHARACTERS
        ? message.substring(0, MAX_MESSAGE_CHARACTERS) + "…"
        : message;
  }
}
