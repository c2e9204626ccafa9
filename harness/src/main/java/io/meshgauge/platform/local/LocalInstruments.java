package io.meshgauge.platform.local;

import io.meshgauge.evidence.LocalProbeOrigin;
import io.meshgauge.evidence.Prover;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.load.LoadGenerator;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.load.LoadSession;
import io.meshgauge.load.WorkerLayout;
import io.meshgauge.load.stream.StreamClient;
import io.meshgauge.load.stream.StreamProcess;
import io.meshgauge.load.stream.StreamRequest;
import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.SpinWait;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.local.machine.SchedulingPriority;
import io.meshgauge.probe.cgroup.GroupProbe;
import io.meshgauge.probe.cgroup.LimitWatch;
import io.meshgauge.probe.process.ResourceProbe;
import io.meshgauge.probe.process.ResourceWatch;
import io.meshgauge.probe.process.Target;
import io.meshgauge.probe.process.VitalsProbe;
import io.meshgauge.probe.tcp.ConnectionsProbe;
import io.meshgauge.probe.tcp.TcpProbe;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Encryption;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Instruments for processes of this machine: {@code /proc} and the loopback device. */
final class LocalInstruments implements Instruments {
  /** CPU share of this machine, where the load worker has precedence. */
  private static final int TARGET_PERCENT = 28;

  /** Threads that give way to the load where the system permits. */
  private final ThreadFactory observers = SchedulingPriority.here()::observer;

  private final WorkerLayout layout;
  private final LocalDeployment deployment;
  private final Guarantees claims;
  private final RunIdentities identities;
  private final TcpProbe tcp = new TcpProbe();
  private @Nullable StreamClient sender;

  LocalInstruments(
      WorkerLayout layout,
      LocalDeployment deployment,
      Guarantees claims,
      RunIdentities identities) {
    this.layout = layout;
    this.deployment = deployment;
    this.claims = claims;
    this.identities = identities;
  }

  @Override
  public LoadSession startWorkers(LoadRequest request, int workers) {
    LoadRequest whole =
        request
            .to(deployment.entries())
            .inTurn(furtherEntries())
            .with("tokens", identities.tokens().toString());
    LoadSession session =
        new LoadGenerator(layout, deployment::startInteractive)
            .start(claims.encryption() == Encryption.AT_ENTRY ? overTls(whole) : whole, workers);
    deployment.loadedBy(session);
    return session;
  }

  /** Where the load workers enter at the replicas after the first, if they call these in turn. */
  private List<SortedMap<String, Address>> furtherEntries() {
    DataPlane plane = deployment.dataPlane();
    List<SortedMap<String, Address>> further = new ArrayList<>();
    for (Hop hop : plane.dial().keySet()) {
      List<Address> all =
          hop.client().equals(Topology.LOAD) ? plane.dialled(Replica.LOAD, hop) : List.of();
      for (int i = 1; i < all.size(); i++) {
        if (further.size() < i) {
          further.add(new TreeMap<>());
        }
        further.get(i - 1).put(hop.server(), all.get(i));
      }
    }
    return further;
  }

  /** The load worker itself uses TLS where it has no proxy. */
  private LoadRequest overTls(LoadRequest request) {
    return request
        .with("protocol", "https")
        .with("tlsCa", identities.authorities().toString())
        .with("tlsServerName", deployment.dataPlane().entries().get(0));
  }

  @Override
  public StreamClient startStream(StreamOrder order) {
    StreamProcess client =
        StreamProcess.start(
            deployment.program(Instruments.STREAM_PROGRAM).toString(),
            new StreamRequest(deployment.entry(), order.duration(), order.streams()),
            order.folder(),
            deployment::startInteractive);
    sender = client;
    return client;
  }

  @Override
  public SpinWait spin() {
    return SpinWait.SHARED_MACHINE;
  }

  @Override
  public void yieldTo(LoadSession session) {
    deployment.loadedBy(session);
    deployment.yieldTo(session);
  }

