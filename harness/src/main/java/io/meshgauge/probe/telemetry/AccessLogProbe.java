package io.meshgauge.probe.telemetry;

import io.meshgauge.probe.ProbeException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A reader of a proxy's access log: one JSON object a line. */
public final class AccessLogProbe {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private AccessLogProbe() {}

  /**
   * How many requests that began at or after an instant were written down, by listener. A last line
   * that is only half written is not yet there.
   *
   * @throws ProbeException when the file cannot be read, or a line is none of an access log
   */
  public static Map<String, Long> lines(Path file, Instant since) {
    Map<String, Long> lines = new TreeMap<>();
    try (BufferedReader in = Files.newBufferedReader(file)) {
      String line = in.readLine();
      while (line != null) {
        String next = in.readLine();
        String listener = listener(line, since, file, next == null);
        if (listener != null) {
          lines.merge(listener, 1L, Long::sum);
        }
        line = next;
      }
      return lines;
    } catch (IOException e) {
      throw new ProbeException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static @Nullable String listener(String line, Instant since, Path file, boolean last) {
    try {
      JsonNode request = MAPPER.readTree(line);
      boolean within = !Instant.parse(request.path("start_time").asString("")).isBefore(since);
      return within ? request.path("listener").asString("?") : null;
    } catch (JacksonException | DateTimeException e) {
      if (last) {
        return null;
      }
      throw new ProbeException(
          "%s has a line that is none of an access log: %s".formatted(file, line), e);
    }
  }
}
