package io.meshgauge.evidence.identity;

import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.IdentityCount;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Compares the identities by which proxies counted in the window with those that must have been
 * there: the server of a request has checked its sender's certificate against the mesh's authority.
 * Every expected identity was seen, no other one, and no request without one.
 */
public final class CountedIdentityProof {
  private static final String SOURCE =
      "proxies' counters by the other side's identity, at both ends of the window";

  private final DataPlane plane;

  public CountedIdentityProof(DataPlane plane) {
    this.plane = plane;
  }

  /** Evidence of every count; none of a data plane that does not count so. */
  public List<Evidence> evidence(ProxyCounters counters) {
    return plane.identities().stream().map(count -> judge(count, counters)).toList();
  }

  private static Evidence judge(IdentityCount count, ProxyCounters counters) {
    String expected = "only, and all of, " + words(count);
    if (!counters.known(count)) {
      return evidence(
          count,
          Verdict.MISSING,
          expected,
          "%s was not read at both ends of the window".formatted(count.proxy()));
    }
    SortedMap<String, Long> seen = counters.growth(count);
    List<String> strangers =
        seen.keySet().stream()
            .filter(identity -> count.expected().stream().noneMatch(identity::startsWith))
            .toList();
    List<String> absent = new ArrayList<>(count.expected());
    absent.removeIf(prefix -> seen.keySet().stream().anyMatch(it -> it.startsWith(prefix)));
    Verdict verdict = absent.isEmpty() ? Verdict.PROVEN : Verdict.MISSING;
    return evidence(
        count,
        strangers.isEmpty() ? verdict : Verdict.DISPROVEN,
        expected,
        seen.isEmpty() ? "no identity was counted" : "counted: " + seen);
  }

  private static String words(IdentityCount count) {
    return String.join(
        " and ", count.expected().stream().sorted().map(prefix -> prefix + "…").toList());
  }

  private static Evidence evidence(
      IdentityCount count, Verdict verdict, String expected, String observed) {
    return new Evidence(Promise.IDENTITY, count.subject(), verdict, expected, observed, SOURCE);
  }
}
