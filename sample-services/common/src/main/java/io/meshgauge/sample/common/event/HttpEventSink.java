package io.meshgauge.sample.common.event;

import io.meshgauge.sample.common.http.HttpPeer;
import io.meshgauge.sample.common.http.HttpReply;
import io.meshgauge.sample.common.peer.PeerFailure;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Sends events of an {@link EventSender} to logging's {@code POST /events}. */
public final class HttpEventSink implements EventSink {

  private final HttpPeer logging;
  private final JsonMapper json;

  /** A sink that posts to the given peer. */
  public HttpEventSink(HttpPeer logging, JsonMapper json) {
    this.logging = logging;
    this.json = json;
  }

  @Override
  public boolean accept(List<Event> batch) {
    HttpReply reply = logging.post("/events", json.writeValueAsBytes(batch), Map.of());
    boolean wrongForever = reply.status() == 400 || reply.status() == 413 || reply.status() == 415;
    if (!reply.succeeded() && !wrongForever) {
      // A refusal by the mesh (403, 429, 503) may be temporary, so the events are retried.
      throw new PeerFailure(
          logging.name(), PeerFailure.Kind.FAULTY, "answered " + reply.status(), null);
    }
    return reply.succeeded();
  }
}
