package io.meshgauge.evidence.traversal;

import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.evidence.probe.ProbeOpening;
import io.meshgauge.evidence.window.CallCounts;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Rule;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
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
 * Opens connections to every service whose connections are spread, one after the other, sends some
 * requests on each, and reads at which replica they ended.
 *
 * <p>All requests of a connection must end at one replica, and the connections be spread as the
 * algorithm says. Before the load that is: in the window there are too few connections to judge
 * their spread by, since callers keep theirs. All are held until the last is open, so that the
 * fewest connections can be counted.
 */
public final class ConnectionSurvey {
  /** Requests on each connection. */
  static final int CALLS = 2;

  /** Connections for each replica: more than a worker's own turns may differ by. */
  private static final int PER_REPLICA = 8;

  /** The services may open a connection of their own in between. */
  private static final int OTHERS = 1;

  private static final String SOURCE =
      "connections opened before the window; micrometer: calls that each replica served of them";

  private final DataPlane plane;
  private final CallCounts counts;
  private final List<Hop> hops;

  /**
   * A survey of a data plane.
   *
   * @param served reads how many calls each replica has served so far
   */
  public ConnectionSurvey(DataPlane plane, Supplier<Map<String, Long>> served) {
    this.plane = plane;
    this.counts = new CallCounts(plane, served);
    // One hop to every service: its other callers meet the same balancer.
    SortedMap<String, Hop> byService = new TreeMap<>();
    plane.dial().keySet().stream()
        .filter(this::isSpreadByConnection)
        .forEach(hop -> byService.put(hop.server(), hop));
    this.hops = List.copyOf(byService.values());
  }

  private boolean isSpreadByConnection(Hop hop) {
    Balancing spread = plane.balancing().get(hop.server());
    // By address all of ours go to one replica; others are called by the survey of addresses.
    return spread != null
        && hop.probe().permitted()
        && spread.byConnection()
        && spread.servers().size() > 1
        && spread.rule() != Rule.IP_HASH
        && spread.servers().size() > 1;
  }

  /** Calls and judges; empty where no connections are spread. */
  public List<Evidence> evidence() {
    if (hops.isEmpty()) {
      return List.of();
    }
    SortedMap<String, List<SortedMap<String, Long>>> homes = new TreeMap<>();
    hops.forEach(hop -> homes.put(hop.server(), new ArrayList<>()));
    int connections =
        PER_REPLICA
            * Objects.requireNonNull(plane.balancing().get(hops.get(0).server())).servers().size();
    List<Socket> held = new ArrayList<>();
    try {
      boolean whole = true;
      for (int i = 0; i < connections && whole; i++) {
        Map<String, Long> before = counts.now();
        hops.forEach(hop -> call(hop, held));
        Map<String, Long> after = counts.awaited(before, homes.keySet(), CALLS);
        homes.forEach((service, of) -> of.add(counts.grown(service, before, after)));
        // Where one was not served, the next would not be, and each is waited for.
        whole = homes.values().stream().allMatch(of -> CallCounts.sum(last(of)) == CALLS);
      }
    } finally {
      held.forEach(ConnectionSurvey::close);
    }
    return homes.entrySet().stream()
        .map(it -> judge(it.getKey(), it.getValue(), connections))
        .toList();
  }

  private static SortedMap<String, Long> last(List<SortedMap<String, Long>> of) {
    return of.get(of.size() - 1);
  }

  private void call(Hop hop, List<Socket> held) {
    try {
      Socket socket = PlaintextProbe.connect(Objects.requireNonNull(plane.dial().get(hop)));
      held.add(socket);
      socket.getOutputStream().write(ProbeOpening.requests(hop, CALLS));
      socket.getOutputStream().flush();
    } catch (IOException ignored) {
      // It is served nowhere then, which is what the counts will say.
    }
  }

  private Evidence judge(String service, List<SortedMap<String, Long>> homes, int connections) {
    Balancing spread = Objects.requireNonNull(plane.balancing().get(service));
    String expected =
        "both requests of each of %d connections at one replica, and %s"
            .formatted(connections, expected(service, spread));
    if (CallCounts.sum(last(homes)) != CALLS || homes.size() < connections) {
      return evidence(
          service,
          spread,
          Verdict.MISSING,
          expected,
          "it ended at connection %d, of whose %d requests the replicas served %s"
              .formatted(homes.size(), CALLS, last(homes)));
    }
    List<SortedMap<String, Long>> torn = homes.stream().filter(it -> it.size() > 1).toList();
    if (!torn.isEmpty()) {
      return evidence(
          service,
          spread,
          Verdict.DISPROVEN,
          expected,
          "of %d connections requests ended at several replicas, for example at %s"
              .formatted(torn.size(), torn.get(0)));
    }
    Map<String, Long> residents =
        homes.stream()
            .map(SortedMap::firstKey)
            .collect(Collectors.groupingBy(it -> it, TreeMap::new, Collectors.counting()));
    boolean kept =
        spread.servers().stream()
            .allMatch(it -> fits(service, spread, it, homes.size(), residents));
    return evidence(
        service,
        spread,
        kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected,
        "connections by replica: " + residents);
  }

  private String expected(String service, Balancing spread) {
    return spread.rule() == Rule.ROUND_ROBIN
        ? "connections in the shares %s, give or take %d"
            .formatted(
                spread.servers().stream()
                    .map(it -> Integer.toString(it.weight()))
                    .collect(Collectors.joining(" : ")),
                slack(service))
        : "no replica with less than half of its share";
  }

  private boolean fits(
      String service, Balancing spread, Server server, int all, Map<String, Long> residents) {
    double expected = all * spread.share(server);
    long found = residents.getOrDefault(server.replica().name(), 0L);
    return spread.rule() == Rule.ROUND_ROBIN
        ? Math.abs(found - expected) <= slack(service)
        : found >= expected / 2;
  }

  /** Every worker of a proxy may take turns of its own. */
  private int slack(String service) {
    return OTHERS
        + plane.proxies().stream()
            .filter(it -> it.workload().equals(service))
            .mapToInt(ProxyProcess::workers)
            .max()
            .orElse(1);
  }

  private static Evidence evidence(
      String service, Balancing spread, Verdict verdict, String expected, String observed) {
    return new Evidence(
        Promise.DISTRIBUTION,
        "%s: connections, %s".formatted(service, ConnectionProof.words(spread.rule())),
        verdict,
        expected,
        observed,
        SOURCE);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException ignored) {
      // It is gone then.
    }
  }
}
