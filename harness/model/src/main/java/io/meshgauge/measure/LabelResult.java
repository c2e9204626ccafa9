package io.meshgauge.measure;

import java.util.List;
import java.util.Map;

/**
 * What became of the requests of one label, for example {@code checkout}.
 *
 * @param label name of the request in the mix
 * @param scheduled requests due in the window
 * @param sent requests sent
 * @param completed requests answered
 * @param expected answers with the status the plan expects
 * @param unexpected answers with any other status
 * @param status answers by HTTP status
 * @param errors requests without an answer, by kind
 * @param response time from the intended start
 * @param service time from the actual send
 * @param firstByte time from the actual send to the first byte of the answer; empty in records of
 *     before it was written down
 */
public record LabelResult(
    String label,
    long scheduled,
    long sent,
    long completed,
    long expected,
    long unexpected,
    Map<String, Long> status,
    Map<String, Long> errors,
    LatencyHistogram response,
    LatencyHistogram service,
    LatencyHistogram firstByte) {

  /** Whether the plan sends these requests to be refused. */
  public boolean refused() {
    return List.of("forbidden", "risky", "unauthenticated").contains(label);
  }
}
