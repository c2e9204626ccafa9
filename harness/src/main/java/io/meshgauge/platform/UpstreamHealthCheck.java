package io.meshgauge.platform;

import io.meshgauge.topology.plane.ProxyProcess;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Waits until proxies with health checks see their upstreams healthy. */
public final class UpstreamHealthCheck {
  private static final Wait TIMEOUT = new Wait(Duration.ofSeconds(30), Duration.ofMillis(100));

  private UpstreamHealthCheck() {}

  /**
   * Waits for every page of every proxy.
   *
   * @throws PlatformException naming the first proxy without healthy upstreams
   */
  public static void await(List<ProxyProcess> proxies) {
    await(proxies, TIMEOUT);
  }

  static void await(List<ProxyProcess> proxies, Wait timeout) {
    for (ProxyProcess proxy : proxies) {
      for (ProxyProcess.Sign sign : proxy.signs()) {
        ReadyPage page = new ReadyPage(proxy.admin(), sign.path());
        timeout.untilTrue(
            () -> sign.line().isEmpty() ? page.isThere() : page.has(sign.line()),
            () ->
                "%s has not found all replicas of %s healthy within %d s: expected %s %s%s"
                    .formatted(
                        proxy.name(),
                        proxy.workload(),
                        timeout.limit().toSeconds(),
                        page,
                        sign.line().isEmpty() ? "to be there" : "to say: " + sign.line(),
                        answers(sign)));
      }
    }
  }

  /** What the replicas answer to the check, which the application's file sets by ready. */
  private static String answers(ProxyProcess.Sign sign) {
    return sign.checks().isEmpty()
        ? ""
        : sign.checks().stream()
            .map(check -> new ReadyPage(check.address(), check.page()).answer())
            .collect(
                Collectors.joining(
                    ", ", ". It checks (ready: of the service): ", "; expected status 200"));
  }
}
