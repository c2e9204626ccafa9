package io.meshgauge.load.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.meshgauge.load.course.Course;
import io.meshgauge.load.course.Mismatch;
import io.meshgauge.load.course.SecondCounts;
import io.meshgauge.load.schedule.RateProfile;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a run: settings of the plan, counts of requests and responses, and send lag of the
 * generator. The content of {@code worker.json}.
 */
record RunAccount(
    long startEpochMicros,
    long endEpochMicros,
    @Nullable Course course,
    @Nullable LoopFacts loop,
    Map<String, Long> scheduledByLabel,
    Map<String, LabelTally> tallies,
    Map<String, LabelTally> transactions,
    Mismatches mismatches,
    Totals totals,
    Histogram sendLag,
    ProcessMeter used,
    List<SecondCounts> seconds) {

  /** Counts over the whole window. */
  record Totals(long scheduled, long sent, long completed) {}

  /**
   * Values known only to the elements of the plan.
   *
   * @param plan its name
   * @param connectionsOpened by the worker threads, including warm-up
   * @param connectionsOpenedInWindow opened by measured requests
   */
  record Surroundings(String plan, long connectionsOpened, long connectionsOpenedInWindow) {}

  String json(Surroundings surroundings) {
    StringWriter text = new StringWriter();
    try {
      write(text, surroundings);
    } catch (IOException e) {
      throw new IllegalStateException("Writing to memory cannot fail", e);
    }
    return text.append('\n').toString();
  }

  private void write(Writer target, Surroundings surroundings) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(target)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      writePlan(json, surroundings.plan());
      json.writeNumberField("startEpochMicros", startEpochMicros);
      json.writeNumberField("endEpochMicros", endEpochMicros);
      json.writeNumberField("scheduled", totals.scheduled());
      json.writeNumberField("sent", totals.sent());
      json.writeNumberField("completed", totals.completed());
      json.writeNumberField(
          "blocked", tallies.values().stream().mapToLong(LabelTally::blocked).sum());
      json.writeNumberField("connectionsOpened", surroundings.connectionsOpened());
      json.writeNumberField("connectionsOpenedInWindow", surroundings.connectionsOpenedInWindow());
      json.writeNumberField("cpuSeconds", used.cpuNanos() / 1e9);
      json.writeNumberField("gcMillis", used.gcMillis());
      json.writeNumberField("allowedCores", Runtime.getRuntime().availableProcessors());
      writeLabels(json);
      writeTransactions(json);
      json.writeObjectFieldStart("sendLag");
      json.writeNumberField("p50Micros", Recording.percentile(sendLag, 50));
      json.writeNumberField("p99Micros", Recording.percentile(sendLag, 99));
      json.writeNumberField("maxMicros", sendLag.getMaxValue());
      json.writeEndObject();
      writeSeconds(json);
      json.writeEndObject();
    }
  }

  private void writePlan(JsonGenerator json, String plan) throws IOException {
    json.writeStringField("plan", plan);
    if (course != null) {
      var schedule = course.schedule();
      json.writeStringField("mode", course.plan().closedLoop() ? "capacity" : "open");
      json.writeNumberField("seed", schedule.seed());
      json.writeStringField("arrival", schedule.process().toString());
      json.writeNumberField("rate", schedule.profile().highestRate());
      json.writeNumberField("durationSeconds", schedule.profile().seconds());
      json.writeNumberField("connections", course.plan().connections());
      json.writeNumberField("mostConnections", course.plan().mostConnections());
      json.writeNumberField("worker", course.plan().share().worker());
      json.writeNumberField("workers", course.plan().share().workers());
      json.writeBooleanField("stoppedEarly", course.stopped());
      writeStages(json, schedule.profile());
    } else if (loop != null) {
      json.writeStringField("mode", "closed");
      json.writeNumberField("durationSeconds", loop.durationSeconds());
      json.writeNumberField("threads", loop.threads());
      json.writeNumberField("worker", loop.worker());
      json.writeNumberField("workers", loop.workers());
      json.writeBooleanField("stoppedEarly", loop.stoppedEarly().getAsBoolean());
    }
  }

  private static void writeStages(JsonGenerator json, RateProfile profile) throws IOException {
    json.writeArrayFieldStart("stages");
    for (RateProfile.Stretch stretch : profile.stretches()) {
      json.writeStartObject();
      json.writeStringField("stage", stretch.stage());
      json.writeNumberField("fromSecond", stretch.from());
      json.writeNumberField("toSecond", stretch.to());
      json.writeNumberField("arrivals", stretch.arrivals());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeLabels(JsonGenerator json) throws IOException {
    Set<String> labels = new LinkedHashSet<>(scheduledByLabel.keySet());
    labels.addAll(new TreeSet<>(tallies.keySet()));
    json.writeObjectFieldStart("labels");
    for (String label : labels) {
      LabelTally tally = tallies.getOrDefault(label, new LabelTally());
      json.writeObjectFieldStart(label);
      json.writeNumberField("scheduled", scheduledByLabel.getOrDefault(label, tally.sent()));
      json.writeNumberField("sent", tally.sent());
      json.writeNumberField("completed", tally.completed());
      json.writeNumberField("expected", tally.expected());
      json.writeNumberField("unexpected", tally.unexpected());
      json.writeNumberField("bytesSent", tally.bytesSent());
      json.writeNumberField("bytesReceived", tally.bytesReceived());
      writeCounts(json, "status", tally.statuses());
      writeCounts(json, "errors", tally.errors());
      writeMismatches(json, label);
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void writeMismatches(JsonGenerator json, String label) throws IOException {
    json.writeArrayFieldStart("mismatches");
    for (Mismatch it : mismatches.of(label)) {
      json.writeStartObject();
      json.writeStringField("expected", it.expected());
      json.writeStringField("received", it.received());
      json.writeNumberField("count", it.count());
      json.writeStringField("excerpt", it.excerpt());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Transactions are sums of requests, and therefore not among the labels. */
  private void writeTransactions(JsonGenerator json) throws IOException {
    if (transactions.isEmpty()) {
      return;
    }
    json.writeObjectFieldStart("transactions");
    for (Map.Entry<String, LabelTally> entry : new TreeMap<>(transactions).entrySet()) {
      json.writeObjectFieldStart(entry.getKey());
      json.writeNumberField("completed", entry.getValue().completed());
      json.writeNumberField("expected", entry.getValue().expected());
      json.writeNumberField("unexpected", entry.getValue().unexpected());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void writeCounts(JsonGenerator json, String name, Map<?, Long> counts)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<?, Long> entry : counts.entrySet()) {
      json.writeNumberField(entry.getKey().toString(), entry.getValue());
    }
    json.writeEndObject();
  }

  private void writeSeconds(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("seconds");
    for (SecondCounts second : seconds) {
      json.writeStartObject();
      json.writeNumberField("second", second.second());
      json.writeNumberField("scheduled", second.scheduled());
      json.writeNumberField("sent", second.sent());
      json.writeNumberField("completed", second.completed());
      json.writeNumberField("errors", second.errors());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
