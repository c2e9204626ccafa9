package io.meshgauge.load.record;

import io.meshgauge.load.course.Course;
import io.meshgauge.load.course.DueCount;
import io.meshgauge.load.course.SecondCounts;
import io.meshgauge.load.course.Window;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.apache.jmeter.samplers.SampleResult;
import org.jspecify.annotations.Nullable;

/**
 * The record of one measured window. Worker threads add results without blocking; a separate thread
 * appends the histograms of each second to the logs and reports its counts.
 */
public final class Recording implements Closeable {

  /** Labels with histograms of their own, which take about a mebibyte each. */
  static final int MAX_LABELS = 100;

  /** The label of the requests of all further labels. */
  static final String OTHER_LABELS = "(other labels)";

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Window window;
  private final @Nullable Course course;
  private final @Nullable LoopFacts loop;
  private final @Nullable RunFiles files;
  private final Consumer<SecondCounts> listener;
  private volatile ProcessMeter atStart = ProcessMeter.read();
  private final Map<String, LabelTally> tallies = new ConcurrentHashMap<>();
  private final Map<String, LabelTally> transactions = new ConcurrentHashMap<>();
  private final Mismatches mismatches = new Mismatches();
  private final Histogram totalLag = newHistogram();
  private final Histogram secondResponse = newHistogram();
  private final List<SecondCounts> seconds = new ArrayList<>();
  private final @Nullable DueCount due;
  private final Thread ticker;
  private Counts before = new Counts(0, 0, 0, 0, 0);
  private long rolledNanos;
  private volatile boolean closing;

  private record Counts(
      long scheduled, long sent, long completed, long failures, long unanswered) {}

  /**
   * Starts a record.
   *
   * @param window the recorded window
   * @param course the recorded run; null for requests without a schedule
   * @param files receives the record; null to keep only counts
   * @param listener receives each second
   */
  public Recording(
      Window window,
      @Nullable Course course,
      @Nullable RunFiles files,
      Consumer<SecondCounts> listener) {
    this(window, course, null, files, listener);
  }

  /**
   * Starts the record of a closed loop.
   *
   * @param loop what is known of it
   */
  public static Recording ofLoop(
      Window window, LoopFacts loop, @Nullable RunFiles files, Consumer<SecondCounts> listener) {
    return new Recording(window, null, loop, files, listener);
  }

  @SuppressWarnings("ThreadPriorityCheck")
  private Recording(
      Window window,
      @Nullable Course course,
      @Nullable LoopFacts loop,
      @Nullable RunFiles files,
      Consumer<SecondCounts> listener) {
    this.window = window;
    this.course = course;
    this.loop = loop;
    this.files = files;
    this.listener = listener;
    due = course == null ? null : course.dueCount();
    rolledNanos = window.startNanos();
    ticker = new Thread(this::tick, "meshgauge-recorder");
    ticker.setDaemon(true);
    // Its work of some milliseconds would delay requests if all threads share one CPU.
    ticker.setPriority(Thread.MIN_PRIORITY);
    ticker.start();
  }

  static Histogram newHistogram() {
    return new Histogram(1, LabelTally.MAX_MICROS, LabelTally.DIGITS);
  }

  /** Adds a result under its label. Results of other samplers count with their milliseconds. */
  public void add(SampleResult result) {
    TimedSampleResult timed =
        result instanceof TimedSampleResult own ? own : StockSample.timed(result, true);
    tally(tallies, result).add(timed, result.isSuccessful());
    if (!result.isSuccessful()) {
      mismatches.add(result);
    }
  }

  /** Adds a transaction: its requests are added themselves, and it is in no sum of requests. */
  public void addTransaction(SampleResult result) {
    tally(transactions, result).add(StockSample.timed(result, false), result.isSuccessful());
  }

  private static LabelTally tally(Map<String, LabelTally> of, SampleResult result) {
    String label = result.getSampleLabel();
    LabelTally tally = label == null ? null : of.get(label);
    if (tally != null) {
      return tally;
    }
    // Names with variables, as in "order 4711", would fill the memory with histograms.
    String text = text(label);
    String kept = of.size() < MAX_LABELS || of.containsKey(text) ? text : OTHER_LABELS;
    return of.computeIfAbsent(kept, unused -> new LabelTally());
  }

