package io.meshgauge.run.instrument;

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
import io.meshgauge.platform.Cluster;
import io.meshgauge.platform.Cluster.ObserverPod;
import io.meshgauge.platform.Cluster.WorkerOrder;
import io.meshgauge.platform.Cluster.WorkerPod;
import io.meshgauge.platform.Deployment;
import io.meshgauge.run.instrument.TelemetryWatch.LogCopies;
import io.meshgauge.run.session.RatePlan;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SpinWait;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.ClusterDesign.MeshAuthority;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Encryption;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
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

/** Instruments for pods: the kubelets' metrics, and observers on the nodes. */
public final class ClusterInstruments implements Instruments {
  private final Cluster cluster;
  private final Deployment deployment;
  private final Guarantees claims;
  private final RunIdentities identities;
  private final ClusterDesign design;
  private final List<ObserverClient> observers;
  private final Optional<ObserverClient> outsider;

  public ClusterInstruments(
      Cluster cluster,
      Deployment deployment,
      Guarantees claims,
      ClusterDesign design,
      RunIdentities identities,
      List<ObserverClient> observers,
      Optional<ObserverClient> outsider) {
    this.cluster = cluster;
    this.deployment = deployment;
    this.claims = claims;
    this.design = design;
    this.identities = identities;
    this.observers = observers;
    this.outsider = outsider;
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
                addressed(tls ? overTls(request) : request).dividedAmong(workers).properties()));
    List<WorkerLink> links = new ArrayList<>();
    for (WorkerPod pod : pods) {
      links.add(new HttpLink(pod.name(), pod::control, pod::obituary, request.duration()));
    }
    return LoadGenerator.join(links, request);
  }

  /**
   * The manifests hold the address of a single service; the addresses of several go to each worker.
   */
  private LoadRequest addressed(LoadRequest request) {
    SortedMap<String, Address> entries = deployment.entries();
    return entries.size() == 1 ? request : request.to(entries);
  }

  /** The load worker itself speaks TLS where no proxy of its own does it. */
  private static LoadRequest overTls(LoadRequest request) {
    return request.with("protocol", "https").with("tlsServerName", Topology.ENTRY);
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
    // Pods share processors by their requests, in which the load worker's is the largest.
  }

  @Override
  public double cores() {
    return observers.stream().mapToDouble(observer -> observer.facts().cpus()).sum();
  }

  @Override
  public int targetPercent() {
    return RatePlan.OF_NODES;
  }

  @Override
  public LogCopies logCopies() {
    return new ContainerLogs(cluster);
  }

  @Override
  public Prover prover() {
    IdentitySource source = design.authority().map(this::issued).orElseGet(this::held);
    PodPlacement whereabouts = new PodPlacement(cluster::containers);
    SortedMap<String, ProbeOrigin> views = new TreeMap<>();
    for (int i = 0; i < observers.size(); i++) {
      String node = cluster.observers().get(i).node();
      views.put(node, new RemoteProbeOrigin(observers.get(i), source, peers(node)));
    }
    Optional<ProbeOrigin> stranger = outsider.map(it -> new RemoteProbeOrigin(it, source));
    return new Prover(
        deployment.dataPlane(),
        claims,
        options(),
        new ClusterProbeOrigin(views, whereabouts::ofServices, stranger),
        whereabouts::ofWorkloads);
  }

  private ProbeOptions options() {
    if (design.refusesInPlaintext()) {
      return ProbeOptions.COUNTED;
    }
    boolean istio = design.authority().isPresent();
    return new ProbeOptions(istio, istio);
  }

  /** The other nodes, where it matters what passes between them. */
  private Map<String, String> peers(String node) {
    return claims.betweenNodes()
        ? cluster.observers().stream()
            .filter(it -> !it.node().equals(node))
            .collect(Collectors.toMap(ObserverPod::node, ObserverPod::host))
        : Map.of();
  }

  /** Where TLS ends at the entry, our clients have to know the run's own authority. */
  private IdentitySource held() {
    return claims.encryption() == Encryption.AT_ENTRY
        ? CredentialStore.of(identities, List.of(Topology.ENTRY))
        : CredentialStore.NONE;
  }

  /** The mesh's own authority gives our clients the names of its workloads. */
  private IdentitySource issued(MeshAuthority mesh) {
    Map<String, IstioIdentities.Account> accounts = new TreeMap<>();
    Set<String> workloads = new TreeSet<>();
    for (Hop hop : deployment.dataPlane().wire().keySet()) {
      workloads.add(hop.client());
      workloads.add(hop.server());
    }
    for (String workload : workloads) {
      accounts.put(
          workload,
          new IstioIdentities.Account(
              mesh.trustDomain(),
              cluster.namespace(),
              workload,
              cluster.token(workload, mesh.audience())));
    }
    String root =
        cluster
            .configuration(mesh.rootConfigMap(), mesh.rootKey())
            .orElseThrow(
                () ->
                    new RunException(
                        "no %s in the configuration map %s of namespace %s; expected the mesh to put its root certificate there"
                            .formatted(mesh.rootKey(), mesh.rootConfigMap(), cluster.namespace())));
    return new IstioIdentities(mesh.host() + ":" + mesh.port(), mesh.host(), root, accounts);
  }

  @Override
  public Meter meter(Predicate<Part> ending) {
    return new ClusterMeter(cluster, observers, cores(), ending);
  }
}
