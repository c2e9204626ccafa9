package io.meshgauge.observer;

import io.meshgauge.evidence.enforcement.RuleProbes;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.experiment.change.Transition;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Holds the clients that watch a rule. A repeated request has the same answer, so that a client
 * that lost one can send it again.
 */
final class RulePost implements AutoCloseable {
  private final ThreadFactory threads;
  private @Nullable RuleWatch watch;
  private @Nullable RuleRequest latest;
  private List<Transition> transitions = List.of();

  RulePost(ThreadFactory threads) {
    this.threads = threads;
  }

  synchronized RuleAnswer answer(RuleRequest request) {
    if (!request.equals(latest)) {
      transitions = carryOut(request);
      latest = request;
    }
    return new RuleAnswer(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()), transitions);
  }

  private List<Transition> carryOut(RuleRequest request) {
    switch (request.step()) {
      case OPEN -> open(Objects.requireNonNull(request.probe(), "no wires"));
      case READY -> opened().ready(request.denied());
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
