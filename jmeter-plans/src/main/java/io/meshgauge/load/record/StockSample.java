package io.meshgauge.load.record;

import io.meshgauge.load.course.Arrival;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.samplers.SampleResult;

/**
 * Translates the result of a stock sampler, whose own times are whole milliseconds; those of {@link
 * SampleClock} replace them where they were measured.
 */
final class StockSample {

  private StockSample() {}

  /**
   * The result with times in nanoseconds. Without a clock it may come some time after its end,
   * because post-processors and assertions run in between.
   */
  static TimedSampleResult timed(SampleResult result, boolean request) {
    SampleClock clock = request ? SampleClock.take() : null;
    if (clock != null) {
      return timed(result, true, clock.beganNanos(), clock.endedNanos());
    }
    long late = result.getEndTime() == 0 ? 0 : System.currentTimeMillis() - result.getEndTime();
    long end = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(Math.max(0, late));
    return timed(result, request, end - TimeUnit.MILLISECONDS.toNanos(result.getTime()), end);
  }

  private static TimedSampleResult timed(
      SampleResult result, boolean request, long sent, long end) {
    TimedSampleResult timed = new TimedSampleResult();
    if (request) {
      timed.sent(Arrival.current(), sent);
    } else {
      timed.sent(sent, sent, sent);
    }
    long firstByte = Math.min(end, sent + TimeUnit.MILLISECONDS.toNanos(result.getLatency()));
    timed.setSentBytes(result.getSentBytes());
    timed.setBodySize(result.getBodySizeAsLong());
    String code = result.getResponseCode();
    if (code != null && code.matches("\\d{3}")) {
      timed.received(Integer.parseInt(code), firstByte, end);
    } else if (result.isSuccessful() || !request) {
      timed.received(0, firstByte, end);
    } else {
      timed.failed(kind(String.valueOf(code) + " " + result.getResponseMessage()), end);
    }
    return timed;
  }

  /** The kind of a failure, by the name of the exception that JMeter writes as response code. */
  private static ErrorKind kind(String text) {
    String failure = text.toLowerCase(Locale.ROOT);
    if (failure.contains("timeout") || failure.contains("timed out")) {
      return ErrorKind.TIMEOUT;
    }
    if (failure.contains("refused") || failure.contains("httphostconnectexception")) {
      return ErrorKind.REFUSED;
    }
    if (failure.contains("unknownhost") || failure.contains("noroutetohost")) {
      return ErrorKind.CONNECT;
    }
    if (failure.contains("nohttpresponse")
        || failure.contains("socketexception")
        || failure.contains("connectionclosed")) {
      return ErrorKind.CLOSED;
    }
    return failure.contains("protocolexception") ? ErrorKind.MALFORMED : ErrorKind.OTHER;
  }
}
