package io.meshgauge.measure;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the load worker sent and got during a window, or during several with pauses between them.
 *
 * @param window first due time to last completion
 * @param seconds for which load was sent: the length of the window without pauses
 * @param rate scheduled mean rate in requests per second
 * @param labels results by request label
 * @param sendLag time from the intended start, or from when a connection was free, to the actual
 *     send: the load worker's own lateness. Where {@code blocked} is null, from the intended start
 * @param timeline the window second by second, without pauses
 * @param cpuSeconds CPU the worker used in the window
 * @param allowedCores cores the worker may use
 * @param gcSeconds time the worker's collector ran in the window
 * @param connectionsOpened connections opened in the window
 * @param blocked requests that were due while every connection waited for an answer; null in
 *     archives that are older than the count
 */
public record LoadResult(
    Window window,
    double seconds,
    double rate,
    List<LabelResult> labels,
    LatencyHistogram sendLag,
    List<SecondSample> timeline,
    double cpuSeconds,
    double allowedCores,
    double gcSeconds,
    long connectionsOpened,
    @Nullable Long blocked) {
  /** The result of a single window. */
  public LoadResult(
      Window window,
      double rate,
      List<LabelResult> labels,
      LatencyHistogram sendLag,
      List<SecondSample> timeline,
      double cpuSeconds,
      double allowedCores,
      double gcSeconds,
      long connectionsOpened,
      @Nullable Long blocked) {
    this(
        window,
        window.seconds(),
        rate,
        labels,
        sendLag,
        timeline,
        cpuSeconds,
        allowedCores,
        gcSeconds,
        connectionsOpened,
        blocked);
  }

  /** Requests due in the window. */
  public long scheduled() {
    return labels.stream().mapToLong(LabelResult::scheduled).sum();
  }

  /** Requests sent. */
  public long sent() {
    return labels.stream().mapToLong(LabelResult::sent).sum();
  }

  /** Requests that the load sent to a service. */
  public long sentTo(String service) {
    return labels.stream()
        .filter(label -> label.kind().to().isEmpty() || label.kind().to().equals(service))
        .mapToLong(LabelResult::sent)
        .sum();
  }

  /** Requests answered, with whatever status. */
  public long completed() {
    return labels.stream().mapToLong(LabelResult::completed).sum();
  }

  /** Answered with an unexpected status, or not answered. */
  public long failed() {
    return scheduled() - labels.stream().mapToLong(LabelResult::expected).sum();
  }

  /** Completed over scheduled, 0 to 1. */
  public double achieved() {
    return scheduled() == 0 ? 0 : (double) completed() / scheduled();
  }

  /** Response times of the requests that are meant to succeed. */
  public LatencyHistogram allowedResponse() {
    return merged(label -> !label.refused(), LabelResult::response);
  }

  /** Service times of the requests that are meant to succeed. */
  public LatencyHistogram allowedService() {
    return merged(label -> !label.refused(), LabelResult::service);
  }

  /** Times to the first byte of the requests that are meant to succeed. */
  public LatencyHistogram allowedFirstByte() {
    return merged(label -> !label.refused(), LabelResult::firstByte);
  }

  /** Response times of the requests that are meant to be refused. */
  public LatencyHistogram deniedResponse() {
    return merged(LabelResult::refused, LabelResult::response);
  }

  private LatencyHistogram merged(
      Predicate<LabelResult> which, Function<LabelResult, LatencyHistogram> histogram) {
    return LatencyHistogram.merge(labels.stream().filter(which).map(histogram).toList());
  }

  /**
   * The same result, whose requests are of these kinds.
   *
   * @param kinds by label; all others must succeed
   */
  public LoadResult of(Map<String, RequestKind> kinds) {
    return new LoadResult(
        window,
        seconds,
        rate,
        labels.stream()
            .map(it -> it.of(kinds.getOrDefault(it.label(), RequestKind.ALLOWED)))
            .toList(),
        sendLag,
        timeline,
        cpuSeconds,
        allowedCores,
        gcSeconds,
        connectionsOpened,
        blocked);
  }

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
}
