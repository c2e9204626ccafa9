package io.meshgauge.load;

import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.JsonCases;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fuzz test of load worker events. */
@Tag("fuzz")
class WorkerEventFuzzTest {

  @Test
  void events() {
    String second =
        "{\"event\":\"second\",\"second\":3,\"sent\":20,\"completed\":19,\"errors\":1,\"p99Millis\":1.5}";

    Fuzz.of("event of a load worker", second)
        .words("null", "\"event\":", "1e999999", "{}", "[]", "-1", "\"second\":")
        .structured(2, new JsonCases(second))
        .refuses(LoadException.class, "")
        .run(
            text -> {
              WorkerEvent event = parse(new String(text, StandardCharsets.UTF_8));
              event.number("second");
              event.decimal("p99Millis");
              event.text("reason");
            });
  }

  /** Reads an event as the session does. */
  private static WorkerEvent parse(String line) {
    try {
      return WorkerEvent.parse(line);
    } catch (IllegalArgumentException e) {
      throw new LoadException("no event: " + e.getMessage());
    }
  }
}
