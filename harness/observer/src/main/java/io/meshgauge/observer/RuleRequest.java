package io.meshgauge.observer;

import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /rules}.
 *
 * @param step what to do
 * @param probe where to send requests; null except for {@link Step#OPEN}
 * @param denied whether the rule in force, or the new one, refuses the request
 * @param beginMicros when the change was requested, by the observer's clock; 0 before it
 * @param limitMillis since then
 */
record RuleRequest(
    Step step, @Nullable ProbeRequest probe, boolean denied, long beginMicros, long limitMillis) {
  /** What a client requests, in this order. */
  enum Step {
    /** Make the clients. */
    OPEN,
    /** Send until every proxy answers by the rule in force. */
    READY,
    /** Send until every proxy answers by the new rule only. */
    AWAIT,
    /** Send no more. */
    CLOSE
  }

  static RuleRequest of(Step step, boolean denied) {
    return new RuleRequest(step, null, denied, 0, 0);
  }
}
