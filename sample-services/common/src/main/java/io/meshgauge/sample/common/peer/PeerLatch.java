package io.meshgauge.sample.common.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;

/**
 * Readiness of the peers: up after every check has passed once, and up from then on.
 *
 * <p>It latches because readiness that follows its peers would remove a service from rotation when
 * load makes a peer slow, and turn a slow peer into an outage.
 */
public final class PeerLatch implements HealthIndicator, SmartLifecycle {

  private static final long CHECK_INTERVAL_MILLIS = 50;

  private final List<ReadyCheck> missing;
  private volatile @Nullable Thread watcher;

  /**
   * @param checks that must pass once; empty means ready at once
   */
  public PeerLatch(List<ReadyCheck> checks) {
    this.missing = new CopyOnWriteArrayList<>(checks);
  }

  @Override
  public Health health() {
    List<String> waitingFor = new ArrayList<>();
    missing.forEach(check -> waitingFor.add(check.name()));
    return waitingFor.isEmpty()
        ? Health.up().build()
        : Health.outOfService().withDetail("waitingFor", waitingFor).build();
  }

  @Override
  public void start() {
    Thread thread = new Thread(this::watch, "ready-checks");
    thread.setDaemon(true);
    watcher = thread;
    thread.start();
  }

  @Override
  public void stop() {
    Thread thread = watcher;
    watcher = null;
    if (thread != null) {
      thread.interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return watcher != null;
  }

  private void watch() {
    try {
      while (!missing.isEmpty()) {
        missing.removeIf(check -> check.passes().getAsBoolean());
        if (!missing.isEmpty()) {
          Thread.sleep(CHECK_INTERVAL_MILLIS);
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
