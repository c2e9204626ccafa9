package io.meshgauge.observer;

import io.meshgauge.evidence.enforcement.RuleProbes;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.Transition;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Holds the clients that watch a rule. A repeated request has the same answer, so that a client
 * that lost one can send it again.
 */
final class RulePost implements AutoCloseable {
  /**
   * Body of {@code POST /rules}.
   *
   * @param step what to do
   * @param probe where to send requests; null except for {@link Step#OPEN}
   * @param denied whether the rule in force, or the new one, refuses the request
   * @param beginMicros when the change was requested, by the observer's clock; 0 before it
   * @param limitMillis since then; of {@link Step#READY}, of the wait
   */
  record Request(
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

    static Request ready(boolean denied, Duration limit) {
      return new Request(Step.READY, null, denied, 0, limit.toMillis());
    }
  }

  /**
   * Answer to {@code POST /rules}.
   *
   * @param clockMicros the observer's clock when it answered, in microseconds since the epoch
   * @param transitions of the change; empty before it
   */
  record Answer(long clockMicros, List<Transition> transitions) {
    Answer {
      transitions = List.copyOf(transitions);
    }
  }

  private final ThreadFactory threads;
  private @Nullable RuleWatch watch;
  private @Nullable Request latest;
  private List<Transition> transitions = List.of();

  RulePost(ThreadFactory threads) {
    this.threads = threads;
  }

  synchronized Answer answer(Request request) {
    if (!request.equals(latest)) {
      transitions = carryOut(request);
      latest = request;
    }
    return new Answer(Change.now(), transitions);
  }

  private List<Transition> carryOut(Request request) {
    switch (request.step()) {
      case OPEN -> open(Objects.requireNonNull(request.probe(), "no wires"));
      case READY -> opened().ready(request.denied(), Duration.ofMillis(request.limitMillis()));
      case AWAIT -> {
        return opened()
            .transitions(
                request.denied(), request.beginMicros(), Duration.ofMillis(request.limitMillis()));
      }
      case CLOSE -> close();
    }
    return List.of();
  }

  private void open(ProbeRequest probe) {
    close();
    watch =
        RuleProbes.of(
            WireEntry.plane(probe.wires()),
            probe.claims(),
            probe.options(),
            probe.identities().open(),
            threads);
  }

  private RuleWatch opened() {
    if (watch == null) {
      throw new ObserverException("no rule is watched; expected the step OPEN before");
    }
    return watch;
  }

  @Override
  public synchronized void close() {
    if (watch != null) {
      watch.close();
    }
  }
}
