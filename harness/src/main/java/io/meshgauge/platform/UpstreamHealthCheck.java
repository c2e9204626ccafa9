package io.meshgauge.platform;

import io.meshgauge.topology.ProxyProcess;
import java.time.Duration;
import java.util.List;

/** The wait until proxies have found the services, where they look for them. */
public final class UpstreamHealthCheck {
  private static final Wait LIMIT = new Wait(Duration.ofSeconds(30), Duration.ofMillis(100));

  private UpstreamHealthCheck() {}

  /**
   * Waits until every page of every proxy says so.
   *
   * @throws PlatformException naming the first proxy that has not found them
   */
  public static void await(List<ProxyProcess> proxies) {
    for (ProxyProcess proxy : proxies) {
      for (ProxyProcess.Sign sign : proxy.signs()) {
        ReadyPage page = new ReadyPage(proxy.admin(), sign.path());
        LIMIT.untilTrue(
            () -> sign.line().isEmpty() ? page.isThere() : page.has(sign.line()),
            () ->
                "%s has not found all replicas of %s healthy within %d s: expected %s %s"
                    .formatted(
                        proxy.name(),
                        proxy.workload(),
                        LIMIT.limit().toSeconds(),
                        page,
                        sign.line().isEmpty() ? "to be there" : "to say: " + sign.line()));
      }
    }
  }
}
