package io.meshgauge.evidence;

import static io.meshgauge.measure.counter.TrafficCounter.CONNECTIONS;

import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.distribution.AddressSurvey;
import io.meshgauge.evidence.distribution.DistributionProof;
import io.meshgauge.evidence.encryption.EncryptionProof;
import io.meshgauge.evidence.encryption.NodeEncryptionProof;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.evidence.identity.CountedIdentityProof;
import io.meshgauge.evidence.policy.DenialProof;
import io.meshgauge.evidence.policy.PolicyProof;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.telemetry.TelemetryProof;
import io.meshgauge.evidence.traffic.ConfigurationSizeProof;
import io.meshgauge.evidence.traffic.OutlierEjectionProof;
import io.meshgauge.evidence.traffic.TrafficProof;
import io.meshgauge.evidence.traversal.ConnectionProof;
import io.meshgauge.evidence.traversal.ConnectionSurvey;
import io.meshgauge.evidence.traversal.ReleaseProof;
import io.meshgauge.evidence.traversal.StreamTraversal;
import io.meshgauge.evidence.traversal.TraversalProof;
import io.meshgauge.evidence.window.CallBounds;
import io.meshgauge.evidence.window.Observation;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.evidence.window.StreamObservation;
import io.meshgauge.evidence.window.WindowObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Observes a run's promises at its three moments: {@link #probe} once everything is up and before
 * any load; {@link #watch} for the length of the window; {@link #conclude} after it.
 *
 * <p>Never fails: what could not be observed is evidence with verdict {@code MISSING}.
 */
public final class Prover {
  private final DataPlane plane;
  private final Guarantees claims;
  private final ProbeOptions options;
  private final ProbeOrigin vantage;
  private final Supplier<Map<String, Set<String>>> nodes;

  /** A prover of what {@code claims} says of {@code plane}, as it is seen from somewhere. */
  public Prover(DataPlane plane, Guarantees claims, ProbeOrigin vantage) {
    this(plane, claims, ProbeOptions.PLAIN, vantage);
  }

  /** A prover whose probes ask for more, or present themselves otherwise. */
  public Prover(DataPlane plane, Guarantees claims, ProbeOptions options, ProbeOrigin vantage) {
    this(plane, claims, options, vantage, Map::of);
  }

  /**
   * A prover who knows where everything runs.
   *
   * @param nodes names of the nodes of each workload, as they are once the load is sent
   */
  public Prover(
      DataPlane plane,
      Guarantees claims,
      ProbeOptions options,
      ProbeOrigin vantage,
      Supplier<Map<String, Set<String>>> nodes) {
    this.nodes = nodes;
    this.plane = plane;
    this.claims = claims;
    this.options = options;
    this.vantage = vantage;
  }

  /**
   * Calls every wire address as a plaintext client, and, where mutual TLS is claimed, as the right
   * client and as intruders. Adds to proxies' counters, so it must not run inside the window.
   */
  public List<Evidence> probe() {
    return vantage.probe(plane, claims, options);
  }

  /**
   * Finds out at which replica callers with different addresses end, and connections where these
   * are spread; nothing is called where neither matters. Adds to counters, as {@link #probe} does.
   *
   * @param served reads how many calls each process of a service has served so far, by its name
   */
  public List<Evidence> survey(Supplier<Map<String, Long>> served) {
    List<Evidence> all = new ArrayList<>();
    all.addAll(
        Observation.of(
            Promise.DISTRIBUTION, () -> new AddressSurvey(plane, claims, served).evidence()));
    all.addAll(
        Observation.of(Promise.DISTRIBUTION, () -> new ConnectionSurvey(plane, served).evidence()));
    return all;
  }

  /** Clients that find out when every proxy applies a changed rule; close them. */
  public RuleWatch rules() {
    return vantage.rules(plane, claims, options);
  }

  /**
   * Clients of one process, which has the addresses of a service at another host: they find out
   * when it answers, over TLS where that is claimed; close them.
   */
  public RuleWatch answers(String service, String host) {
    return vantage.rules(plane.moved(service, host), claims, options.kept());
  }

  /** Starts to look at the bytes on the path; finish it right after the window. */
  public WireWatch watch(WireWatch.Extent extent) {
    return vantage.watch(plane, extent);
  }

  /** Judges what the window of a stream showed; a stream asks for nothing that could be denied. */
  public List<Evidence> conclude(StreamObservation window) {
    ProxyCounters counters = new ProxyCounters(plane, window.before(), window.after());
    List<Evidence> all = new ArrayList<>();
    all.addAll(encryption(window.wire(), counters, Map.of()));
    all.addAll(
        Observation.of(Promise.IDENTITY, () -> new CountedIdentityProof(plane).evidence(counters)));
    all.addAll(
        Observation.of(
            Promise.TRAVERSAL,
            () -> new StreamTraversal(plane, claims).evidence(counters, window.stream())));
    return all;
  }

  /**
   * Judges what a window showed in which parts of the arm ended: the bytes on the path. What was
   * counted ended with who counted it.
   *
   * @param ended the workloads, whose counters restarted
   */
  public List<Evidence> concludeDisturbed(WindowObservation window, Collection<String> ended) {
    Map<String, Counters> before = new TreeMap<>(window.before());
    before.keySet().removeAll(ended);
    return encryption(
        window.wire(), new ProxyCounters(plane, before, window.after()), window.served());
  }

  /** Judges what the window showed. */
  public List<Evidence> conclude(WindowObservation window) {
    ProxyCounters counters = new ProxyCounters(plane, window.before(), window.after());
    List<Evidence> all = new ArrayList<>();
    all.addAll(encryption(window.wire(), counters, window.served()));
    all.addAll(
        Observation.of(Promise.IDENTITY, () -> new CountedIdentityProof(plane).evidence(counters)));
    all.addAll(
        Observation.of(
            Promise.TRAVERSAL,
            () ->
                new TraversalProof(plane, claims)
                    .evidence(counters, window.load(), window.served(), window.open())));
    all.addAll(
        Observation.of(Promise.TRAVERSAL, () -> ReleaseProof.evidence(plane, window.rules())));
    if (claims.balanced()
        || !plane.replicas().dial().isEmpty()
        || plane.traffic().routing().canary().isPresent()) {
      all.addAll(Observation.of(Promise.DISTRIBUTION, () -> distribution(window, counters)));
    }
    all.addAll(
        Observation.of(
            Promise.DENIAL, () -> DenialProof.evidence(window.load(), claims, plane.traffic())));
    all.addAll(
        Observation.of(
            Promise.POLICY,
            () ->
                new PolicyProof(plane, claims).evidence(counters, window.load(), window.served())));
    all.addAll(
        Observation.of(
            Promise.TELEMETRY,
            () -> new TelemetryProof(plane).evidence(counters, window.load(), window.telemetry())));
    all.addAll(
        Observation.of(
            Promise.TRAFFIC,
            () -> new TrafficProof(plane).evidence(counters, window.load(), window.rules())));
    all.addAll(
        Observation.of(
            Promise.TRAFFIC,
            () ->
                new ConfigurationSizeProof(plane, window.before(), window.after(), window.rules())
                    .evidence()));
    all.addAll(
        Observation.of(
            Promise.TRAFFIC,
            () -> new OutlierEjectionProof(plane, counters, window.served()).evidence()));
    return all;
  }

  /**
   * Connections that proxies opened to services per request of the load in a window; empty unless
   * the arm asks for a lifetime of connections and all proxies count it.
   */
  public OptionalDouble newConnections(WindowObservation window) {
    ProxyCounters counters = new ProxyCounters(plane, window.before(), window.after());
    List<Listener> senders =
        plane.senders().stream().filter(it -> it.hop().protocol() != Protocol.TCP).toList();
    if (plane.traffic().connections().lifetime().isEmpty()
        || window.load().sent() == 0
        || senders.stream().anyMatch(it -> counters.gap(it, CONNECTIONS).isPresent())) {
      return OptionalDouble.empty();
    }
    long opened = senders.stream().mapToLong(it -> counters.count(it, CONNECTIONS)).sum();
    return OptionalDouble.of((double) opened / window.load().sent());
  }

  private List<Evidence> encryption(
      WireSightings wire, ProxyCounters counters, Map<String, Long> served) {
    List<Evidence> all =
        new ArrayList<>(
            Observation.of(
                EncryptionProof.promise(claims),
                () ->
                    new EncryptionProof(plane, claims, new CallBounds(plane, served))
                        .evidence(wire, counters)));
    if (claims.betweenNodes()) {
      all.addAll(
          Observation.of(
              Promise.ENCRYPTION,
              () -> new NodeEncryptionProof(plane, nodes.get()).evidence(wire)));
    }
    return all;
  }

  private List<Evidence> distribution(WindowObservation window, ProxyCounters counters) {
    List<Evidence> all =
        new ArrayList<>(
            new DistributionProof(plane, counters::ejects)
                .evidence(window.served(), window.load().seconds()));
    ConnectionProof connections =
        new ConnectionProof(window.open(), new CallBounds(plane, window.served()));
    new TreeMap<>(plane.balancing())
        .forEach(
            (service, spread) -> {
              if (spread.byConnection()) {
                all.add(connections.distribution(service, spread));
              }
            });
    return all;
  }
}
