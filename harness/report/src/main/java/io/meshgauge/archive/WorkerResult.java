package io.meshgauge.archive;

import io.meshgauge.archive.IntervalReader.Interval;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LabelResult.Mismatch;
import io.meshgauge.measure.LabelResult.Outcomes;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.ClockOffset;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.stage.Stage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** The result files of one load worker: its counts and the times that belong to them. */
final class WorkerResult {
  /** Above any count of a run; sums of many stay below 2^53. */
  private static final long MAX_COUNT = 1L << 50;

  /** The end of the year 9999, in microseconds. */
  private static final long MAX_EPOCH_MICROS = 253_402_300_799_999_999L;

  private static final int MAX_SECOND = 1 << 30;

  /** Absent in older archives, whose send lag includes the wait for a connection. */
  private static final String BLOCKED = "blocked";

  private static final Outcomes NO_OUTCOMES = new Outcomes(Map.of(), Map.of(), List.of());

  private final Path folder;
  private final Path file;
  private final JsonNode account;

  private WorkerResult(Path folder) {
    this.folder = folder;
    this.file = folder.resolve(LoadResults.COUNTS);
    this.account = parse(file);
  }

  /**
   * Reads the counts; the times are read later.
   *
   * @throws ArchiveException if the file is missing or damaged
   */
  static WorkerResult open(Path folder) {
    return new WorkerResult(folder);
  }

  /** The file with the counts. */
  Path file() {
    return file;
  }

  /** The share of the schedule, for example {@code 0 of 4}; empty if the worker took all. */
  Optional<String> share() {
    return account.has("workers")
        ? Optional.of("%d of %d".formatted(count(account, "worker"), count(account, "workers")))
        : Optional.empty();
  }

  /** Its log of response times, and the start of its seconds. */
  ResponseLogs.Source responses() {
    return new ResponseLogs.Source(
        folder.resolve(LoadResults.RESPONSE), window(Duration.ZERO).start().toEpochMilli());
  }

  /**
   * The result of the worker. Its seconds have counts and no latencies yet.
   *
   * @param response its response times
   * @throws ArchiveException if counts and times contradict each other
   */
  LoadResult result(HistogramLog response) {
    Window window = window(Duration.ZERO);
    HistogramLog service = HistogramLog.read(folder.resolve(LoadResults.SERVICE));
    HistogramLog firstByte = firstByte();
    HistogramLog sendLag = HistogramLog.read(folder.resolve(LoadResults.SEND_LAG));
    List<LabelResult> labels = labels(response, service, firstByte);
    long scheduled = labels.stream().mapToLong(LabelResult::scheduled).sum();
    LatencyHistogram lag = sendLag.all();
    long sent = labels.stream().mapToLong(LabelResult::sent).sum();
    requireEqual(sendLag, "sent requests", sent, lag.count());
    return new LoadResult(
        window(ahead()), scheduled / plannedSeconds(window), labels, lag, seconds(), use());
  }

  /** The stages of its load; none where the load has one rate, and in older archives. */
  List<Stage> stages() {
    List<Map.Entry<String, Stage.Span>> spans = new ArrayList<>();
    for (JsonNode it : account.path("stages")) {
      Stage.Span span =
          new Stage.Span(
              decimal(it, "fromSecond"), decimal(it, "toSecond"), decimal(it, "arrivals"));
      if (span.from() < 0 || span.to() <= span.from() || span.to() > MAX_SECOND) {
        throw new ArchiveException(
            "%s: a stage lasts from second %s to %s; expected a time within the window"
                .formatted(file, span.from(), span.to()));
      }
      spans.add(Map.entry(it.path("stage").asString(""), span));
    }
    return Stage.of(spans);
  }

