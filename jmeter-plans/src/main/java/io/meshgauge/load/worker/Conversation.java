package io.meshgauge.load.worker;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.meshgauge.load.course.Mismatch;
import io.meshgauge.load.course.Opening;
import io.meshgauge.load.course.RunController;
import io.meshgauge.load.course.SecondCounts;
import io.meshgauge.load.course.Window;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The worker's side of the protocol: it sends events, one JSON object per line, and receives
 * commands, one per line. A gate opens when its command has arrived; {@code stop} closes all gates.
 */
final class Conversation implements RunController {

  /** The last event of a successful run. */
  static final String FINISHED = "finished";

  /** The last event of a failed run. */
  static final String FAILED = "failed";

  private static final JsonFactory JSON = new JsonFactory();

  private final List<Listener> listeners;
  private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
  private volatile @Nullable String failure;
  private volatile boolean settled;

  /** Creates a conversation that sends its events to these listeners, one after the other. */
  Conversation(Listener... listeners) {
    this.listeners = List.of(listeners);
  }

  /** Receives the worker's events. */
  @FunctionalInterface
  interface Listener {
    /**
     * An event.
     *
     * @param event its name
     * @param line the whole JSON object, without a line terminator
     */
    void event(String event, String line);
  }

  /** Adds a received command; {@code settled} is not queued, since no gate waits for it. */
  void receive(String command) {
    if (command.equals(Word.Kind.SETTLED.text())) {
      settled = true;
    } else {
      commands.add(command);
    }
  }

  @Override
  public boolean awaitWarm() throws InterruptedException {
    say("ready", Map.of());
    return await(Word.Kind.WARM).allowed();
  }

  @Override
  public Opening awaitMeasure() throws InterruptedException {
    return await(Word.Kind.MEASURE);
  }

  private Opening await(Word.Kind expected) throws InterruptedException {
    while (true) {
      String line = commands.take();
      Optional<Word> command = command(line);
      if (command.filter(it -> it.kind() == expected).isPresent()) {
        return command.get().opening();
      }
      if (command.filter(it -> it.kind() == Word.Kind.STOP).isPresent()) {
        return Opening.NEVER;
      }
      System.err.println("Expected '" + expected.text() + "' or 'stop', not '" + line + "'.");
    }
  }

  private static Optional<Word> command(String line) {
    try {
      return Optional.of(Word.parse(line));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public void warming(long done, long of, long ended, long failed) {
    say("warming", fields("done", done, "of", of, "ended", ended, "failed", failed));
  }

  @Override
  public boolean settled() {
    return settled;
  }

  @Override
  public void warmed(long requests, double seconds) {
    say("warmed", fields("requests", requests, "seconds", seconds));
  }

  @Override
  public void measuring(Window window) {
    say("measuring", fields("startEpochMicros", window.startEpochMicros()));
  }

  @Override
  public void second(SecondCounts counts) {
    Map<String, Object> fields = fields("second", counts.second(), "scheduled", counts.scheduled());
    fields.putAll(fields("sent", counts.sent(), "completed", counts.completed()));
    fields.putAll(fields("errors", counts.errors(), "unanswered", counts.unanswered()));
    fields.putAll(fields("p50Micros", counts.p50Micros(), "p99Micros", counts.p99Micros()));
    say("second", fields);
  }

  @Override
  public void mismatched(Mismatch it) {
    Map<String, Object> fields = fields("label", it.label(), "expected", it.expected());
    fields.putAll(fields("received", it.received(), "count", it.count()));
    fields.putAll(fields("of", it.of(), "excerpt", it.excerpt()));
    say("mismatched", fields);
  }

  @Override
  public void measured(Window window, long endEpochMicros) {
    finished(endEpochMicros);
  }

  void finished(long endEpochMicros) {
    say(FINISHED, fields("endEpochMicros", endEpochMicros));
  }

  @Override
  public synchronized void failed(String reason) {
    if (failure == null) {
      failure = reason;
      say(FAILED, fields("reason", reason));
    }
  }

  /** Why the plan failed; null if it has not. */
  @Nullable String failure() {
    return failure;
  }

  private static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }

  private void say(String event, Map<String, Object> fields) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("event", event);
      for (Map.Entry<String, Object> field : fields.entrySet()) {
        json.writeObjectField(field.getKey(), field.getValue());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("Writing to memory cannot fail", e);
    }
    synchronized (listeners) {
      listeners.forEach(listener -> listener.event(event, line.toString()));
    }
  }
}
