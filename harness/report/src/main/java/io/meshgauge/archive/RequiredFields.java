package io.meshgauge.archive;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a deserialized value has all its fields: a field that is missing in a file is null in
 * a record, and would cause an error far from here.
 */
final class RequiredFields {
  private RequiredFields() {}

  /**
   * Checks records, lists and maps recursively.
   *
   * @throws ArchiveException naming the first missing field that is not nullable
   */
  static void require(Path file, Class<?> type, @Nullable Object value) {
    if (value == null) {
      throw new ArchiveException(
          "%s is damaged: it holds null; expected a %s, as a Meshgauge run wrote it"
              .formatted(file, type.getSimpleName()));
    }
    look(file, "", value);
  }

  private static void look(Path file, String place, @Nullable Object value) {
    if (value == null) {
      throw new ArchiveException(
          "%s is damaged: there is no '%s'; expected the JSON a Meshgauge run wrote there"
              .formatted(file, place));
    } else if (value instanceof Collection<?> items) {
      items.forEach(item -> look(file, place + "[]", item));
    } else if (value instanceof Map<?, ?> entries) {
      entries.forEach((key, item) -> look(file, place + "." + key, item));
    } else if (value instanceof Optional<?> some) {
      some.ifPresent(item -> look(file, place, item));
    } else if (value.getClass().isRecord()) {
      for (RecordComponent part : value.getClass().getRecordComponents()) {
        Object found = of(part, value);
        if (found != null || !part.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
          look(file, place(place, part), found);
        }
      }
    }
  }

  private static String place(String outer, RecordComponent part) {
    if (Json.isUnwrapped(part)) {
      return outer;
    }
    return outer.isEmpty() ? part.getName() : outer + "." + part.getName();
  }

  private static @Nullable Object of(RecordComponent part, Object value) {
    try {
      part.getAccessor().setAccessible(true);
      return part.getAccessor().invoke(value);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("every part of a record can be read", e);
    }
  }
}
