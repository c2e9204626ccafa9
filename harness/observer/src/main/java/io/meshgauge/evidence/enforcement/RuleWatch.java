package io.meshgauge.evidence.enforcement;

import io.meshgauge.experiment.change.Transition;
import java.time.Duration;
import java.util.List;

/** Watches at every proxy whether a request of ours is refused, while a policy changes. */
public interface RuleWatch extends AutoCloseable {

  /**
   * Starts to send, and returns once every proxy answers by the rule that is in force.
   *
   * @param denied whether that refuses the request
   * @param limit of the wait
   * @throws EnforcementException naming the proxies that do not, with their answers
   */
  void ready(boolean denied, Duration limit);

  /**
   * Returns once every proxy has answered by the new rule only for a while, or the limit has
   * passed, and sends no more.
   *
   * @param denied whether the new rule refuses the request
   * @param beginMicros when the change was requested, by the clock of this machine, in microseconds
   *     since the epoch
   * @param limit since then
   * @return for each service and kind of connection, in a stable order
   */
  List<Transition> transitions(boolean denied, long beginMicros, Duration limit);

  /** Sends no more. */
  @Override
  void close();

  /** Several, each of other proxies, as one. */
  static RuleWatch together(List<RuleWatch> watches) {
    return new RuleWatch() {
      @Override
      public void ready(boolean denied, Duration limit) {
        watches.forEach(it -> it.ready(denied, limit));
      }

      @Override
      public List<Transition> transitions(boolean denied, long beginMicros, Duration limit) {
        return watches.stream()
            .flatMap(it -> it.transitions(denied, beginMicros, limit).stream())
            .sorted(Transition.ORDER)
            .toList();
      }

      @Override
      public void close() {
        watches.forEach(RuleWatch::close);
      }
    };
  }
}
