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
import io.meshgauge.measure.Part;
import io.meshgauge.observer.CredentialStore;
import io.meshgauge.observer.IdentitySource;
import io.meshgauge.observer.IstioIdentities;
import io.meshgauge.observer.ObserverClient;
import io.meshgauge.observer.RemoteProbeOrigin;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.SpinWait;
import io.meshgauge.platform.kubernetes.instrument.Cluster.ObserverPod;
import io.meshgauge.platform.kubernetes.instrument.Cluster.WorkerPod;
import io.meshgauge.platform.kubernetes.objects.WorkerOrder;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Backends.AccessLogs;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.ClusterDesign.MeshAuthority;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Encryption;
import io.meshgauge.topology.Hop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
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
  private final Guarantees claims;
  private final RunIdentities identities;
  private final ClusterDesign design;
  private final List<ObserverClient> observers;

  public ClusterInstruments(
      Cluster cluster,
      Deployment deployment,
      Guarantees claims,
      ClusterDesign design,
      RunIdentities identities) {
    this.cluster = cluster;
    this.deployment = deployment;
    this.claims = claims;
    this.design = design;
    this.identities = identities;
    this.observers = cluster.observers().stream().map(ObserverPod::client).toList();
  }

  @Override
  public LoadSession startWorkers(LoadRequest request, int workers) {
    boolean tls = claims.encryption() == Encryption.AT_ENTRY;
    List<WorkerPod> pods =
        cluster.startWorkers(
            new WorkerOrder(
                request.plan(),
                identities.tokens(),
                Optional.of(identities.authorities()).filter(unused -> tls),
                addressed(tls ? overTls(request) : request).dividedAmong(workers).properties(),
                request.own()));
    List<WorkerLink> links = new ArrayList<>();
    for (WorkerPod pod : pods) {
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
    new ContainerLogs(cluster).copy(logs, since);
  }

  @Override
  public Prover prover() {
    IdentitySource source =
        design.authority().map(this::meshCredentials).orElseGet(this::ownCredentials);
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
        new ClusterProbeOrigin(views, placement::ofServices, outsider),
        placement::ofWorkloads);
  }

  private ProbeOptions options() {
    if (design.refusesInPlaintext()) {
      return ProbeOptions.COUNTED;
    }
    return new ProbeOptions(design.admitsCallersOnly(), design.authority().isPresent());
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
      Cluster.AccountToken token = cluster.token(workload, mesh.audience());
      accounts.put(
          workload,
          new IstioIdentities.Account(
              mesh.trustDomain(), token.namespace(), token.account(), token.token()));
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
    return new ClusterMeter(cluster, observers, cores(), ending);
  }
}
