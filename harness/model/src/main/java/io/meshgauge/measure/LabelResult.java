package io.meshgauge.measure;

import java.util.Map;

/**
 * What became of the requests of one label, for example {@code checkout}.
 *
 * @param label name of the request in the mix
 * @param kind what is expected of them
 * @param scheduled requests due in the window
 * @param sent requests sent
 * @param completed requests answered
 * @param expected answers with the status the plan expects
 * @param status answers by HTTP status
 * @param errors requests without an answer, by kind
 * @param response time from the intended start
 * @param service time from the actual send
 * @param firstByte time from the actual send to the first byte of the answer; empty in records of
 *     before it was written down
 */
public record LabelResult(
    String label,
    RequestKind kind,
    long scheduled,
    long sent,
    long completed,
    long expected,
    Map<String, Long> status,
    Map<String, Long> errors,
    LatencyHistogram response,
    LatencyHistogram service,
    LatencyHistogram firstByte) {

  /** Answers with any other status. */
  public long unexpected() {
    return completed - expected;
  }

  /** Whether the plan sends these requests to be refused. */
  public boolean refused() {
    return kind.refused();
  }

  /** The same result of requests of another kind. */
  public LabelResult of(RequestKind other) {
    return new LabelResult(
        label, other, scheduled, sent, completed, expected, status, errors, response, service,
        firstByte);
  }
}
