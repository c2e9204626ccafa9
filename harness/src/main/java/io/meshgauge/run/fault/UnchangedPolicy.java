package io.meshgauge.run.fault;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.EnforcementSettings;
import io.meshgauge.load.LoadListener;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The control: the times at which other arms change a policy, at which nothing happens. */
public final class UnchangedPolicy extends RepeatedChange {
  private final EnforcementSettings settings;
  private final int changes;

  /**
   * @param listener receives the progress
   * @param changes their number
   */
  public UnchangedPolicy(LoadListener listener, EnforcementSettings settings, int changes) {
    super(listener, "nothing");
    this.settings = settings;
    this.changes = changes;
  }

  @Override
  List<Change> carryOut(Instant start) throws InterruptedException {
    List<Change> done = new ArrayList<>();
    for (int i = 0; i < changes; i++) {
      sleepUntil(start.plus(settings.interval().multipliedBy(i)));
      long begin = Change.now();
      done.add(new Change(EnforcementSettings.NONE, "no proxies", begin, begin));
    }
    return done;
  }
}
