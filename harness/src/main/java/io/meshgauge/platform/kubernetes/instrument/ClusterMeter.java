package io.meshgauge.platform.kubernetes.instrument;

import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.measure.stage.UseSamples;
import io.meshgauge.measure.use.ContainerTotals;
import io.meshgauge.measure.use.MachineTicks;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.observer.NetText;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods.ObserverPod;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Meters a window on a cluster: memory by cAdvisor; CPU of containers, TCP counters of pods and CPU
 * of nodes by the observers, at the edges of the window.
 */
final class ClusterMeter implements Instruments.Meter {
  /** Network interface of a pod. */
  private static final String DEVICE = "eth0";

  private final List<ObserverPod> observers;

  /** Those on nodes that only carry a control plane too. */
  private final List<ObserverPod> all;

  private final List<Map<String, String>> pods = new ArrayList<>();
  private final ContainerWatch containers;
  private final ContainerLimits limited;

  /** Nodes by the accounts' names. */
  private final Map<String, String> places = new ConcurrentHashMap<>();

  /** Processors by node. */
  private final Map<String, Double> cores = new HashMap<>();

  private final Supplier<Map<String, Double>> passing;
  private final Map<String, Double> passingBefore;
  private SortedMap<String, MachineTicks> machineBefore;
  private long startedNanos;
  private final List<Map<String, NetText>> tcpBefore;

  /**
   * @param limits that the deployment declares
   */
  ClusterMeter(Cluster cluster, Predicate<Part> ending, Limits limits) {
    this.observers = cluster.observers();
    this.all = cluster.allObservers();
    this.passing = cluster.registry()::passing;
    this.passingBefore = passing.get();
    observers.forEach(observer -> pods.add(podsOf(observer.node(), cluster)));
    cluster.containers().forEach(it -> places.put(it.name(), it.node()));
    observers.forEach(it -> cores.put(it.node(), (double) it.client().facts().cpus()));
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
    SortedMap<String, MachineTicks> machine = machine();
    long nanos = System.nanoTime();
    if (containers.startAgain(() -> Instant.now().isBefore(load))) {
      machineBefore = machine;
      startedNanos = nanos;
    }
  }

  @Override
  public Instruments.Reading finish() {
    SortedMap<String, MachineTicks> machineAfter = machine();
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
        used(machineAfter, reading, seconds),
        sum(tcpBefore, tcpAfter),
        files,
        reading.vitals(),
        limits,
        UseSamples.NONE);
  }

  /** Observers know only their own CPU; that of the session's containers is subtracted here. */
  private MachineUse used(
      SortedMap<String, MachineTicks> after, ContainerWatch.Reading reading, double seconds) {
    Map<String, Double> ours = new HashMap<>();
    reading
        .uses()
        .forEach(
            it ->
                ours.merge(places.getOrDefault(it.container(), ""), it.cpuSeconds(), Double::sum));
    passing.get().forEach((node, cpu) -> ours.merge(node, cpu, Double::sum));
    passingBefore.forEach((node, cpu) -> ours.merge(node, -cpu, Double::sum));
    Map<String, MachineUse> use = new HashMap<>();
    after.forEach(
        (node, ticks) ->
            use.put(
                node,
                ticks
                    .since(Objects.requireNonNull(machineBefore.get(node)))
                    .without(
                        ours.getOrDefault(node, 0.0)
                            / (seconds * Objects.requireNonNull(cores.get(node))))));
    return MachineUse.ofNodes(use, cores);
  }

  private SortedMap<String, MachineTicks> machine() {
    SortedMap<String, MachineTicks> ticks = new ConcurrentSkipListMap<>();
    observers.parallelStream().forEach(it -> ticks.put(it.node(), it.client().machine()));
    return ticks;
  }

  /** Every node gets all container ids and returns those that run on it. */
  private Map<String, ContainerTotals> totals(Map<String, String> ids) {
    Map<String, ContainerTotals> found = new ConcurrentHashMap<>();
    all.parallelStream()
        .forEach(
            observer ->
                observer
                    .client()
                    .totals(ids)
                    .forEach(
                        (name, total) -> {
                          found.put(name, total);
                          places.put(name, observer.node());
                        }));
    return found;
  }

  private List<Map<String, NetText>> tcp() {
    List<Map<String, NetText>> all = new ArrayList<>();
    for (int i = 0; i < observers.size(); i++) {
      all.add(pods.get(i).isEmpty() ? Map.of() : observers.get(i).client().tcp(pods.get(i)));
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
