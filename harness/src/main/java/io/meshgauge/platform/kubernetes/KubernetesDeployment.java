package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.Applied;
import io.meshgauge.platform.kubernetes.api.PodAccess;
import io.meshgauge.platform.kubernetes.cluster.ClusterFacts;
import io.meshgauge.platform.kubernetes.instrument.Cluster;
import io.meshgauge.platform.kubernetes.instrument.ClusterInstruments;
import io.meshgauge.platform.kubernetes.instrument.LoadPod;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods.Observed;
import io.meshgauge.platform.kubernetes.instrument.PodPlacement;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.mesh.LateLimits;
import io.meshgauge.platform.kubernetes.mesh.MeshParts;
import io.meshgauge.platform.kubernetes.mesh.PausedControlPlane;
import io.meshgauge.platform.kubernetes.mesh.ReadinessConditions;
import io.meshgauge.platform.kubernetes.objects.Entries;
import io.meshgauge.platform.kubernetes.objects.NodeAssignment;
import io.meshgauge.platform.kubernetes.objects.WorkerJobs;
import io.meshgauge.platform.kubernetes.objects.WorkerOrder;
import io.meshgauge.platform.kubernetes.pods.Diagnosis;
import io.meshgauge.platform.kubernetes.pods.PodFacts;
import io.meshgauge.platform.kubernetes.pods.PodRegistry;
import io.meshgauge.platform.kubernetes.pods.PodRegistry.Container;
import io.meshgauge.platform.kubernetes.pods.Pods;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.plane.DataPlane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Services, proxies and load workers of one trial, in pods. The two kinds differ in whose services
 * they are.
 */
abstract class KubernetesDeployment implements Deployment {
  private static final Duration WORKERS_TIMEOUT = Duration.ofSeconds(120);
  private static final int CONTROL_PORT = 8090;
  private static final String WORKER = "load-worker";

  final KubernetesSession session;
  final Order order;
  final ClusterDesign design;
  final Applied applied;
  final PodRegistry registry;
  final MeshParts parts;
  final Cluster cluster;
  final PodFacts facts;
  private final Teardown teardown = new Teardown();
  private final SortedMap<String, String> drawn = new TreeMap<>();
  private @Nullable NodeAssignment assignment;

  /**
   * A deployment of which nothing exists yet.
   *
   * @param servedIn namespace of the services
   * @param facts what is known of the services' pods
   * @param last is called once everything is deleted
   */
  KubernetesDeployment(
      KubernetesSession session,
      Order order,
      ClusterDesign design,
      String servedIn,
      PodFacts facts,
      Teardown.Action last) {
    this.session = session;
    this.order = order;
    this.design = design;
    this.facts = facts;
    this.applied = new Applied(session.client(), session.owner(), namespace());
    this.registry = new PodRegistry(design, facts, this::forward);
    this.parts = new MeshParts(session.client(), namespace(), design);
    this.cluster =
        new Cluster(
            session.client(),
            design,
            registry,
            parts,
            this::observers,
            session.observers()::outsider,
            namespace(),
            servedIn);
    teardown.add(
        "return the namespace",
        () -> {
          if (!applied.left()) {
            last.run();
          }
        });
    teardown.add("await the deletion of objects of the mesh", parts::awaitGone);
    teardown.add("delete the services", applied::close);
  }

  /** Applies everything and waits until it is ready; close it after a failure. */
  abstract void start();

  /** The existing pods of services, load balancers and collectors. */
  List<Pod> servingPods() {
    List<Pod> serving = new ArrayList<>();
    for (Map<String, String> part : List.of(Labels.SERVICES, Labels.BALANCERS, Labels.TELEMETRY)) {
      serving.addAll(ApiServer.ask("the pods of the trial", () -> pods().list(part)));
    }
    return serving;
  }

  final String namespace() {
    return session.namespace().name();
  }

  final Pods pods() {
    return new Pods(session.client(), namespace());
  }

  final ReadinessConditions conditions() {
    return new ReadinessConditions(session.client(), namespace(), design.witnesses());
  }

  final Address forward(Pod pod, int port) {
    return new PodAccess(session.client(), pod.getMetadata().getNamespace())
        .forward(pod.getMetadata().getName(), port, teardown);
  }

  /** Registers the pods of services and their proxies. */
  final void enterServices(Collection<Pod> pods) {
    registry.locate(pods);
    for (Pod pod : pods) {
      Service service = order.topology().service(Labels.service(pod.getMetadata().getLabels()));
      registry.service(PodRegistry.workload(pod), pod, management(pod, service), service);
    }
    enterProxies(pods);
  }

  /** Where the pages of a service are read; its own address where it has none. */
  private Address management(Pod pod, Service service) {
    Hop called =
        order.topology().to(service.name()).stream()
            .findFirst()
            .orElseGet(() -> new Hop(Topology.LOAD, service.name(), service.protocol()));
    int served = placement().served(called);
    return isStream() || (service.pages().ready() + service.pages().metrics()).isEmpty()
        ? new Address(pod.getStatus().getPodIP(), served)
        : forward(pod, service.pages().apart() ? service.pages().port() : served);
  }

  final boolean isStream() {
    return order.topology().equals(Topology.STREAM);
  }

