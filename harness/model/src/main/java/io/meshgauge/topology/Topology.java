package io.meshgauge.topology;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The workloads of the system under load and the hops between them.
 *
 * @param services in order of start: callees before callers
 * @param hops every call relation, the load worker's included
 * @param copies processes of each service, at least 1
 */
public record Topology(List<String> services, List<Hop> hops, int copies) {

  /** The workload that sends the load. */
  public static final String LOAD = "load";

  /** The service that the load is sent to. */
  public static final String ENTRY = "gateway";

  /** The five sample services. */
  public static final Topology SAMPLE_SERVICES =
      new Topology(
          List.of("logging", "payment", "auth", "order", ENTRY),
          List.of(
              new Hop(LOAD, ENTRY, Protocol.HTTP1),
              new Hop(ENTRY, "auth", Protocol.GRPC),
              new Hop(ENTRY, "order", Protocol.HTTP1),
              new Hop("order", "payment", Protocol.GRPC),
              new Hop("order", "logging", Protocol.HTTP1),
              new Hop("payment", "logging", Protocol.HTTP1)));

  /** The service that a TCP stream is sent to. */
  public static final String STREAM_SERVER = "iperf";

  /** A TCP stream from the load to {@code iperf3}, and nothing else. */
  public static final Topology STREAM =
      new Topology(List.of(STREAM_SERVER), List.of(new Hop(LOAD, STREAM_SERVER, Protocol.TCP)));

  /** The services whose gRPC calls the load makes itself, with what these call. */
  public static final Topology CALLS =
      new Topology(
          List.of("logging", "payment", "auth"),
          List.of(
              new Hop(LOAD, "auth", Protocol.GRPC),
              new Hop(LOAD, "payment", Protocol.GRPC),
              new Hop("payment", "logging", Protocol.HTTP1)));

  public Topology {
    services = List.copyOf(services);
    hops = List.copyOf(hops);
    if (copies < 1) {
      throw new IllegalArgumentException("%d processes of each service".formatted(copies));
    }
  }

  /** A topology with one process of each service. */
  public Topology(List<String> services, List<Hop> hops) {
    this(services, hops, 1);
  }

  /** The same workloads with so many processes of each service. */
  public Topology times(int processes) {
    return new Topology(services, hops, processes);
  }

  /** The processes of a service. */
  public List<Replica> replicas(String service) {
    return IntStream.rangeClosed(1, copies).mapToObj(n -> new Replica(service, n)).toList();
  }

  /** The processes of all services, in order of start. */
  public List<Replica> replicas() {
    return services.stream().flatMap(service -> replicas(service).stream()).toList();
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