  /**
   * The result in the seconds of a stage. What ends after the schedule belongs to the stage at its
   * end: otherwise requests that an overloaded system never answered would be in none. Counts of
   * all labels together are those of a label without a name, since seconds have no counts by label.
   */
  LoadResult result(Stage stage) {
    long start = responses().startMillis();
    double end = decimal(account, "durationSeconds");
    int after = (int) Math.ceil(end);
    double drained = stage.drainsIn(after, end) ? Math.max(0, window(ahead()).seconds() - end) : 0;
    IntPredicate counted = second -> stage.holds(second) || stage.drainsIn(second, end);
    Predicate<Interval> within = interval -> counted.test(interval.second(start));
    HistogramLog response = HistogramLog.read(folder.resolve(LoadResults.RESPONSE), within);
    HistogramLog service = HistogramLog.read(folder.resolve(LoadResults.SERVICE), within);
    Path first = folder.resolve(LoadResults.FIRST_BYTE);
    HistogramLog firstByte =
        Files.exists(first) ? HistogramLog.read(first, within) : HistogramLog.empty(first);
    HistogramLog sendLag = HistogramLog.read(folder.resolve(LoadResults.SEND_LAG), within);
    List<SecondSample> seconds =
        seconds().stream().filter(it -> counted.test(it.second())).toList();
    List<LabelResult> labels = new ArrayList<>(List.of(counts(seconds)));
    for (String name : object(account, "labels").propertyNames()) {
      labels.add(
          new LabelResult(
              name,
              RequestKind.ofEarlier(name),
              0,
              0,
              0,
              0,
              NO_OUTCOMES,
              response.of(name),
              service.of(name),
              firstByte.of(name)));
    }
    long scheduled = seconds.stream().mapToLong(SecondSample::scheduled).sum();
    return new LoadResult(
        window(ahead()),
        stage.seconds() + drained,
        (double) scheduled / Math.max(1, stage.seconds()),
        labels,
        sendLag.all(),
        seconds,
        use());
  }

  private static LabelResult counts(List<SecondSample> seconds) {
    long scheduled = seconds.stream().mapToLong(SecondSample::scheduled).sum();
    long errors = seconds.stream().mapToLong(SecondSample::errors).sum();
    LatencyHistogram none = LatencyHistogram.merge(List.of());
    return new LabelResult(
        "",
        RequestKind.ALLOWED,
        scheduled,
        seconds.stream().mapToLong(SecondSample::sent).sum(),
        seconds.stream().mapToLong(SecondSample::completed).sum(),
        scheduled - errors,
        NO_OUTCOMES,
        none,
        none,
        none);
  }

  private WorkerUse use() {
    return new WorkerUse(
        decimal(account, "cpuSeconds"),
        decimal(account, "allowedCores"),
        decimal(account, "gcMillis") / 1000,
        count(account, connectionsField()),
        account.has(BLOCKED) ? count(account, BLOCKED) : null,
        clock().stream().filter(it -> it.has("errorMicros")).map(this::offset).toList());
  }

  /** Absent in old archives. */
  private HistogramLog firstByte() {
    Path log = folder.resolve(LoadResults.FIRST_BYTE);
    return Files.exists(log) ? HistogramLog.read(log) : HistogramLog.empty(log);
  }

  /** Absent on this machine. */
  private Optional<JsonNode> clock() {
    Path clock = folder.resolve(LoadResults.CLOCK);
    return Files.exists(clock) ? Optional.of(parse(clock)) : Optional.empty();
  }

  private ClockOffset offset(JsonNode clock) {
    return new ClockOffset(
        account.has("workers") ? Math.toIntExact(count(account, "worker")) : 0,
        micros(clock, "aheadMicros") / 1e6,
        micros(clock, "errorMicros") / 1e6);
  }

  private long micros(JsonNode clock, String name) {
    return number(folder.resolve(LoadResults.CLOCK), clock, name);
  }

  private Duration ahead() {
    return clock()
        .map(it -> Duration.of(micros(it, "aheadMicros"), ChronoUnit.MICROS))
        .orElse(Duration.ZERO);
  }

  /** The window on the clock of the harness; the files use the clock of the worker. */
  private Window window(Duration ahead) {
    long start = number(account, "startEpochMicros");
    long end = number(account, "endEpochMicros");
    if (end <= start || start < 0 || end > MAX_EPOCH_MICROS) {
      throw new ArchiveException(
          "%s: the window ends at %d and starts at %d; expected microseconds of an epoch second, in their order"
              .formatted(file, end, start));
    }
    return new Window(instant(start).minus(ahead), instant(end).minus(ahead));
  }

  /** The length of the schedule; the window also includes the drain, which offered no load. */
  private double plannedSeconds(Window window) {
    String planned = "durationSeconds";
    boolean complete =
        account.path(planned).isNumber() && !account.path("stoppedEarly").asBoolean(false);
    double seconds = complete ? decimal(account, planned) : 0;
    return seconds > 0 ? seconds : window.seconds();
  }

