package io.meshgauge.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
 * @param outcomes how they ended
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
    Outcomes outcomes,
    LatencyHistogram response,
    LatencyHistogram service,
    LatencyHistogram firstByte) {

  /** Answers by HTTP or gRPC status. */
  public Map<String, Long> status() {
    return outcomes.status();
  }

  /** Requests without an answer, by kind. */
  public Map<String, Long> errors() {
    return outcomes.errors();
  }

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
        label, other, scheduled, sent, completed, expected, outcomes, response, service, firstByte);
  }

  /**
   * How requests of one label ended.
   *
   * @param status answers by status
   * @param errors requests without an answer, by kind
   * @param mismatches what came back instead of what the plan expects; empty in records of before
   *     it was written down
   */
  public record Outcomes(
      Map<String, Long> status, Map<String, Long> errors, List<Mismatch> mismatches) {}

  /**
   * Requests of one label that were not answered as the plan expects.
   *
   * @param label of the requests, for example {@code checkout}
   * @param expected one or more statuses, or the failed assertion of a plan; empty where the plan
   *     says nothing
   * @param received the status, or the kind of error of requests without an answer
   * @param count requests that ended so
   * @param of requests of the label that ended
   * @param excerpt beginning of one such answer; empty without one
   */
  public record Mismatch(
      String label, String expected, String received, long count, long of, String excerpt) {

    /** Whether it is an HTTP answer in place of another status, and no error of the server. */
    public boolean deliberate() {
      return received.matches("[1-4].*") && expected.matches("\\d.*");
    }

    /** Whether no request of the label was answered otherwise. */
    public boolean always() {
      return count == of && count > 0;
    }

    /** The same of another number of requests. */
    public Mismatch outOf(long requests) {
      return new Mismatch(label, expected, received, count, requests, excerpt);
    }

    /** The sums of those with the same label, expectation and answer, the most frequent first. */
    public static List<Mismatch> sums(List<Mismatch> parts) {
      Map<List<String>, Mismatch> sums = new LinkedHashMap<>();
      for (Mismatch part : parts) {
        sums.merge(
            List.of(part.label, part.expected, part.received),
            part,
            (a, b) ->
                new Mismatch(
                    a.label, a.expected, a.received, a.count + b.count, a.of + b.of, a.excerpt));
      }
      List<Mismatch> sorted = new ArrayList<>(sums.values());
      sorted.sort((a, b) -> Long.compare(b.count, a.count));
      return sorted;
    }
  }
}
