package io.meshgauge.evidence.traversal;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares the release that each running proxy reports of itself with the requested one. */
public final class ReleaseProof {
  private static final String SOURCE =
      "proxy/rules.txt: the release that the running proxies reported";

  private ReleaseProof() {}

  /**
   * Evidence of each proxy of which a release is requested.
   *
   * @param reported by the running proxies, by name
   */
  public static List<Evidence> evidence(DataPlane plane, Map<String, ProxyRules> reported) {
    return plane.proxies().stream()
        .filter(it -> !it.release().isEmpty())
        .map(it -> judge(it, reported.get(it.name())))
        .toList();
  }

  private static Evidence judge(ProxyProcess proxy, @Nullable ProxyRules reported) {
    String requested = proxy.release();
    String found = reported == null ? "" : reported.version();
    return new Evidence(
        Promise.TRAVERSAL,
        proxy.name() + ", release",
        verdict(requested, found),
        requested,
        found.isEmpty() ? "the proxy reported none" : found,
        SOURCE);
  }

  private static Verdict verdict(String requested, String found) {
    if (found.isEmpty()) {
      return Verdict.MISSING;
    }
    return found.equals(requested) ? Verdict.PROVEN : Verdict.DISPROVEN;
  }
}
