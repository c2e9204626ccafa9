package io.meshgauge.observer;

import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.observer.RuleRequest.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Watches a rule from an observer, whose clock may differ from that of this machine. */
final class RemoteRuleWatch implements RuleWatch {
  private final ObserverClient observer;
  private long aheadMicros;

  /** Clients at the observer, which send nothing yet. */
  RemoteRuleWatch(ObserverClient observer, ProbeRequest probe) {
    this.observer = observer;
    observer.rules(new RuleRequest(Step.OPEN, probe, false, 0, 0));
  }

  @Override
  public void ready(boolean denied) {
    observer.rules(RuleRequest.of(Step.READY, denied));
    // A second answer comes at once: half the time it took is the most by which this is wrong.
    long sent = micros();
    long clock = observer.rules(RuleRequest.of(Step.READY, denied)).clockMicros();
    aheadMicros = clock - (sent + micros()) / 2;
  }

  @Override
  public List<Transition> transitions(boolean denied, long beginMicros, Duration limit) {
    return observer
        .rules(
            new RuleRequest(Step.AWAIT, null, denied, beginMicros + aheadMicros, limit.toMillis()))
        .transitions();
  }

  @Override
  public void close() {
    observer.rules(RuleRequest.of(Step.CLOSE, false));
  }

  private static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }
}
