package io.meshgauge.platform.kubernetes.instrument;

import io.meshgauge.evidence.ProbeOrigin;
import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.load.HttpLink;
import io.meshgauge.load.LoadGenerator;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.load.LoadSession;
import io.meshgauge.load.WorkerLink;
import io.meshgauge.load.stream.StreamClient;
import io.meshgauge.load.stream.StreamRequest;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.measure.use.Part;
import io.meshgauge.observer.ObserverClient;
import io.meshgauge.observer.RemoteProbeOrigin;
import io.meshgauge.observer.identity.CredentialStore;
import io.meshgauge.observer.identity.IdentitySource;
import io.meshgauge.observer.identity.IstioIdentities;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.SpinWait;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods.ObserverPod;
import io.meshgauge.platform.kubernetes.objects.WorkerOrder;
import io.meshgauge.platform.kubernetes.pods.PodRegistry.Container;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Encryption;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.design.ClusterDesign.MeshAuthority;
import io.meshgauge.topology.plane.Backends.AccessLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Instruments for pods: metrics of the kubelets, and observers on the nodes. */
public final class ClusterInstruments implements Instruments {
  /**
   * CPU share of the nodes. Lower than on this machine: nodes run their own daemons, and the load
   * worker has no precedence over them.
   */
  private static final int TARGET_PERCENT = 12;

  private final Cluster cluster;
  private final Deployment deployment;
  private final Function<WorkerOrder, List<LoadPod>> workers;
  private final Guarantees claims;
  private final RunIdentities identities;
  private final Limits limits;
  private final List<ObserverClient> observers;

  /**
   * The instruments of a deployment.
   *
   * @param workers starts load workers and returns when all of them listen
   * @param limits that the deployment declares
   */
  public ClusterInstruments(
      Cluster cluster,
      Deployment deployment,
      Function<WorkerOrder, List<LoadPod>> workers,
      Guarantees claims,
      RunIdentities identities,
      Limits limits) {
    this.limits = limits;
    this.cluster = cluster;
    this.deployment = deployment;
    this.workers = workers;
    this.claims = claims;
    this.identities = identities;
    this.observers = cluster.observers().stream().map(ObserverPod::client).toList();
  }

  @Override
  public LoadSession startWorkers(LoadRequest request, int workers) {
    boolean tls = claims.encryption() == Encryption.AT_ENTRY;
    List<LoadPod> pods =
        this.workers.apply(
            new WorkerOrder(
                request.plan(),
                identities.tokens(),
                Optional.of(identities.authorities()).filter(unused -> tls),
                addressed(tls ? overTls(request) : request).dividedAmong(workers).properties(),
                request.own()));
    List<WorkerLink> links = new ArrayList<>();
    for (LoadPod pod : pods) {
      links.add(new HttpLink(pod.name(), pod::control, pod::exitReason, request.duration()));
    }
    return LoadGenerator.join(links, request);
  }

  /**
   * The manifests contain the address of a single service; several addresses are passed to each
   * worker.
   */
  private LoadRequest addressed(LoadRequest request) {
    SortedMap<String, Address> entries = deployment.entries();
    return entries.size() == 1 ? request : request.to(entries);
  }

  /** The load worker itself uses TLS where it has no proxy. */
  private LoadRequest overTls(LoadRequest request) {
    return request.with("protocol", "https").with("tlsServerName", deployment.entries().firstKey());
  }

  @Override
  public StreamClient startStream(StreamOrder order) {
    return new PodStream(
        cluster, new StreamRequest(deployment.entry(), order.duration(), order.streams()));
  }

  @Override
  public SpinWait spin() {
    return SpinWait.OWN_PROCESSOR;
  }

  @Override
  public void yieldTo(LoadSession worker) {
    // Pods share processors by CPU requests; the load worker has the largest.
  }

  @Override
  public double cores() {
    return observers.stream().mapToDouble(observer -> observer.facts().cpus()).sum();
  }

