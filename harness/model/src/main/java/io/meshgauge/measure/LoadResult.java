package io.meshgauge.measure;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the load worker sent and got during a window, or during several with pauses between them.
 *
 * @param window first due time to last completion
 * @param seconds for which load was sent: the length of the window without pauses
 * @param rate scheduled mean rate in requests per second
 * @param labels results by request label
 * @param sendLag time from the intended start, or from when a connection was free, to the actual
 *     send: the load worker's own lateness. Where {@link WorkerUse#blocked} is null, from the
 *     intended start
 * @param timeline the window second by second, without pauses
 * @param worker what the load worker used for it
 */
public record LoadResult(
    Window window,
    double seconds,
    double rate,
    List<LabelResult> labels,
    LatencyHistogram sendLag,
    List<SecondSample> timeline,
    WorkerUse worker) {
  /** The result of a single window. */
  public LoadResult(
      Window window,
      double rate,
      List<LabelResult> labels,
      LatencyHistogram sendLag,
      List<SecondSample> timeline,
      WorkerUse worker) {
    this(window, window.seconds(), rate, labels, sendLag, timeline, worker);
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
    return to(service).mapToLong(LabelResult::sent).sum();
  }

  /** Requests to a service that had no answer. */
  public long unansweredBy(String service) {
    return to(service).mapToLong(label -> label.sent() - label.completed()).sum();
  }

  private Stream<LabelResult> to(String service) {
    return labels.stream()
        .filter(label -> label.kind().to().isEmpty() || label.kind().to().equals(service));
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
    return Quantile.Distribution.RESPONSE.of(this);
  }

  /**
   * The same result, whose requests are of these kinds.
   *
   * @param kinds by label; all others must succeed
   */
  public LoadResult of(Map<String, RequestKind> kinds) {
    List<LabelResult> known =
        labels.stream()
            .map(it -> it.of(kinds.getOrDefault(it.label(), RequestKind.ALLOWED)))
            .toList();
    return new LoadResult(window, seconds, rate, known, sendLag, timeline, worker);
  }

  /** The same result, second by second. */
  public LoadResult with(List<SecondSample> samples) {
    return new LoadResult(window, seconds, rate, labels, sendLag, samples, worker);
  }

  /**
   * What a load worker, or several together, used in a window.
   *
   * @param cpuSeconds CPU time used
   * @param allowedCores cores that may be used
   * @param gcSeconds time the collector ran
   * @param connectionsOpened connections opened
   * @param blocked requests that were due while every connection waited for an answer; null in
   *     archives that are older than the count
   * @param clocks of workers elsewhere, compared before each window; none on this machine, and in
   *     archives that do not say how sure the comparison is
   */
  public record WorkerUse(
      double cpuSeconds,
      double allowedCores,
      double gcSeconds,
      long connectionsOpened,
      @Nullable Long blocked,
      List<ClockOffset> clocks) {
    public WorkerUse {
      clocks = List.copyOf(clocks);
    }

    /** What a load worker on this machine used. */
    public WorkerUse(
        double cpuSeconds,
        double allowedCores,
        double gcSeconds,
        long connectionsOpened,
        @Nullable Long blocked) {
      this(cpuSeconds, allowedCores, gcSeconds, connectionsOpened, blocked, List.of());
    }

    /** What several workers used together; {@code blocked} is null if one of them is. */
    public static WorkerUse sum(Collection<WorkerUse> all) {
      boolean counted = all.stream().map(WorkerUse::blocked).noneMatch(Objects::isNull);
      return new WorkerUse(
          all.stream().mapToDouble(WorkerUse::cpuSeconds).sum(),
          all.stream().mapToDouble(WorkerUse::allowedCores).sum(),
          all.stream().mapToDouble(WorkerUse::gcSeconds).sum(),
          all.stream().mapToLong(WorkerUse::connectionsOpened).sum(),
          counted ? all.stream().map(WorkerUse::blocked).mapToLong(Long::longValue).sum() : null,
          all.stream().flatMap(it -> it.clocks().stream()).toList());
    }

    /** The same use of other cores. */
    public WorkerUse on(double cores) {
      return new WorkerUse(cpuSeconds, cores, gcSeconds, connectionsOpened, blocked, clocks);
    }
  }

  /**
   * How far the clock of a load worker was ahead of the harness's.
   *
   * @param worker its number, from 0
   * @param aheadSeconds negative if it was behind
   * @param errorSeconds by which that may be wrong: half of the fastest round trip
   */
  public record ClockOffset(int worker, double aheadSeconds, double errorSeconds) {

    /** Whether the clocks certainly differ by more than a limit. */
    public boolean isBeyond(double limitSeconds) {
      return Math.abs(aheadSeconds) - errorSeconds > limitSeconds;
    }
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
