package io.meshgauge.load.worker;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.meshgauge.load.course.Conductor;
import io.meshgauge.load.course.SecondCounts;
import io.meshgauge.load.course.Window;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The worker's side of its conversation: events go out as one JSON object a line, words come in one
 * a line. Gates open when their word has come; {@code stop} closes them all.
 */
final class Conversation implements Conductor {

  private static final JsonFactory JSON = new JsonFactory();

  private final PrintStream out;
  private final BlockingQueue<String> words = new LinkedBlockingQueue<>();
  private volatile @Nullable String failure;

  Conversation(PrintStream out) {
    this.out = out;
  }

  /** Hands over a word that came in. */
  void hear(String word) {
    words.add(word);
  }

  @Override
  public boolean awaitWarm() throws InterruptedException {
    say("ready", Map.of());
    return await("warm");
  }

  @Override
  public boolean awaitMeasure() throws InterruptedException {
    return await("measure");
  }

  private boolean await(String expected) throws InterruptedException {
    while (true) {
      String word = words.take();
      if (word.equals(expected)) {
        return true;
      }
      if (word.equals("stop")) {
        return false;
      }
      System.err.println("Expected '" + expected + "' or 'stop', not '" + word + "'.");
    }
  }

  @Override
  public void warming(long done, long of) {
    say("warming", fields("done", done, "of", of));
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
    fields.putAll(fields("errors", counts.errors(), "p50Micros", counts.p50Micros()));
    fields.put("p99Micros", counts.p99Micros());
    say("second", fields);
  }

  void finished(long endEpochMicros) {
    say("finished", fields("endEpochMicros", endEpochMicros));
  }

  @Override
  public synchronized void failed(String reason) {
    if (failure == null) {
      failure = reason;
      say("failed", fields("reason", reason));
    }
  }

  /** Why the plan could not be run; null while nothing is wrong. */
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
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }
}
