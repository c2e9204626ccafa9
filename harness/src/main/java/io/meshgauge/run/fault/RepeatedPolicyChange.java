package io.meshgauge.run.fault;

import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.EnforcementSettings;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.load.LoadListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Adds a rule to all proxies and takes it back, again and again during a window, and watches when
 * each proxy applies it.
 */
public final class RepeatedPolicyChange extends RepeatedChange {
  /** A proxy that has not applied a rule by then is reported, and the next change waits for it. */
  static final Duration LIMIT = Duration.ofSeconds(15);

  private static final Duration READY_AHEAD = Duration.ofMillis(500);

  /** By then every proxy answers by the rule before the change. */
  private static final Duration READY_LIMIT = Duration.ofSeconds(10);

  private final Consumer<Boolean> policy;
  private final RuleWatch watch;
  private final EnforcementSettings settings;
  private final int changes;

  /**
   * @param listener receives the progress as well
   * @param policy adds the rule, or takes it back
   * @param watch of the proxies
   * @param changes their number
   */
  public RepeatedPolicyChange(
      LoadListener listener,
      Consumer<Boolean> policy,
      RuleWatch watch,
      EnforcementSettings settings,
      int changes) {
    super(listener, "the policy");
    this.policy = policy;
    this.watch = watch;
    this.settings = settings;
    this.changes = changes;
  }

  @Override
  List<Change> carryOut(Instant start) throws InterruptedException {
    List<Change> done = new ArrayList<>();
    for (int i = 0; i < changes; i++) {
      boolean denied = i % 2 == 0;
      Instant due = start.plus(settings.interval().multipliedBy(i)).plus(READY_AHEAD);
      sleepUntil(due.minus(READY_AHEAD));
      watch.ready(!denied, READY_LIMIT);
      sleepUntil(due);
      long begin = Change.now();
      policy.accept(denied);
      List<Transition> transitions = watch.transitions(denied, begin, LIMIT);
      done.add(
          new Change(
              denied ? EnforcementSettings.DENY : EnforcementSettings.ALLOW,
              "%d proxies"
                  .formatted(transitions.stream().map(Transition::service).distinct().count()),
              begin,
              Change.now(),
              transitions));
      if (transitions.stream().anyMatch(it -> !it.complete())) {
        // The next change would begin from rules that differ between proxies.
        break;
      }
    }
    return done;
  }

  @Override
  public void close() {
    try {
      super.close();
    } finally {
      watch.close();
    }
  }
}
