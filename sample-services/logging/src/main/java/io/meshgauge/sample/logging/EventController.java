package io.meshgauge.sample.logging;

import io.meshgauge.sample.common.event.Event;
import io.meshgauge.sample.common.event.EventSettings;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The API of logging: batches in, the newest events out. */
@RestController
@RequestMapping(path = "/events", produces = MediaType.APPLICATION_JSON_VALUE)
final class EventController {

  private final EventStore store;

  EventController(EventStore store) {
    this.store = store;
  }

  /** Number of new events in a batch. */
  record Stored(int stored) {}

  /** Number of stored events, and the newest of them. */
  record Kept(long kept, List<Event> newest) {}

  /** Stores a batch; responds after the database has committed it. */
  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  Stored store(@RequestBody List<Event> batch) {
    if (batch.size() > EventSettings.MAX_BATCH) {
      throw refusal(
          HttpStatus.CONTENT_TOO_LARGE,
          "The batch has %d events, expected at most %d."
              .formatted(batch.size(), EventSettings.MAX_BATCH));
    }
    if (batch.contains(null)) {
      throw refusal(HttpStatus.BAD_REQUEST, "The batch has a null where an event should be.");
    }
    return new Stored(store.store(batch));
  }

  /** Lists the newest events. */
  @GetMapping
  Kept newest(@RequestParam(defaultValue = "20") int limit) {
    if (limit < 0 || limit > EventSettings.MAX_BATCH) {
      throw refusal(
          HttpStatus.BAD_REQUEST,
          "limit is %d, expected 0 to %d".formatted(limit, EventSettings.MAX_BATCH));
    }
    return new Kept(store.kept(), store.newest(limit));
  }

  private static ErrorResponseException refusal(HttpStatus status, String detail) {
    ErrorResponseException refusal = new ErrorResponseException(status);
    refusal.setDetail(detail);
    return refusal;
  }
}
