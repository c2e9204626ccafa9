package io.meshgauge.platform.kubernetes.instrument;

import io.meshgauge.measure.ContainerTotals;
import io.meshgauge.measure.MachineTicks;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.TcpUse;
import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.observer.NetText;
import io.meshgauge.observer.ObserverClient;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.kubernetes.pods.PodRegistry.Container;
import io.meshgauge.probe.cadvisor.ContainerLimits;
import io.meshgauge.probe.cadvisor.ContainerWatch;
import io.meshgauge.probe.cadvisor.Subject;
import io.meshgauge.probe.tcp.TcpProbe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Meters a window on a cluster: memory by cAdvisor; CPU of containers, TCP counters of pods and CPU
 * of nodes by the observers, at the edges of the window.
 */
final class ClusterMeter implements Instruments.Meter {
  /** Network interface of a pod. */
  private static final String DEVICE = "eth0";

  private final List<ObserverClient> observers;
  private final List<Map<String, String>> pods = new ArrayList<>();
  private final ContainerWatch containers;
  private final ContainerLimits limited;
  private final double cores;
  private MachineTicks machineBefore;
  private long startedNanos;
  private final List<Map<String, NetText>> tcpBefore;

  /**
   * @param cores processors of all observed nodes
   * @param limits that the deployment declares
   */
  ClusterMeter(
      Cluster cluster,
      List<ObserverClient> observers,
      double cores,
      Predicate<Part> ending,
      Limits limits) {
    this.observers = observers;
    this.cores = cores;
    cluster.observers().forEach(observer -> pods.add(podsOf(observer.node(), cluster)));
    this.limited =
        ContainerLimits.start(
            () -> cluster.containerMetrics().values(), limits, limitable(cluster));
    this.containers =
        ContainerWatch.start(
            () -> cluster.containerMetrics().values(),
            cluster.containers().stream()
                .map(
                    it ->
                        new Subject(
                            it.name(),
                            it.part(),
                            it.namespace(),
                            it.pod(),
                            it.container(),
                            cluster.neighbours(it).orElse(null)))
                .toList(),
            cluster.design().controlPlanes(),
            ending,
            this::totals);
    try {
      this.tcpBefore = tcp();
      this.machineBefore = machine();
      this.startedNanos = System.nanoTime();
    } catch (RuntimeException e) {
      containers.close();
      throw e;
    }
  }

  /** The services' containers, and the proxies in the same pods. */
  private static List<Subject> limitable(Cluster cluster) {
    Set<String> pods =
        cluster.containers().stream()
            .filter(it -> it.part() == Part.APPLICATION)
            .map(Container::pod)
            .collect(Collectors.toSet());
    return cluster.containers().stream()
        .filter(it -> pods.contains(it.pod()))
        .map(it -> new Subject(it.name(), it.part(), it.namespace(), it.pod(), it.container()))
        .toList();
  }

  /** One container id per pod of ours on a node, which identifies its network namespace. */
  private static Map<String, String> podsOf(String node, Cluster cluster) {
    Map<String, String> ids = new HashMap<>();
    cluster.containers().stream()
        .filter(it -> it.node().equals(node) && cluster.namespaces().contains(it.namespace()))
        .forEach(it -> ids.putIfAbsent(it.pod(), it.id()));
    return ids;
  }

  @Override
  public Optional<String> caveat() {
    List<String> hidden = containers.hidden();
    return hidden.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "The nodes' kernels do not show the processes of %s: CPU of all containers is by cAdvisor's counters, awaited around every window."
                .formatted(String.join(", ", hidden)));
  }

  @Override
  public void startAgain(Instant load) {
    MachineTicks machine = machine();
    long nanos = System.nanoTime();
    if (containers.startAgain(() -> Instant.now().isBefore(load))) {
      machineBefore = machine;
      startedNanos = nanos;
    }
  }

  @Override
  public Instruments.Reading finish() {
    MachineTicks machineAfter = machine();
    double seconds = (System.nanoTime() - startedNanos) / 1e9;
    List<Map<String, NetText>> tcpAfter = tcp();
    ContainerWatch.Reading reading = containers.finish();
    List<LimitUse> limits = limited.finish();
    SortedMap<String, String> files = new TreeMap<>();
    files.put("cadvisor/before.prom", reading.textBefore());
    files.put("cadvisor/after.prom", reading.textAfter());
    files.put("cadvisor/how.txt", reading.words() + "\n");
    if (!limits.isEmpty()) {
      files.put("limits.txt", LimitUse.text(limits));
    }
    keep(files, "before", tcpBefore);
    keep(files, "after", tcpAfter);
    return new Instruments.Reading(
        reading.uses(),
        // Observers know only their own CPU; that of the session's containers is subtracted here.
        machineAfter.since(machineBefore).without(used(reading) / (seconds * cores)),
        sum(tcpBefore, tcpAfter),
        files,
        reading.vitals(),
        limits);
  }

  private static double used(ContainerWatch.Reading reading) {
    return reading.uses().stream().mapToDouble(ResourceUse::cpuSeconds).sum();
  }

  /** Sum of all nodes, which weights each node by its processors. */
  private MachineTicks machine() {
    return observers.parallelStream()
        .map(ObserverClient::machine)
        .reduce(MachineTicks.NONE, MachineTicks::plus);
  }

  /** Every node gets all container ids and returns those that run on it. */
  private Map<String, ContainerTotals> totals(Map<String, String> ids) {
    Map<String, ContainerTotals> all = new HashMap<>();
    observers.parallelStream().map(observer -> observer.totals(ids)).forEachOrdered(all::putAll);
    return all;
  }

  private List<Map<String, NetText>> tcp() {
    List<Map<String, NetText>> all = new ArrayList<>();
    for (int i = 0; i < observers.size(); i++) {
      all.add(pods.get(i).isEmpty() ? Map.of() : observers.get(i).tcp(pods.get(i)));
    }
    return all;
  }

  private static TcpUse sum(List<Map<String, NetText>> before, List<Map<String, NetText>> after) {
    long segments = 0;
    long again = 0;
    long bytes = 0;
    for (int i = 0; i < after.size(); i++) {
      for (Map.Entry<String, NetText> pod : after.get(i).entrySet()) {
        NetText start = before.get(i).get(pod.getKey());
        if (start != null) {
          TcpUse use = read(pod.getValue()).since(read(start));
          segments += use.segmentsOut();
          again += use.segmentsRetransmitted();
          bytes += use.bytesOut();
        }
      }
    }
    return new TcpUse(segments, again, bytes);
  }

  private static TcpProbe.Reading read(NetText text) {
    return TcpProbe.parse(text.snmp(), text.dev(), DEVICE);
  }

  private static void keep(
      Map<String, String> files, String edge, List<Map<String, NetText>> nodes) {
    nodes.forEach(
        pods ->
            pods.forEach(
                (pod, text) -> files.put("tcp/%s-%s.txt".formatted(pod, edge), text.text())));
  }

  @Override
  public void close() {
    containers.close();
  }
}