  @Override
  public int targetPercent() {
    return TARGET_PERCENT;
  }

  @Override
  public void copyLogs(AccessLogs logs, Instant since) {
    logs.files().forEach((proxy, file) -> copyLog(proxy, file, since));
  }

  /**
   * Proxies write access logs to their container's log. Those of several load workers are one proxy
   * of the topology; their logs are joined.
   */
  private void copyLog(String proxy, Path file, Instant since) {
    List<Container> containers =
        cluster.containers().stream()
            .filter(it -> it.part() == Part.DATA_PLANE)
            .filter(it -> Workload.proxyInTopology(it.name()).equals(proxy))
            .toList();
    if (containers.isEmpty()) {
      throw new ProbeException(
          "no container is %s; there are %s"
              .formatted(proxy, cluster.containers().stream().map(Container::name).toList()));
    }
    try {
      String text =
          containers.stream().map(it -> cluster.log(it, since)).collect(Collectors.joining());
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (PlatformException e) {
      throw new ProbeException("the log of %s: %s".formatted(proxy, e.getMessage()), e);
    } catch (IOException e) {
      throw new ProbeException("cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  @Override
  public Prover prover() {
    IdentitySource source =
        cluster.design().authority().map(this::meshCredentials).orElseGet(this::ownCredentials);
    PodPlacement placement = new PodPlacement(cluster::containers);
    SortedMap<String, ProbeOrigin> views = new TreeMap<>();
    for (int i = 0; i < observers.size(); i++) {
      String node = cluster.observers().get(i).node();
      views.put(node, new RemoteProbeOrigin(observers.get(i), source, peers(node)));
    }
    Optional<ProbeOrigin> outsider =
        cluster.outsider().map(it -> new RemoteProbeOrigin(it.client(), source));
    return new Prover(
        deployment.dataPlane(),
        claims,
        options(),
        new ClusterProbeOrigin(views, placement::ofServices, placement::ofWorkloads, outsider),
        placement::ofWorkloads);
  }

  private ProbeOptions options() {
    if (cluster.design().refusesInPlaintext()) {
      return ProbeOptions.COUNTED;
    }
    return new ProbeOptions(
        cluster.design().admitsCallersOnly(), cluster.design().authority().isPresent());
  }

  /** Hosts of the other nodes, where inter-node packets are proven. */
  private Map<String, String> peers(String node) {
    return claims.betweenNodes()
        ? cluster.observers().stream()
            .filter(it -> !it.node().equals(node))
            .collect(Collectors.toMap(ObserverPod::node, ObserverPod::host))
        : Map.of();
  }

  /** Where TLS ends at the entry, probes trust the run's own authority. */
  private IdentitySource ownCredentials() {
    return claims.encryption() == Encryption.AT_ENTRY
        ? CredentialStore.of(identities, List.of(deployment.entries().firstKey()))
        : CredentialStore.NONE;
  }

  /** The mesh's authority issues identities of its workloads to probes. */
  private IdentitySource meshCredentials(MeshAuthority mesh) {
    Map<String, IstioIdentities.Account> accounts = new TreeMap<>();
    Set<String> workloads = new TreeSet<>();
    for (Hop hop : deployment.dataPlane().wire().keySet()) {
      workloads.add(hop.client());
      workloads.add(hop.server());
    }
    for (String workload : workloads) {
      accounts.put(workload, cluster.account(workload, mesh));
    }
    String root =
        cluster
            .configuration(mesh.rootConfigMap(), mesh.rootKey())
            .orElseThrow(
                () ->
                    new PlatformException(
                        "no %s in the configuration map %s of the load's namespace; expected the mesh to publish its root certificate there"
                            .formatted(mesh.rootKey(), mesh.rootConfigMap())));
    return new IstioIdentities(mesh.host() + ":" + mesh.port(), mesh.host(), root, accounts);
  }

  @Override
  public Meter meter(Predicate<Part> ending) {
    return new ClusterMeter(cluster, ending, limits);
  }
}
