package io.meshgauge.application;

import io.meshgauge.measure.RequestKind;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.OnCluster;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A system under load, as its file describes it.
 *
 * @param name of the application
 * @param folder of its file, relative to the checkout if inside of it
 * @param services all of them, callees before callers
 * @param hops between the services
 * @param loads where the load of a plan enters and what it sends, by plan; of all other plans under
 *     {@link #EVERY_PLAN}
 * @param onCluster where its objects on a cluster come from
 * @param arms how its services tell the arms apart that share them
 */
public record Application(
    String name,
    String folder,
    List<Service> services,
    List<Hop> hops,
    SortedMap<String, Load> loads,
    OnCluster onCluster,
    Arms arms) {
  /** Key of the load of plans that are not named. */
  public static final String EVERY_PLAN = "";

  /** What archives say that are older than the files of applications. */
  public static final Application UNKNOWN =
      new Application("", "", List.of(), List.of(), new TreeMap<>(), OnCluster.SHIPPED, Arms.NONE);

  public Application {
    services = List.copyOf(services);
    hops = List.copyOf(hops);
    loads = new TreeMap<>(loads);
    // Archives of older versions lack it.
    onCluster = onCluster == null ? OnCluster.SHIPPED : onCluster;
    arms = arms == null ? Arms.NONE : arms;
  }

  /**
   * How services that several arms share tell their requests apart.
   *
   * @param header that is propagated and has the arm as member {@code meshgauge.arm}; empty where
   *     the services serve one arm only
   * @param settings names of settings of which a service takes a value for each arm
   */
  public record Arms(String header, List<String> settings) {
    /** The services serve one arm only. */
    public static final Arms NONE = new Arms("", List.of());

    public Arms {
      settings = List.copyOf(settings);
    }

    /** Whether several arms can share the services. */
    public boolean shared() {
      return !header.isEmpty();
    }
  }

  /**
   * What the load does under a plan.
   *
   * @param entries its own calls
   * @param requests that it sends, by label
   */
  public record Load(List<Hop> entries, SortedMap<String, Request> requests) {
    public Load {
      entries = List.copyOf(entries);
      requests = new TreeMap<>(requests);
    }

    /** Kinds of its requests by label. */
    public Map<String, RequestKind> kinds() {
      SortedMap<String, RequestKind> kinds = new TreeMap<>();
      requests.forEach((label, request) -> kinds.put(label, request.kind()));
      return kinds;
    }
  }

  /**
   * A kind of request that the load sends.
   *
   * @param weight its share relative to the others' weights; 0 where the plan's file says
   * @param kind what is expected of it
   * @param line of the request, and what goes with it
   */
  public record Request(int weight, RequestKind kind, Line line) {}

  /**
   * An HTTP request.
   *
   * @param method for example {@code GET}; empty where the plan's file says
   * @param path from the first slash
   * @param headers by name
   * @param body text; empty for none
   * @param token name of a token of the run that it carries; empty for none
   * @param expect statuses that are expected, such as {@code 200}
   */
  public record Line(
      String method,
      String path,
      SortedMap<String, String> headers,
      String body,
      String token,
      List<Integer> expect) {
    public Line {
      headers = new TreeMap<>(headers);
      expect = List.copyOf(expect);
    }
  }

  /** The load of a plan. */
  public Load load(String plan) {
    Load load = loads.getOrDefault(plan, loads.get(EVERY_PLAN));
    if (load == null) {
      throw new IllegalArgumentException(
          "the application %s says nothing of the load of plan %s".formatted(name, plan));
    }
    return load;
  }

  /** Kinds of the requests of a plan by label; empty where the application does not say. */
  public Map<String, RequestKind> kinds(String plan) {
    return loads.isEmpty() ? Map.of() : load(plan).kinds();
  }

  /**
   * The services that a plan's load reaches or that call by themselves, and the calls between all.
   */
  public Topology topology(String plan) {
    List<Hop> reached = new ArrayList<>(load(plan).entries());
    Set<String> running = new LinkedHashSet<>();
    services.stream()
        .map(Service::name)
        .filter(this::neverCalled)
        .forEach(it -> run(it, running, reached));
    for (int i = 0; i < reached.size(); i++) {
      run(reached.get(i).server(), running, reached);
    }
    return new Topology(
        services.stream().filter(service -> running.contains(service.name())).toList(), reached, 1);
  }

  private void run(String service, Set<String> running, List<Hop> reached) {
    if (running.add(service)) {
      hops.stream().filter(hop -> hop.client().equals(service)).forEach(reached::add);
    }
  }

  /** Whether no call leads to one of the services, as to one that consumes a queue or polls. */
  public boolean neverCalled(String service) {
    return services.stream().anyMatch(it -> it.name().equals(service))
        && Stream.concat(
                hops.stream(), loads.values().stream().flatMap(load -> load.entries().stream()))
            .noneMatch(hop -> hop.server().equals(service));
  }
}
