package io.meshgauge.load.record;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Recorder;

/**
 * Everything counted under one label. Many threads add; one thread reads and rolls.
 *
 * <p>Response and service times include every request with a response, expected or not, and every
 * timeout at the time of the timeout, which is less than the true time. A refused or broken
 * connection is counted without a time, because it would lower the percentiles.
 */
final class LabelTally {

  static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);
  static final int DIGITS = 3;
  private static final int STATUS_CODES = 1000;

  final Recorder response = new Recorder(1, MAX_MICROS, DIGITS);
  final Recorder service = new Recorder(1, MAX_MICROS, DIGITS);
  final Recorder firstByte = new Recorder(1, MAX_MICROS, DIGITS);
  final Recorder sendLag = new Recorder(1, MAX_MICROS, DIGITS);

  private final AtomicLongArray statuses = new AtomicLongArray(STATUS_CODES);
  private final Map<String, LongAdder> namedStatuses = new ConcurrentHashMap<>();
  private final Map<ErrorKind, LongAdder> errors = new EnumMap<>(ErrorKind.class);
  private final LongAdder expected = new LongAdder();
  private final LongAdder unexpected = new LongAdder();
  private final LongAdder blocked = new LongAdder();
  private final LongAdder bytesSent = new LongAdder();
  private final LongAdder bytesReceived = new LongAdder();

  LabelTally() {
    for (ErrorKind kind : ErrorKind.values()) {
      errors.put(kind, new LongAdder());
    }
  }

  void add(TimedSampleResult result, boolean successful) {
    sendLag.recordValue(micros(result.sentNanos() - result.readyNanos()));
    if (result.blocked()) {
      blocked.increment();
    }
    ErrorKind error = result.error();
    if (error != null) {
      Objects.requireNonNull(errors.get(error)).increment();
      if (error != ErrorKind.TIMEOUT) {
        return;
      }
    } else {
      firstByte.recordValue(micros(result.firstByteNanos() - result.sentNanos()));
      bytesSent.add(result.getSentBytes());
      bytesReceived.add(result.getBodySizeAsLong());
      count(result);
      (successful ? expected : unexpected).increment();
    }
    response.recordValue(micros(result.endNanos() - result.intendedNanos()));
    service.recordValue(micros(result.endNanos() - result.sentNanos()));
  }

  private void count(TimedSampleResult result) {
    String name = result.statusName();
    if (name == null) {
      statuses.incrementAndGet(Math.floorMod(result.status(), STATUS_CODES));
    } else {
      namedStatuses.computeIfAbsent(name, unused -> new LongAdder()).increment();
    }
  }

  /** Nanoseconds as whole microseconds within the range of the histograms. */
  static long micros(long nanos) {
    return Math.min(MAX_MICROS, Math.max(1, (nanos + 500) / 1000));
  }

  long expected() {
    return expected.sum();
  }

  long unexpected() {
    return unexpected.sum();
  }

  long completed() {
    return expected() + unexpected();
  }

  long sent() {
    return completed() + withoutResponse();
  }

  /** Requests that were due while every connection waited for a response. */
  long blocked() {
    return blocked.sum();
  }

  /** Bytes of the bodies of requests that were answered. */
  long bytesSent() {
    return bytesSent.sum();
  }

  /** Bytes of the bodies of their responses. */
  long bytesReceived() {
    return bytesReceived.sum();
  }

  /** Requests that ended without a response. */
  long withoutResponse() {
    return errors.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Unexpected statuses and requests without a response. */
  long failures() {
    return unexpected() + withoutResponse();
  }

  /** Responses by status: sorted numbers, then sorted names. */
  Map<String, Long> statuses() {
    Map<String, Long> seen = new LinkedHashMap<>();
    for (int code = 0; code < STATUS_CODES; code++) {
      if (statuses.get(code) > 0) {
        seen.put(Integer.toString(code), statuses.get(code));
      }
    }
    new TreeMap<>(namedStatuses).forEach((name, count) -> seen.put(name, count.sum()));
    return seen;
  }

  Map<ErrorKind, Long> errors() {
    Map<ErrorKind, Long> seen = new EnumMap<>(ErrorKind.class);
    errors.forEach(
        (kind, count) -> {
          if (count.sum() > 0) {
            seen.put(kind, count.sum());
          }
        });
    return seen;
  }
}
