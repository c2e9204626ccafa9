package io.meshgauge.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON files that are either wholly there or not at all. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Json() {}

  /** Writes beside the target and moves into place, so that a reader never meets half a file. */
  static void write(Path file, Object value) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path fresh = file.resolveSibling(file.getFileName() + ".new");
      Files.write(fresh, MAPPER.writeValueAsBytes(value));
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new ArchiveException("%s could not be written: %s".formatted(file, e.getMessage()), e);
    }
  }

  static <T> T read(Path file, Class<T> type) {
    try {
      return MAPPER.readValue(Files.readAllBytes(file), type);
    } catch (JacksonException e) {
      throw new ArchiveException(
          "%s is damaged: %s; expected the JSON a Meshgauge run wrote there"
              .formatted(file, e.getOriginalMessage()),
          e);
    } catch (IOException e) {
      throw new ArchiveException("%s could not be read: %s".formatted(file, e), e);
    }
  }
}
