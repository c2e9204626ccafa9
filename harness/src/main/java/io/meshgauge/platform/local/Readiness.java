package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.ReadyPage;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.local.process.GuardedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Waits until several processes are ready. */
final class Readiness {
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(50);

  /** The part of the limit after which a server that still knows no such page never will. */
  private static final int UNKNOWN_SHARE = 9;

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
   * @throws PlatformException when a process ends, with its last lines, when the limit passes, or
   *     when one answers after a ninth of it that it has no such page
   */
  void await(List<Page> pages) {
    List<Page> waiting = new ArrayList<>(pages);
    long unknown = System.nanoTime() + limit.dividedBy(UNKNOWN_SHARE).toNanos();
    new Wait(limit, CHECK_INTERVAL)
        .untilTrue(() -> allReady(pages, waiting, unknown), () -> late(waiting.iterator().next()));
  }

  private static boolean allReady(List<Page> pages, List<Page> waiting, long unknown) {
    waiting.removeIf(it -> it.page().isThere());
    if (!waiting.isEmpty()) {
      pages.forEach(Readiness::refuseEnded);
      if (System.nanoTime() > unknown) {
        waiting.forEach(Readiness::refuseUnknown);
      }
    }
    return waiting.isEmpty();
  }

  private static void refuseUnknown(Page page) {
    if (page.page().isUnknown()) {
      throw new PlatformException(
          "%s runs, and has no page of readiness: %s; expected 200: is ready: of %s right in the application's file?"
              .formatted(page.process().name(), page.page().answer(), page.process().name()));
    }
  }

  private static void refuseEnded(Page page) {
    if (!page.process().isAlive()) {
      throw new PlatformException("not ready: " + page.process().exitReport());
    }
  }

  private String late(Page page) {
    return "%s was not ready within %d s: %s; %s"
        .formatted(
            page.process().name(),
            limit.toSeconds(),
            page.page().answer(),
            page.process().exitReport());
  }
}
