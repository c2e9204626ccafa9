package io.meshgauge.measure;

/**
 * One second of the measured window, for charts over time.
 *
 * @param second seconds since the window's start
 * @param scheduled requests due in this second
 * @param sent requests sent in this second
 * @param completed answers received in this second
 * @param errors requests without an answer
 * @param p50Seconds response time p50 of the answers of this second
 * @param p99Seconds response time p99 of the answers of this second
 */
public record SecondSample(
    int second,
    long scheduled,
    long sent,
    long completed,
    long errors,
    double p50Seconds,
    double p99Seconds) {

  /** The same counts in another second. */
  public SecondSample at(int other) {
    return new SecondSample(other, scheduled, sent, completed, errors, p50Seconds, p99Seconds);
  }

  /** The same second with the response times of its answers. */
  public SecondSample timed(double p50, double p99) {
    return new SecondSample(second, scheduled, sent, completed, errors, p50, p99);
  }
}