  private String connectionsField() {
    String within = "connectionsOpenedInWindow";
    return account.path(within).isNumber() ? within : "connectionsOpened";
  }

  private List<LabelResult> labels(
      HistogramLog response, HistogramLog service, HistogramLog firstByte) {
    List<LabelResult> labels = new ArrayList<>();
    object(account, "labels")
        .properties()
        .forEach(e -> labels.add(label(e.getKey(), e.getValue(), response, service, firstByte)));
    return labels;
  }

  private LabelResult label(
      String name,
      JsonNode node,
      HistogramLog response,
      HistogramLog service,
      HistogramLog firstByte) {
    Map<String, Long> errors = counts(node, "errors");
    long completed = count(node, "completed");
    LatencyHistogram responses = response.of(name);
    LatencyHistogram services = service.of(name);
    long timed = completed + errors.getOrDefault("timeout", 0L);
    requireEqual(response, "answers and timeouts of '" + name + "'", timed, responses.count());
    requireEqual(service, "answers and timeouts of '" + name + "'", timed, services.count());
    LatencyHistogram firstBytes = firstByte.of(name);
    if (Files.exists(firstByte.file())) {
      requireEqual(firstByte, "answers of '" + name + "'", completed, firstBytes.count());
    }
    long expected = count(node, "expected");
    requireSum(name, completed, expected, count(node, "unexpected"));
    return new LabelResult(
        name,
        RequestKind.ofEarlier(name),
        count(node, "scheduled"),
        count(node, "sent"),
        completed,
        expected,
        new Outcomes(counts(node, "status"), errors, mismatches(name, node)),
        responses,
        services,
        firstBytes);
  }

  /** Absent in records of before they were counted. */
  private List<Mismatch> mismatches(String label, JsonNode node) {
    List<Mismatch> found = new ArrayList<>();
    for (JsonNode it : node.path("mismatches")) {
      found.add(
          new Mismatch(
              label,
              it.path("expected").asString(""),
              it.path("received").asString(""),
              count(it, "count"),
              count(node, "sent"),
              it.path("excerpt").asString("")));
    }
    return found;
  }

  private void requireSum(String label, long completed, long expected, long unexpected) {
    if (completed != expected + unexpected) {
      throw new ArchiveException(
          "%s counts %d answers of '%s', of them %d expected and %d unexpected; expected their sum"
              .formatted(file, completed, label, expected, unexpected));
    }
  }

  private void requireEqual(HistogramLog log, String what, long counted, long logged) {
    if (counted != logged) {
      throw new ArchiveException(
          "%s counts %d %s, and %s holds %d values; expected the same number: a file was cut off"
              .formatted(file, counted, what, log.file(), logged));
    }
  }

  private List<SecondSample> seconds() {
    List<SecondSample> seconds = new ArrayList<>();
    for (JsonNode node : account.path("seconds")) {
      seconds.add(
          new SecondSample(
              (int) Math.min(count(node, "second"), MAX_SECOND),
              count(node, "scheduled"),
              count(node, "sent"),
              count(node, "completed"),
              count(node, "errors"),
              0,
              0));
    }
    return seconds;
  }

  private Map<String, Long> counts(JsonNode node, String field) {
    Map<String, Long> counts = new TreeMap<>();
    object(node, field)
        .propertyNames()
        .forEach(name -> counts.put(name, count(node.path(field), name)));
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
    return number(file, node, field);
  }

  /** A count between 0 and the maximum of a run. */
  private long count(JsonNode node, String field) {
    long count = number(node, field);
    if (count < 0 || count > MAX_COUNT) {
      throw new ArchiveException(
          "%s: '%s' is %d; expected a count from 0 to %d".formatted(file, field, count, MAX_COUNT));
    }
    return count;
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
    double number = value.asDouble(Double.NaN);
    if (!Double.isFinite(number)) {
      throw new ArchiveException("%s: '%s' is beyond all numbers".formatted(file, field));
    }
    return number;
  }

  private static JsonNode parse(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new ArchiveException(
          "the load worker left no %s; it writes that file when its window is over"
              .formatted(file));
    }
    return Json.tree(file);
  }

  private static Instant instant(long epochMicros) {
    return Instant.ofEpochSecond(epochMicros / 1_000_000, epochMicros % 1_000_000 * 1000);
  }
}
