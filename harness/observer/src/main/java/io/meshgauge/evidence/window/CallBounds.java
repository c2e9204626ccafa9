package io.meshgauge.evidence.window;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.DataPlane;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which calls have a number that does not come from the proxies: what the load sent, what the
 * application declares, or what the service counts. Of any other calls the proxies see only those
 * that pass them; how many went past them has no bound, and nothing is proven of all calls.
 *
 * <p>Bytes of plain TCP have no such number either, unless the load itself counts them.
 *
 * @param plane whose calls they are
 * @param served how many calls each process of a service served in the window, by its own count
 */
public record CallBounds(DataPlane plane, Map<String, Long> served) {
  /** The calls that evidence holds for, where their number has no bound. */
  private static final String PASSED = "of the calls that passed the proxies";

  public CallBounds {
    served = Map.copyOf(served);
  }

  /** Why the number of a hop's calls has no bound, and what gives it one. */
  private String advice(Hop hop) {
    if (hop.protocol() == Protocol.TCP) {
      return "calls over TCP have no number that could be compared";
    }
    return "no number of them is known: declare %smetrics of %s"
        .formatted(
            isCalled(hop.client()) ? "per-request in the application's file, or " : "",
            hop.server());
  }

  private boolean isCalled(String service) {
    return plane.dial().keySet().stream().map(Hop::server).anyMatch(service::equals);
  }

  /**
   * Whether the calls of all hops have a known number. A hop at which proxies speak to each other
   * stands for the calls that it can carry.
   */
  boolean bounded(List<Hop> hops) {
    return carried(hops).allMatch(this::bounded);
  }

  private Stream<Hop> carried(List<Hop> hops) {
    return hops.stream().flatMap(hop -> plane.carried(hop).stream());
  }

  private boolean bounded(Hop hop) {
    return hop.client().equals(Topology.LOAD)
        || (hop.protocol() != Protocol.TCP && (Expected.known(hop) || counted(hop.server())));
  }

  /** The evidence of some hops, which is proven only if the number of their calls is known. */
  public Evidence limit(Evidence evidence, List<Hop> hops) {
    Optional<Hop> open = carried(hops).filter(hop -> !bounded(hop)).findFirst();
    if (!evidence.proven() || open.isEmpty()) {
      return evidence;
    }
    return new Evidence(
        evidence.promise(),
        evidence.subject(),
        Verdict.UNBOUNDED,
        evidence.expected() + ", " + PASSED,
        evidence.observed() + "; " + advice(open.get()),
        evidence.source());
  }

  /** Whether every process of a service counts what it serves. */
  public boolean counted(String service) {
    return served.keySet().containsAll(processes(service));
  }

  /** How many calls all processes of a service served together. */
  public long servedBy(String service) {
    return processes(service).stream().mapToLong(it -> served.getOrDefault(it, 0L)).sum();
  }

  /** The names of the processes of a service: itself, without a load balancer. */
  private List<String> processes(String service) {
    Balancing spread = plane.balancing().get(service);
    return spread == null
        ? List.of(service)
        : spread.servers().stream().map(it -> it.replica().name()).toList();
  }
}
