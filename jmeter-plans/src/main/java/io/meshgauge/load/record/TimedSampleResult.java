package io.meshgauge.load.record;

import io.meshgauge.load.course.Arrival;
import org.apache.jmeter.samplers.SampleResult;
import org.jspecify.annotations.Nullable;

/**
 * A JMeter sample result with times in nanoseconds, since JMeter's own are whole milliseconds.
 * Times are {@link System#nanoTime()} readings.
 */
public final class TimedSampleResult extends SampleResult {

  private static final long serialVersionUID = 1L;
  private static final byte[] NOTHING = {};

  private long intendedNanos;
  private long readyNanos;
  private long sentNanos;
  private long firstByteNanos;
  private long endNanos;
  private int status;
  private @Nullable String statusName;
  private boolean connectionOpened;
  private @Nullable ErrorKind error;
  private String expectedStatus = "";
  private byte[] excerpt = NOTHING;

  /** Records the wall-clock start of the sample, which JMeter's own listeners show. */
  public void begin() {
    setStartTime(System.currentTimeMillis());
  }

  /**
   * Sets the actual start of the request, and from its arrival the intended start.
   *
   * @param arrival of the request; null without a schedule
   */
  public void sent(@Nullable Arrival arrival, long sent) {
    if (arrival != null && arrival.claim()) {
      sent(arrival.dueNanos(), arrival.readyNanos(), sent);
    } else {
      sent(sent, sent, sent);
    }
  }

  void sent(long intended, long ready, long sent) {
    intendedNanos = intended;
    readyNanos = ready;
    sentNanos = sent;
  }

  /** Sets when the first and the last byte of the response arrived. */
  public void received(int newStatus, long firstByte, long end) {
    status = newStatus;
    firstByteNanos = firstByte;
    endNanos = end;
  }

  /** The same for a protocol whose statuses have names, such as {@code UNAVAILABLE}. */
  public void received(String newStatusName, long firstByte, long end) {
    statusName = newStatusName;
    firstByteNanos = firstByte;
    endNanos = end;
  }

  /** Sets why and when the request ended without a response. */
  public void failed(ErrorKind kind, long end) {
    error = kind;
    firstByteNanos = end;
    endNanos = end;
  }

  /**
   * Notes what was expected of an answer that is another one.
   *
   * @param status one or more
   * @param beginning of the answer's body
   */
  public void mismatched(String status, byte[] beginning) {
    expectedStatus = status;
    excerpt = beginning;
  }

  /** Notes whether a new connection had to be opened for this request. */
  public void setConnectionOpened(boolean opened) {
    connectionOpened = opened;
  }

  /** When the request was meant to start. */
  public long intendedNanos() {
    return intendedNanos;
  }

  /** When the load generator could have sent it, see {@link Arrival#readyNanos}. */
  public long readyNanos() {
    return readyNanos;
  }

  /** Whether every connection waited for a response when the request was due. */
  public boolean blocked() {
    return readyNanos > intendedNanos;
  }

  /** When its sending began. */
  public long sentNanos() {
    return sentNanos;
  }

  /** When the first byte of the response arrived. */
  public long firstByteNanos() {
    return firstByteNanos;
  }

  /** When it was over. */
  public long endNanos() {
    return endNanos;
  }

  /** The status code of the response; 0 without one. */
  public int status() {
    return status;
  }

  /** The name of the response's status; null if statuses are numbers. */
  public @Nullable String statusName() {
    return statusName;
  }

  /** Whether a new connection was opened for it. */
  public boolean connectionOpened() {
    return connectionOpened;
  }

  /** The expected status of a request that got another answer; else empty. */
  String expectedStatus() {
    return expectedStatus;
  }

  /** The beginning of the body of such an answer. */
  byte[] excerpt() {
    return excerpt;
  }

  /** Why there was no response; null when there was one. */
  public @Nullable ErrorKind error() {
    return error;
  }
}
