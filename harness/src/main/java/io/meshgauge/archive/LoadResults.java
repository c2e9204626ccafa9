package io.meshgauge.archive;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.SecondSample;
import io.meshgauge.measure.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What load workers left in their folder, read back: {@code worker.json} with the counts, and the
 * HdrHistogram logs with the latencies. Several workers left a folder {@code worker-K} each, with
 * the same files; they are read as one.
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

  /**
   * How far the clock of a worker on another machine was ahead of the harness's: {@code
   * {"aheadMicros": n}}. Absent where the clocks are one.
   */
  public static final String CLOCK = "clock.json";

  private static final Pattern WORKER = Pattern.compile("worker-(\\d{1,6})");

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
   * Reads a result folder: one worker's files, or the sum of all {@code worker-K} that hold a
   * {@code worker.json}. A worker that was lost has none, and the sum is the others'.
   *
   * @throws ArchiveException naming the file that is missing, damaged, or contradicts the others
   */
  public static LoadResult read(Path folder) {
    List<Path> workers = workers(folder);
    if (isOne(folder) || workers.isEmpty()) {
      return new LoadResults(folder).result();
    }
    List<LoadResults> parts = workers.stream().map(LoadResults::new).toList();
    agree(parts);
    return MergedLoad.of(parts.stream().map(LoadResults::part).toList());
  }

  /** Whether a folder holds results, of one worker or of several. */
  public static boolean in(Path folder) {
    return isOne(folder) || !workers(folder).isEmpty();
  }

  private static boolean isOne(Path folder) {
    return Files.isRegularFile(folder.resolve(COUNTS));
  }

  /** The folders of several workers that have finished, in the order of their indices. */
  private static List<Path> workers(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(one -> index(one) >= 0 && isOne(one))
          .sorted(Comparator.comparingInt(LoadResults::index))
          .toList();
    } catch (IOException e) {
      throw new ArchiveException("%s could not be listed: %s".formatted(folder, e), e);
    }
  }

  private static int index(Path folder) {
    Matcher name = WORKER.matcher(folder.getFileName().toString());
    return name.matches() ? Integer.parseInt(name.group(1)) : -1;
  }

  /** Workers that took the same share sent some requests twice and others not at all. */
  private static void agree(List<LoadResults> parts) {
    Map<String, Path> shares = new TreeMap<>();
    for (LoadResults part : parts) {
      if (!part.account.has("workers")) {
        continue;
      }
      String share = "%d of %d".formatted(number(part, "worker"), number(part, "workers"));
      Path other = shares.put(share, part.file);
      if (other != null) {
        throw new ArchiveException(
            "%s and %s are both of worker %s; expected every worker to have its own index"
                .formatted(other, part.file, share));
      }
    }
  }

  private static long number(LoadResults part, String field) {
    return part.number(part.account, field);
  }

  private MergedLoad.Part part() {
    return new MergedLoad.Part(result(), latencies(window(Duration.ZERO)));
  }

  private LoadResult result() {
    Window window = window(Duration.ZERO);
    List<LabelResult> labels = labels();
    long scheduled = labels.stream().mapToLong(LabelResult::scheduled).sum();
    LatencyHistogram lag = sendLag.all();
    long sent = labels.stream().mapToLong(LabelResult::sent).sum();
    agree(sendLag, "sent requests", sent, lag.count());
    return new LoadResult(
        window(ahead()),
        scheduled / plannedSeconds(window),
        labels,
        lag,
        seconds(window),
        decimal(account, "cpuSeconds"),
        decimal(account, "allowedCores"),
        decimal(account, "gcMillis") / 1000,
        number(account, connectionsField()));
  }

  private Duration ahead() {
    Path clock = file.resolveSibling(CLOCK);
    return Files.exists(clock)
        ? Duration.of(number(clock, parse(clock), "aheadMicros"), ChronoUnit.MICROS)
        : Duration.ZERO;
  }

  /** The window on a clock that the worker's own is ahead of; its files speak of its own. */
  private Window window(Duration ahead) {
    long start = number(account, "startEpochMicros");
    long end = number(account, "endEpochMicros");
    if (end <= start) {
      throw new ArchiveException(
          "%s: the window ends at %d and starts at %d".formatted(file, end, start));
    }
    return new Window(instant(start).minus(ahead), instant(end).minus(ahead));
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

  private Map<Integer, LatencyHistogram> latencies(Window window) {
    return response.bySecond(window.start().toEpochMilli());
  }

  private List<SecondSample> seconds(Window window) {
    Map<Integer, LatencyHistogram> latencies = latencies(window);
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
    return decimal(file, node, field);
  }

  private static long number(Path file, JsonNode node, String field) {
    return Math.round(decimal(file, node, field));
  }

  private static double decimal(Path file, JsonNode node, String field) {
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
