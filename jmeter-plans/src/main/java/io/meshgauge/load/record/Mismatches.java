package io.meshgauge.load.record;

import io.meshgauge.load.course.Mismatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.jmeter.assertions.AssertionResult;
import org.apache.jmeter.samplers.SampleResult;
import org.jspecify.annotations.Nullable;

/**
 * Requests that were not answered as expected, by label and by what came back instead, with the
 * beginning of one such answer. Many threads add.
 */
public final class Mismatches {
  /** Kinds of answers that are counted on their own; all further ones are left out. */
  private static final int MAX_KINDS = 50;

  private static final int MAX_EXCERPT_CHARS = 120;
  private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Map<String, LongAdder> matched = new ConcurrentHashMap<>();
  private final Map<Key, Tally> tallies = new ConcurrentHashMap<>();

  private record Key(String label, String received) {}

  private record Tally(
      String expected, String excerpt, LongAdder count, AtomicLong reportedNanos) {}

  /**
   * Counts a result.
   *
   * @return the kind of mismatch that is due to be reported: at its first occurrence, then at most
   *     once a second; else null
   */
  public @Nullable Mismatch add(SampleResult result) {
    String label = Objects.requireNonNullElse(result.getSampleLabel(), "");
    LongAdder right = matched.get(label);
    if (right == null) {
      if (matched.size() >= Recording.MAX_LABELS) {
        return null;
      }
      right = matched.computeIfAbsent(label, unused -> new LongAdder());
    }
    if (result.isSuccessful()) {
      right.increment();
      return null;
    }
    Key key = new Key(label, received(result));
    Tally tally = tallies.get(key);
    if (tally == null) {
      if (tallies.size() >= MAX_KINDS) {
        return null;
      }
      tally = tallies.computeIfAbsent(key, unused -> first(result));
    }
    tally.count().increment();
    long now = System.nanoTime();
    long last = tally.reportedNanos().get();
    boolean due = last == 0 || now - last >= REPORT_NANOS;
    return due && tally.reportedNanos().compareAndSet(last, now) ? mismatch(key, tally) : null;
  }

  /** All kinds under a label, the most frequent first. */
  List<Mismatch> of(String label) {
    List<Mismatch> found = new ArrayList<>();
    tallies.forEach(
        (key, tally) -> {
          if (key.label().equals(label)) {
            found.add(mismatch(key, tally));
          }
        });
    found.sort(Comparator.comparingLong(Mismatch::count).reversed());
    return found;
  }

  private Mismatch mismatch(Key key, Tally tally) {
    long count = tally.count().sum();
    long others = Objects.requireNonNull(matched.get(key.label())).sum();
    for (Map.Entry<Key, Tally> other : tallies.entrySet()) {
      if (other.getKey().label().equals(key.label()) && !other.getKey().equals(key)) {
        others += other.getValue().count().sum();
      }
    }
    return new Mismatch(
        key.label(), tally.expected(), key.received(), count, count + others, tally.excerpt());
  }

  private static Tally first(SampleResult result) {
    return new Tally(expected(result), excerpt(result), new LongAdder(), new AtomicLong());
  }

  private static String received(SampleResult result) {
    return Objects.requireNonNullElse(result.getResponseCode(), "");
  }

  private static String expected(SampleResult result) {
    if (result instanceof TimedSampleResult timed) {
      return timed.expectedStatus();
    }
    for (AssertionResult assertion : result.getAssertionResults()) {
      if (assertion.isFailure() || assertion.isError()) {
        return assertion.getName() + ": " + shortened(assertion.getFailureMessage());
      }
    }
    return "";
  }

  private static String excerpt(SampleResult result) {
    if (result instanceof TimedSampleResult timed && timed.error() == null) {
      return shortened(new String(timed.excerpt(), StandardCharsets.UTF_8));
    }
    String data = result.getResponseDataAsString();
    return shortened(data.isBlank() ? result.getResponseMessage() : data);
  }

  private static String shortened(@Nullable String text) {
    String line = text == null ? "" : text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    int end = Math.min(line.length(), MAX_EXCERPT_CHARS);
    // Half of a pair of surrogates is no text.
    return end < line.length()
        ? line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, end))) + "…"
        : line;
  }
}