  /** A label as Unicode text, which every file keeps: halves of pairs that are alone are none. */
  private static String text(@Nullable String label) {
    return label == null
        ? ""
        : label
            .codePoints()
            .map(it -> it >= Character.MIN_SURROGATE && it <= Character.MAX_SURROGATE ? 0xFFFD : it)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  private void tick() {
    try {
      sleepUntil(window.startNanos());
      atStart = ProcessMeter.read();
      for (long second = 1; !closing; second++) {
        sleepUntil(window.startNanos() + second * SECOND_NANOS);
        roll(System.nanoTime());
      }
    } catch (InterruptedException ignored) {
      // While closing, the closing thread writes the last, shorter second.
    }
  }

  private static void sleepUntil(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, nanos - System.nanoTime()));
  }

  private synchronized void roll(long now) {
    // Counts are read first, because writing takes time and they belong to this instant.
    Counts after = countsAt(now);
    long from = window.epochMicros(rolledNanos);
    long to = window.epochMicros(now);
    secondResponse.reset();
    for (Map.Entry<String, LabelTally> entry : tallies.entrySet()) {
      rollLabel(entry.getKey(), entry.getValue(), from, to);
    }
    if (files != null) {
      rollTransactions(files, from, to);
      files.flush();
    }
    rolledNanos = now;
    SecondCounts second =
        new SecondCounts(
            seconds.size(),
            after.scheduled - before.scheduled,
            after.sent - before.sent,
            after.completed - before.completed,
            after.failures - before.failures,
            after.unanswered - before.unanswered,
            percentile(secondResponse, 50),
            percentile(secondResponse, 99));
    before = after;
    seconds.add(second);
    listener.accept(second);
  }

  private void rollLabel(String label, LabelTally tally, long from, long to) {
    Histogram response = tally.response.getIntervalHistogram();
    Histogram service = tally.service.getIntervalHistogram();
    Histogram first = tally.firstByte.getIntervalHistogram();
    Histogram lag = tally.sendLag.getIntervalHistogram();
    secondResponse.add(response);
    totalLag.add(lag);
    if (files != null) {
      files.append(label, from, to, List.of(response, service, first, lag));
    }
  }

  private void rollTransactions(RunFiles to, long fromMicros, long toMicros) {
    transactions.forEach(
        (label, tally) ->
            to.appendTransaction(
                label, fromMicros, toMicros, tally.response.getIntervalHistogram()));
  }

  private Counts countsAt(long now) {
    long completed = 0;
    long failures = 0;
    long unanswered = 0;
    long ended = 0;
    for (LabelTally tally : tallies.values()) {
      completed += tally.completed();
      failures += tally.failures();
      unanswered += tally.withoutResponse();
      ended += tally.sent();
    }
    long sent = course == null ? ended : course.sent();
    long scheduled = due == null ? sent : due.advanceTo(now);
    return new Counts(scheduled, sent, completed, failures, unanswered);
  }

  static long percentile(Histogram histogram, double percentile) {
    return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percentile);
  }

  /** Writes the last second and completes the files. Call after the last result was added. */
  @Override
  public void close() throws IOException {
    closing = true;
    ticker.interrupt();
    try {
      ticker.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    long now = System.nanoTime();
    roll(now);
    if (files != null) {
      files.complete(account(window.epochMicros(now)));
    }
  }

  private synchronized RunAccount account(long endEpochMicros) {
    return new RunAccount(
        window.startEpochMicros(),
        endEpochMicros,
        course,
        loop,
        due == null ? Map.of() : due.byLabel(),
        Map.copyOf(tallies),
        Map.copyOf(transactions),
        mismatches,
        new RunAccount.Totals(before.scheduled, before.sent, before.completed),
        totalLag,
        ProcessMeter.read().since(atStart),
        List.copyOf(seconds));
  }
}
