package io.meshgauge.evidence.distribution;

import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.evidence.probe.ProbeOpening;
import io.meshgauge.evidence.probe.ProbeResponse;
import io.meshgauge.evidence.window.CallCounts;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Rule;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Calls every service whose replicas are chosen by the client's address from several addresses of
 * the loopback device, some times from each, and reads at which replica each of them ended.
 *
 * <p>Every address must be at home at one replica, and not all of them at the same. The addresses
 * differ in their first three bytes as well, because NGINX looks at no more of them.
 */
public final class AddressSurvey {
  /** With two replicas, and a fair hash, all would meet at one in one survey of 32,768. */
  static final int ADDRESSES = 16;

  static final int CALLS = 3;
  private static final String SOURCE =
      "calls from addresses of the loopback device before the window";

  /** A balancer that finds out by requests alone forgets a failed one after a second. */
  private static final long FORGETTING_MILLIS = 1_200;

  private final DataPlane plane;
  private final Guarantees claims;
  private final CallCounts counts;
  private final List<Hop> hops;

  /**
   * A survey of a data plane.
   *
   * @param claims says which hops are TLS
   * @param served reads how many calls each replica has served so far
   */
  public AddressSurvey(DataPlane plane, Guarantees claims, Supplier<Map<String, Long>> served) {
    this.plane = plane;
    this.claims = claims;
    this.counts = new CallCounts(plane, served);
    // One hop to every service: its other callers meet the same balancer.
    SortedMap<String, Hop> byService = new TreeMap<>();
    plane.dial().keySet().stream()
        .filter(this::isChosenByAddress)
        .forEach(hop -> byService.put(hop.server(), hop));
    this.hops = List.copyOf(byService.values());
  }

  private boolean isChosenByAddress(Hop hop) {
    Balancing spread = plane.balancing().get(hop.server());
    // It calls in plaintext, which TLS refuses; what its algorithm does, the others show.
    return hop.protocol() != Protocol.TCP
        && hop.probe().permitted()
        && !claims.encrypted(hop)
        && spread != null
        && spread.rule() == Rule.IP_HASH
        && spread.servers().size() > 1;
  }

  /** Calls and judges; empty where no replica is chosen by address. */
  public List<Evidence> evidence() {
    if (hops.isEmpty()) {
      return List.of();
    }
    CallCounts.pause(FORGETTING_MILLIS);
    SortedMap<String, List<Home>> homes = new TreeMap<>();
    for (int i = 0; i < ADDRESSES; i++) {
      String from = "127.0.%d.%d".formatted(i, i + 1);
      Map<String, Long> before = counts.now();
      hops.forEach(hop -> call(hop, from));
      Map<String, Long> after =
          counts.awaited(before, hops.stream().map(Hop::server).toList(), CALLS);
      for (Hop hop : hops) {
        homes
            .computeIfAbsent(hop.server(), unused -> new ArrayList<>())
            .add(new Home(from, counts.grown(hop.server(), before, after)));
      }
    }
    return homes.entrySet().stream().map(it -> judge(it.getKey(), it.getValue())).toList();
  }

  /** Where the calls from an address ended: how many, by replica. */
  private record Home(String from, SortedMap<String, Long> calls) {
    long all() {
      return CallCounts.sum(calls);
    }
  }

  private void call(Hop hop, String from) {
    for (int i = 0; i < CALLS; i++) {
      try (Socket socket =
          PlaintextProbe.connect(Objects.requireNonNull(plane.dial().get(hop)), from)) {
        if (hop.protocol() == Protocol.GRPC) {
          ProbeResponse.toHttp2(ProbeOpening.request(hop), new byte[0], socket);
        } else {
          ProbeResponse.to(ProbeOpening.request(hop), socket);
        }
      } catch (IOException ignored) {
        // It is served nowhere then, which is what the counts will say.
      }
    }
  }

  private static Evidence judge(String service, List<Home> homes) {
    List<Home> incomplete = homes.stream().filter(it -> it.all() != CALLS).toList();
    if (!incomplete.isEmpty()) {
      return evidence(
          service,
          Verdict.MISSING,
          "of %d calls from %s the replicas served %s"
              .formatted(CALLS, incomplete.get(0).from(), incomplete.get(0).calls()));
    }
    List<Home> torn = homes.stream().filter(it -> it.calls().size() > 1).toList();
    Map<String, Long> residents =
        homes.stream()
            .flatMap(it -> it.calls().keySet().stream())
            .collect(Collectors.groupingBy(it -> it, TreeMap::new, Collectors.counting()));
    String words = "addresses by replica: " + residents;
    if (!torn.isEmpty()) {
      words += "; calls from %s ended at %s".formatted(torn.get(0).from(), torn.get(0).calls());
    }
    boolean kept = torn.isEmpty() && residents.size() > 1;
    return evidence(service, kept ? Verdict.PROVEN : Verdict.DISPROVEN, words);
  }

  private static Evidence evidence(String service, Verdict verdict, String observed) {
    return new Evidence(
        Promise.DISTRIBUTION,
        service + ": every address at one replica",
        verdict,
        "%d calls from each of %d addresses end at one replica, and not all at the same"
            .formatted(CALLS, ADDRESSES),
        observed,
        SOURCE);
  }
}
