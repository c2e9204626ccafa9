package io.meshgauge.probe.telemetry;

import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.plane.Backends.Form;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A reader of a proxy's access log: one request a line. */
public final class AccessLogProbe {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private AccessLogProbe() {}

  /**
   * A line of an access log.
   *
   * @param start when the request began
   * @param listener by the name that its counters have
   */
  record Entry(Instant start, String listener) {}

  /**
   * How many requests that began at or after an instant were written down, by listener. A last line
   * that is only half written is not yet there.
   *
   * @throws ProbeException when the file cannot be read, or a line is none of an access log
   */
  public static Map<String, Long> lines(Path file, Instant since, Form form) {
    Map<String, Long> lines = new TreeMap<>();
    try (BufferedReader in = Files.newBufferedReader(file)) {
      String line = in.readLine();
      while (line != null) {
        String next = in.readLine();
        entry(line, form, file, next == null)
            .filter(it -> !it.start().isBefore(since))
            .ifPresent(it -> lines.merge(it.listener(), 1L, Long::sum));
        line = next;
      }
      return lines;
    } catch (IOException e) {
      throw new ProbeException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static Optional<Entry> entry(String line, Form form, Path file, boolean last) {
    try {
      return switch (form) {
        case LISTENERS -> Optional.of(ours(MAPPER.readTree(line)));
        case ISTIO -> IstioLogLine.read(line);
      };
    } catch (JacksonException | DateTimeException e) {
      if (last) {
        return Optional.empty();
      }
      throw new ProbeException(
          "%s has a line that is none of an access log: %s".formatted(file, line), e);
    }
  }

  private static Entry ours(JsonNode request) {
    return new Entry(
        Instant.parse(request.path("start_time").asString("")),
        request.path("listener").asString("?"));
  }
}