  /**
   * Registers the proxies of pods, in them or on their nodes; the sender of a stream is one too.
   */
  final void enterProxies(Collection<Pod> pods) {
    pods.forEach(pod -> registry.proxy(PodRegistry.workload(pod), pod));
    enterNodes(pods);
  }

  private void enterNodes(Collection<Pod> pods) {
    parts.awaitMarks(pods);
    design
        .nodeProxy()
        .ifPresent(
            proxy -> parts.nodeProxies(proxy, pods).forEach(it -> registry.nodeProxy(proxy, it)));
  }

  @Override
  public void pause(ControlPlane controlPlane, Duration length) {
    new PausedControlPlane(session.client(), controlPlane).lasting(length);
  }

  @Override
  public Nodes nodes() {
    SortedMap<String, String> expected = new TreeMap<>();
    for (Container container : registry.containers()) {
      String node = drawn.get(PodPlacement.bound(container));
      if (node != null) {
        expected.put(container.name(), node);
      }
    }
    boolean one = ApiServer.ask("the nodes", new ClusterFacts(session.client())::nodes).size() == 1;
    return new Nodes(one ? new TreeMap<>() : registry.nodes(), expected);
  }

  /** Binds the pods of workloads to the nodes that were drawn for them. */
  final void place(List<ObjectNode> objects) {
    drawn.putAll(assignment().place(objects));
  }

  /** The nodes of the workloads, drawn once for a deployment. */
  private NodeAssignment assignment() {
    if (assignment == null) {
      assignment = session.assignment(order);
    }
    return assignment;
  }

  /** Observers of the nodes with pods of the deployment, and of those that the load will be on. */
  private Observed observers() {
    SortedSet<String> ours = new TreeSet<>();
    registry.containers().forEach(it -> ours.add(it.node()));
    ours.addAll(assignment().ofLoad());
    SortedSet<String> others = new TreeSet<>(parts.nodesOfControlPlanes());
    others.removeAll(ours);
    return new Observed(session.observers().on(ours), session.observers().on(others));
  }

  /**
   * Starts the load workers and returns when all of them listen.
   *
   * @throws io.meshgauge.platform.PlatformException naming the worker that does not, with its last
   *     lines
   */
  final List<LoadPod> startWorkers(WorkerOrder work) {
    registry.remove(
        ApiServer.ask(
            "the end of earlier load workers",
            () -> LoadPod.retire(session.client(), namespace())));
    List<ObjectNode> objects =
        session.manifests().workers(design.overlay(), work, session.workers());
    place(objects);
    applied.apply(objects);
    List<Pod> pods =
        ApiServer.ask(
            "the load workers' pods",
            () -> pods().awaitReady(Labels.LOAD, session.workers(), WORKERS_TIMEOUT));
    conditions().await(pods);
    List<LoadPod> workers = new ArrayList<>();
    for (Pod pod : pods.stream().sorted(Comparator.comparingInt(WorkerJobs::number)).toList()) {
      String suffix = session.workers() == 1 ? "" : "-" + WorkerJobs.number(pod);
      registry.load(WORKER + suffix, WORKER, pod);
      registry.proxy(Topology.LOAD + suffix, pod);
      enterNodes(List.of(pod));
      workers.add(
          new LoadPod(
              session.client(),
              namespace(),
              pod.getMetadata().getName(),
              forward(pod, CONTROL_PORT)));
    }
    return workers;
  }

  @Override
  public void limit() {
    new LateLimits(session.client(), namespace()).enforce(applied, design.limits(order.topology()));
  }

  @Override
  public void changePolicy(boolean denied) {
    List<ObjectNode> objects =
        order.design().denial(Service.Probe.PATH).stream().map(Kustomization::object).toList();
    if (objects.isEmpty()) {
      throw new PlatformException(
          "the harness knows no rule by which %s denies its request".formatted(design.overlay()));
    }
    if (denied) {
      applied.apply(objects);
    } else {
      applied.delete(objects);
    }
  }

  @Override
  public SortedMap<String, Address> entries() {
    return new Entries(
            order.topology(),
            namespace(),
            session.manifests().own().isPresent() || cluster.attached(),
            cluster.attached() ? "." + cluster.servedIn() : "",
            key -> cluster.configuration("addresses", key))
        .all();
  }

  @Override
  public DataPlane dataPlane() {
    return design.dataPlane(placement());
  }

  final Placement placement() {
    Map<String, String> hosts = new HashMap<>(registry.hosts());
    hosts.putAll(parts.hosts());
    return new Placement(
        order.topology(),
        cluster.servedIn(),
        hosts,
        parts.addresses(),
        facts.ports(),
        registry.administration(),
        registry.collectors(),
        order.workingFolder().resolve("access-logs"));
  }

  @Override
  public Instruments instruments(Guarantees claims, RunIdentities identities) {
    return new ClusterInstruments(
        cluster, this, this::startWorkers, claims, identities, order.limits());
  }

  @Override
  public List<Workload> workloads() {
    return registry.workloads();
  }

  @Override
  public List<String> endedWorkloads() {
    List<String> ended = new ArrayList<>(registry.ended(servingPods()));
    ended.addAll(parts.endedWorkloads());
    return ended;
  }

  @Override
  public void diagnose() {
    new Diagnosis(session.client(), namespace(), order.logs()).write();
  }

  @Override
  public void close() {
    teardown.close();
  }
}
