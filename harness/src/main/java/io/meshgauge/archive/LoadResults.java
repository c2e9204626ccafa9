package io.meshgauge.archive;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.SecondSample;
import io.meshgauge.measure.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a load worker left in its folder, read back: {@code worker.json} with the counts, and the
 * HdrHistogram logs with the latencies.
 *
 * <p>The two are checked against each other, so that a log that was cut off is not taken for a fast
 * run.
 */
public final class LoadResults {
  /** The counts. */
  public static final String COUNTS = "worker.json";

  /** Times from the intended start. */
  public static final String RESPONSE = "response.hlog";

  /** Times from the actual send. */
  public static final String SERVICE = "service.hlog";

  /** Times from the intended start to the actual send. */
  public static final String SEND_LAG = "sendlag.hlog";

  private final Path file;
  private final JsonNode account;
  private final HistogramLog response;
  private final HistogramLog service;
  private final HistogramLog sendLag;

  private LoadResults(Path folder) {
    file = folder.resolve(COUNTS);
    account = parse(file);
    response = HistogramLog.read(folder.resolve(RESPONSE));
    service = HistogramLog.read(folder.resolve(SERVICE));
    sendLag = HistogramLog.read(folder.resolve(SEND_LAG));
  }

  /**
   * Reads a worker's result folder.
   *
   * @throws ArchiveException naming the file that is missing, damaged, or contradicts the others
   */
  public static LoadResult read(Path folder) {
    return new LoadResults(folder).result();
  }

  private LoadResult result() {
    Window window = window();
    List<LabelResult> labels = labels();
    long scheduled = labels.stream().mapToLong(LabelResult::scheduled).sum();
    LatencyHistogram lag = sendLag.all();
    long sent = labels.stream().mapToLong(LabelResult::sent).sum();
    agree(sendLag, "sent requests", sent, lag.count());
    return new LoadResult(
        window,
        scheduled / plannedSeconds(window),
        labels,
        lag,
        seconds(window),
        decimal(account, "cpuSeconds"),
        decimal(account, "allowedCores"),
        decimal(account, "gcMillis") / 1000,
        number(account, connectionsField()));
  }

  private Window window() {
    long start = number(account, "startEpochMicros");
    long end = number(account, "endEpochMicros");
    if (end <= start) {
      throw new ArchiveException(
          "%s: the window ends at %d and starts at %d".formatted(file, end, start));
    }
    return new Window(instant(start), instant(end));
  }

  /** The schedule's own length: the window is longer by the drain, which offered nothing. */
  private double plannedSeconds(Window window) {
    JsonNode planned = account.path("durationSeconds");
    boolean whole = planned.isNumber() && !account.path("stoppedEarly").asBoolean(false);
    return whole && planned.doubleValue() > 0 ? planned.doubleValue() : window.seconds();
  }

  private String connectionsField() {
    String within = "connectionsOpenedInWindow";
    return account.path(within).isNumber() ? within : "connectionsOpened";
  }

  private List<LabelResult> labels() {
    List<LabelResult> labels = new ArrayList<>();
    object(account, "labels")
        .properties()
        .forEach(e -> labels.add(label(e.getKey(), e.getValue())));
    return labels;
  }

  private LabelResult label(String name, JsonNode node) {
    Map<String, Long> errors = counts(node, "errors");
    long completed = number(node, "completed");
    LatencyHistogram responses = response.of(name);
    LatencyHistogram services = service.of(name);
    long timed = completed + errors.getOrDefault("timeout", 0L);
    agree(response, "answers and timeouts of '" + name + "'", timed, responses.count());
    agree(service, "answers and timeouts of '" + name + "'", timed, services.count());
    return new LabelResult(
        name,
        number(node, "scheduled"),
        number(node, "sent"),
        completed,
        number(node, "expected"),
        number(node, "unexpected"),
        counts(node, "status"),
        errors,
        responses,
        services);
  }

  private void agree(HistogramLog log, String what, long counted, long logged) {
    if (counted != logged) {
      throw new ArchiveException(
          "%s counts %d %s, and %s holds %d values; expected the same number: a file was cut off"
              .formatted(file, counted, what, log.file(), logged));
    }
  }

  private List<SecondSample> seconds(Window window) {
    Map<Integer, LatencyHistogram> latencies = response.bySecond(window.start().toEpochMilli());
    List<SecondSample> seconds = new ArrayList<>();
    for (JsonNode node : account.path("seconds")) {
      int second = Math.toIntExact(number(node, "second"));
      LatencyHistogram latency = latencies.getOrDefault(second, LatencyHistogram.merge(List.of()));
      seconds.add(
          new SecondSample(
              second,
              number(node, "scheduled"),
              number(node, "sent"),
              number(node, "completed"),
              number(node, "errors"),
              latency.seconds(50),
              latency.seconds(99)));
    }
    return seconds;
  }

  private Map<String, Long> counts(JsonNode node, String field) {
    Map<String, Long> counts = new TreeMap<>();
    object(node, field)
        .propertyNames()
        .forEach(name -> counts.put(name, number(node.path(field), name)));
    return counts;
  }

  private JsonNode object(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (!value.isObject()) {
      throw new ArchiveException("%s: no object '%s'".formatted(file, field));
    }
    return value;
  }

  private long number(JsonNode node, String field) {
    return Math.round(decimal(node, field));
  }

  private double decimal(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (!value.isNumber()) {
      throw new ArchiveException("%s: no number '%s'".formatted(file, field));
    }
    return value.doubleValue();
  }

  private static JsonNode parse(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new ArchiveException(
          "the load worker left no %s; it writes that file when its window is over"
              .formatted(file));
    }
    try {
      return JsonMapper.builder().build().readTree(file.toFile());
    } catch (JacksonException e) {
      throw new ArchiveException("%s is not JSON: %s".formatted(file, e.getOriginalMessage()), e);
    }
  }

  private static Instant instant(long epochMicros) {
    return Instant.ofEpochSecond(epochMicros / 1_000_000, epochMicros % 1_000_000 * 1000);
  }
}
