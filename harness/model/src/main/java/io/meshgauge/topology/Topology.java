package io.meshgauge.topology;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The workloads of the system under load and the hops between them.
 *
 * @param members the services in order of start: callees before callers
 * @param hops every call relation, the load worker's included
 * @param copies processes of each service, at least 1
 * @param canary a service of which a second version runs next to the first, which is then its
 *     second process; empty without one
 */
public record Topology(List<Service> members, List<Hop> hops, int copies, Optional<String> canary) {

  /** The workload that sends the load. */
  public static final String LOAD = "load";

  /** The service that a TCP stream is sent to. */
  public static final String STREAM_SERVER = "iperf";

  /** A TCP stream from the load to {@code iperf3}, and nothing else. */
  public static final Topology STREAM =
      Topology.of(List.of(STREAM_SERVER), List.of(new Hop(LOAD, STREAM_SERVER, Protocol.TCP)));

  public Topology {
    members = List.copyOf(members);
    hops = List.copyOf(hops);
    if (copies < 1) {
      throw new IllegalArgumentException("%d processes of each service".formatted(copies));
    }
  }

  /** Workloads without a second version of a service. */
  public Topology(List<Service> members, List<Hop> hops, int copies) {
    this(members, hops, copies, Optional.empty());
  }

  /** A topology of services of which only the names are known, with one process of each. */
  public static Topology of(List<String> services, List<Hop> hops) {
    return new Topology(services.stream().map(Service::named).toList(), hops, 1);
  }

  /** The same workloads with so many processes of each service, and one version of all. */
  public Topology times(int processes) {
    return new Topology(members, hops, processes);
  }

  /** The same workloads with a second version of a service. */
  public Topology withCanary(String service) {
    return new Topology(members, hops, copies, Optional.of(service));
  }

  /** Whether no service has several processes. */
  public boolean single() {
    return copies == 1 && canary.isEmpty();
  }

  /** Names of the services, in order of start. */
  public List<String> services() {
    return members.stream().map(Service::name).toList();
  }

  /**
   * One of the services.
   *
   * @throws IllegalArgumentException when there is none of that name
   */
  public Service service(String name) {
    return members.stream()
        .filter(service -> service.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no service '%s'; there are %s".formatted(name, services())));
  }

  /** The port at which the server of a hop is called on a cluster, by its Service. */
  public int port(Hop hop) {
    return members.stream()
        .filter(service -> service.name().equals(hop.server()) && service.port() != 0)
        .mapToInt(Service::port)
        .findFirst()
        .orElseGet(() -> Placement.port(hop.protocol()));
  }

  /** The service at which all requests of the load enter; empty of a stream, or of several. */
  public Optional<String> entry() {
    List<Hop> entries = from(LOAD);
    return entries.size() == 1 && entries.get(0).protocol() != Protocol.TCP
        ? Optional.of(entries.get(0).server())
        : Optional.empty();
  }

  /** The first service that the entry calls by HTTP; without one entry, that the load calls. */
  public Optional<String> behindEntry() {
    return from(entry().orElse(LOAD)).stream()
        .filter(hop -> hop.protocol() == Protocol.HTTP1)
        .map(Hop::server)
        .findFirst();
  }

  /** Whether all requests of the load enter at a service. */
  public boolean entersAt(String service) {
    return entry().filter(service::equals).isPresent();
  }

  /** The processes of a service. */
  public List<Replica> replicas(String service) {
    int processes = canary.filter(service::equals).isPresent() ? 2 : copies;
    return IntStream.rangeClosed(1, processes).mapToObj(n -> new Replica(service, n)).toList();
  }

  /** The processes of all services, in order of start. */
  public List<Replica> replicas() {
    return services().stream().flatMap(service -> replicas(service).stream()).toList();
  }

  /** The processes that call: those of all services, and the load worker last. */
  public List<Replica> clients() {
    return Stream.concat(replicas().stream(), Stream.of(Replica.LOAD)).toList();
  }

  /** The hops a workload calls out on. */
  public List<Hop> from(String workload) {
    return hops.stream().filter(hop -> hop.client().equals(workload)).toList();
  }

  /** The hops that end at a workload. */
  public List<Hop> to(String workload) {
    return hops.stream().filter(hop -> hop.server().equals(workload)).toList();
  }
}
