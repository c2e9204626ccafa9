package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.ReadyPage;
import io.meshgauge.platform.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Waits until several processes are ready. */
final class Readiness {
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(50);

  private final Duration limit;

  Readiness(Duration limit) {
    this.limit = limit;
  }

  /**
   * A readiness page.
   *
   * @param process that must keep running meanwhile
   * @param page that exists when it is ready
   */
  record Page(GuardedProcess process, ReadyPage page) {}

  /**
   * Waits for all pages.
   *
   * @throws PlatformException when a process ends, with its last lines, or the limit passes
   */
  void await(List<Page> pages) {
    List<Page> waiting = new ArrayList<>(pages);
    new Wait(limit, CHECK_INTERVAL)
        .untilTrue(() -> allReady(pages, waiting), () -> late(waiting.iterator().next()));
  }

  private static boolean allReady(List<Page> pages, List<Page> waiting) {
    waiting.removeIf(it -> it.page().isThere());
    if (!waiting.isEmpty()) {
      pages.forEach(Readiness::refuseEnded);
    }
    return waiting.isEmpty();
  }

  private static void refuseEnded(Page page) {
    if (!page.process().isAlive()) {
      throw new PlatformException("not ready: " + page.process().exitReport());
    }
  }

  private String late(Page page) {
    return "%s was not ready at %s within %d s: %s"
        .formatted(
            page.process().name(), page.page(), limit.toSeconds(), page.process().exitReport());
  }
}