  @Override
  public double cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  @Override
  public int targetPercent() {
    return TARGET_PERCENT;
  }

  @Override
  public OpenConnections connections() {
    return new ConnectionCount(deployment, new ConnectionsProbe()).now();
  }

  @Override
  public Prover prover() {
    return new Prover(deployment.dataPlane(), claims, new LocalProbeOrigin(identities, observers));
  }

  @Override
  public Meter meter(Predicate<Part> ending) {
    TcpProbe.Reading before = tcp.read();
    List<Target> targets = targets();
    LimitWatch limits = LimitWatch.start(new GroupProbe(), deployment.limits(), processes());
    ResourceWatch watch = new ResourceProbe(observers).start(targets);
    return new Meter() {
      @Override
      public Reading finish() {
        ResourceProbe.Reading resources = watch.finish();
        List<LimitUse> limited = limits.finish();
        TcpProbe.Reading after = tcp.read();
        return new Reading(
            resources.uses(),
            resources.machine(),
            after.since(before),
            files(resources, before, after, limited),
            new VitalsProbe().read(targets),
            limited,
            resources.samples());
      }

      @Override
      public void close() {
        watch.close();
      }
    };
  }

  private static Map<String, String> files(
      ResourceProbe.Reading resources,
      TcpProbe.Reading before,
      TcpProbe.Reading after,
      List<LimitUse> limited) {
    Map<String, String> files = new TreeMap<>();
    files.put("cadvisor/before.prom", resources.textBefore());
    files.put("cadvisor/after.prom", resources.textAfter());
    files.put("tcp/before.txt", before.text());
    files.put("tcp/after.txt", after.text());
    if (!limited.isEmpty()) {
      files.put("limits.txt", LimitUse.text(limited));
    }
    return files;
  }

  /** A process of a workload and its descendants, such as NGINX workers. */
  private static void addFamily(
      Workload workload, long pid, Map<Long, List<Long>> children, List<Target> targets) {
    targets.add(new Target(workload.name(), workload.part(), pid));
    List<Long> family = new ArrayList<>(children.getOrDefault(pid, List.of()));
    for (int i = 0; i < family.size(); i++) {
      family.addAll(children.getOrDefault(family.get(i), List.of()));
    }
    Collections.sort(family);
    for (int i = 0; i < family.size(); i++) {
      String name = "%s-worker-%d".formatted(workload.name(), i + 1);
      targets.add(new Target(name, workload.part(), family.get(i)));
    }
  }

  /** Of every process; read once for all workloads, since the edges of a window wait for it. */
  private static Map<Long, List<Long>> children() {
    Map<Long, List<Long>> children = new HashMap<>();
    ProcessHandle.allProcesses()
        .forEach(
            process ->
                process
                    .parent()
                    .ifPresent(
                        parent ->
                            children
                                .computeIfAbsent(parent.pid(), pid -> new ArrayList<>())
                                .add(process.pid())));
    return children;
  }

  /** The processes of services and proxies, without their children. */
  private List<Target> processes() {
    List<Target> all = new ArrayList<>();
    for (Workload workload : deployment.workloads()) {
      workload.pid().ifPresent(pid -> all.add(new Target(workload.name(), workload.part(), pid)));
    }
    return all;
  }

  /** All accounted processes, load workers last. */
  private List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    Map<Long, List<Long>> children = children();
    for (Workload workload : deployment.workloads()) {
      workload.pid().ifPresent(pid -> addFamily(workload, pid, children, targets));
    }
    LoadSession worker = deployment.loadWorkers();
    List<Long> pids = worker == null ? List.of() : worker.pids();
    for (int i = 0; i < pids.size(); i++) {
      String name = pids.size() == 1 ? "load-worker" : "load-worker-" + i;
      targets.add(new Target(name, Part.LOAD, pids.get(i)));
    }
    if (sender != null) {
      sender.pid().ifPresent(pid -> targets.add(new Target("iperf-client", Part.LOAD, pid)));
    }
    return targets;
  }
}
