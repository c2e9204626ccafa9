package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.measure.Neighbours;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.UpstreamHealthCheck;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.kubernetes.application.AttachedApplication;
import io.meshgauge.platform.kubernetes.application.PodFacts;
import io.meshgauge.platform.kubernetes.instrument.Cluster;
import io.meshgauge.platform.kubernetes.instrument.ClusterInstruments;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.ClusterDesign.Front;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Services, proxies and load workers of one trial, in pods. */
final class KubernetesDeployment implements Deployment, Cluster {
  /** Label of objects that belong to one trial rather than the session. */
  static final String TRIAL = "meshgauge.io/trial";

  /** Value of {@link #TRIAL} for telemetry collectors. */
  static final String TELEMETRY = "telemetry";

  /** Value of {@link #TRIAL} for load balancers. */
  static final String FRONTS = "balancers";

  private static final Duration SERVICES_TIMEOUT = Duration.ofSeconds(240);
  private static final Duration FRONTS_TIMEOUT = Duration.ofSeconds(120);
  private static final Duration WORKERS_TIMEOUT = Duration.ofSeconds(120);
  private static final int CONTROL_PORT = 8090;
  private static final String WORKER = "load-worker";
  private static final String SENDER = "iperf-client";

  private final KubernetesSession session;
  private final Order order;
  private final ClusterDesign design;
  private final Applied applied;
  private final Teardown teardown = new Teardown();
  private final List<Pod> attached;
  private final PodFacts pods;
  private final PodRegistry registry;
  private final MeshParts parts;
  private final PodAddresses hosts = new PodAddresses();
  private final Map<String, Address> collectors = new HashMap<>();
  private String sender = "";

  /** A deployment that calls {@code last} once everything is deleted. */
  KubernetesDeployment(KubernetesSession session, Order order, Teardown.Action last) {
    this.session = session;
    this.order = order;
    ClusterDesign described = order.design().kubernetes();
    this.design = session.attached().isPresent() ? described.attached().orElseThrow() : described;
    this.applied = new Applied(session.client(), session.owner(), session.namespace().name());
    this.attached = session.attached().map(it -> it.pods(order.topology())).orElseGet(List::of);
    this.pods =
        session
            .attached()
            .map(it -> it.facts(order.topology(), attached))
            .orElseGet(() -> session.manifests().facts(design.overlay(), order.topology()));
    this.registry = new PodRegistry(design, pods, this::forward);
    this.parts = new MeshParts(session.client(), session.namespace().name(), design);
    teardown.add("return the namespace", last);
    teardown.add("await the deletion of objects of the mesh", parts::awaitGone);
    teardown.add("delete the services", applied::close);
  }

  /** Applies everything and waits until it is ready; close it after a failure. */
  void start() {
    if (session.attached().isPresent()) {
      attach(session.attached().get());
      return;
    }
    session.namespace().label(design.namespaceLabels());
    collectors.putAll(
        new CollectorPods(session.manifests(), applied, registry, this::forward)
            .start(design.collectors(), pods()));
    List<ObjectNode> objects = session.manifests().services(design.overlay(), order);
    session.place(order.topology(), objects);
    applied.apply(objects.stream().filter(it -> !Manifest.isFront(it)).toList());
    List<Pod> fronts =
        design
            .front()
            .map(it -> startFronts(it, objects.stream().filter(Manifest::isFront).toList()))
            .orElse(List.of());
    boolean stream = order.topology().equals(Topology.STREAM);
    Optional<Pod> made = parts.awaitBefore(order.topology(), SERVICES_TIMEOUT);
    int count = order.topology().replicas().size();
    List<Pod> pods = pods().awaitReady(Map.of(TRIAL, "services"), count, SERVICES_TIMEOUT);
    enterServices(pods, stream);
    design.made().ifPresent(proxy -> made.ifPresent(pod -> registry.made(proxy, pod)));
    design
        .front()
        .ifPresent(
            front -> {
              fronts.forEach(pod -> registry.front(front, pod));
              UpstreamHealthCheck.await(dataPlane().proxies());
            });
    if (stream) {
      Pod load = pods().awaitReady(Map.of(TRIAL, "load"), 1, SERVICES_TIMEOUT).get(0);
      registry.load(SENDER, Topology.LOAD, load);
      enterProxies(List.of(load));
      sender = load.getMetadata().getName();
    }
    conditions().await(pods().list(Map.of(TRIAL, "services")));
    conditions().await(pods().list(Map.of(TRIAL, "load")));
  }

  /** Starts only the load's own objects, in the experiment's namespace. */
  private void attach(AttachedApplication application) {
    session.namespace().label(application.enrolment(design.namespaceLabels()));
    applied.apply(session.manifests().load(entries().values().iterator().next()));
    enterServices(attached, false);
  }

  private void enterServices(List<Pod> pods, boolean stream) {
    for (Pod pod : pods) {
      hosts.put(pod);
      Service service = order.topology().service(Replicas.service(pod));
      registry.service(Replicas.workload(pod), pod, management(pod, service, stream), service);
    }
    enterProxies(pods);
  }

  /** Where the pages of a service are read; its own address where it has none. */
  private Address management(Pod pod, Service service, boolean stream) {
    int served = placement().served(order.topology().to(service.name()).get(0));
    return stream || (service.pages().ready() + service.pages().metrics()).isEmpty()
        ? new Address(pod.getStatus().getPodIP(), served)
        : forward(pod, service.pages().apart() ? service.pages().port() : served);
  }

  @Override
  public void pause(ControlPlane controlPlane, Duration length) {
    new PausedControlPlane(session.client(), controlPlane).lasting(length);
  }

  private ReadinessConditions conditions() {
    return new ReadinessConditions(session.client(), namespace(), design.witnesses());
  }

  @Override
  public SortedMap<String, String> nodes() {
    return session.observers().size() > 1 ? registry.nodes() : new TreeMap<>();
  }

  /**
   * Starts load balancers as soon as the replicas have addresses: services become ready only after
   * responses of their peers, which come through a balancer.
   */
  private List<Pod> startFronts(Front front, List<ObjectNode> objects) {
    pods()
        .awaitPlaced(
            Map.of(TRIAL, "services"), order.topology().replicas().size(), SERVICES_TIMEOUT)
        .forEach(hosts::put);
    Map<String, String> texts = design.configurations(placement());
    Manifests.configure(objects, front.file(), texts);
    applied.apply(objects);
    List<Pod> pods = pods().awaitReady(Map.of(TRIAL, FRONTS), texts.size(), FRONTS_TIMEOUT);
    pods.forEach(hosts::put);
    return pods;
  }

  private Address forward(Pod pod, int port) {
    PodForward forward =
        PodForward.open(
            session.client(), pod.getMetadata().getNamespace(), pod.getMetadata().getName(), port);
    teardown.add("close the port-forward to " + pod.getMetadata().getName(), forward::close);
    return forward.address();
  }

  /**
   * Registers the proxies of pods, in them or on their nodes; the sender of a stream is one too.
   */
  private void enterProxies(List<Pod> pods) {
    pods.forEach(pod -> registry.proxy(Replicas.workload(pod), pod));
    enterNodes(pods);
  }

  private void enterNodes(List<Pod> pods) {
    parts.awaitMarks(pods);
    design
        .nodeProxy()
        .ifPresent(
            proxy -> parts.nodeProxies(proxy, pods).forEach(it -> registry.nodeProxy(proxy, it)));
  }

  private Pods pods() {
    return new Pods(session.client(), namespace());
  }

  @Override
  public List<WorkerPod> startWorkers(WorkerOrder work) {
    registry.remove(
        ApiServer.ask(
            "the end of earlier load workers",
            () -> LoadPod.retire(session.client(), namespace())));
    List<ObjectNode> objects =
        session.manifests().workers(design.overlay(), work, session.workers());
    session.place(order.topology(), objects);
    applied.apply(objects);
    List<Pod> pods =
        ApiServer.ask(
            "the load workers' pods",
            () -> pods().awaitReady(Map.of(TRIAL, "load"), session.workers(), WORKERS_TIMEOUT));
    conditions().await(pods);
    List<WorkerPod> workers = new ArrayList<>();
    for (int i = 0; i < pods.size(); i++) {
      Pod pod = pods.get(i);
      String name = session.workers() == 1 ? WORKER : WORKER + "-" + i;
      registry.load(name, WORKER, pod);
      String workload = session.workers() == 1 ? Topology.LOAD : Topology.LOAD + "-" + i;
      registry.proxy(workload, pod);
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
  public String inSender(List<String> command, Duration limit) {
    return new PodCommand(session.client(), namespace(), sender, Topology.LOAD).run(command, limit);
  }

  @Override
  public SortedMap<String, String> containerMetrics() {
    return new ClusterFacts(session.client())
        .containerMetrics(registry.containers().stream().map(Container::node).distinct().toList());
  }

  @Override
  public List<Container> containers() {
    return registry.containers();
  }

  @Override
  public String log(Container container, Instant since) {
    return new ContainerLog(session.client(), container.namespace(), container).since(since);
  }

  @Override
  public List<String> controlPlanes() {
    return design.controlPlanes();
  }

  @Override
  public List<ObserverPod> observers() {
    return session.observers();
  }

  @Override
  public Optional<ObserverPod> outsider() {
    return Optional.of(session.outsider())
        .filter(unused -> design.letsNodesPass())
        .map(it -> it.on(session.observers().get(0).node()));
  }

  @Override
  public Optional<Neighbours> neighbours(Container container) {
    return ApiServer.ask(
        "the pods that " + container.name() + " serves", () -> parts.neighbours(container.name()));
  }

  @Override
  public Set<String> namespaces() {
    return session
        .attached()
        .map(it -> Set.of(namespace(), it.namespace()))
        .orElseGet(() -> Set.of(namespace()));
  }

  private String namespace() {
    return session.namespace().name();
  }

  /** Namespace of the services. */
  private String servedIn() {
    return session.attached().map(AttachedApplication::namespace).orElse(namespace());
  }

  @Override
  public AccountToken token(String workload, String audience) {
    String account = registry.account(workload);
    // The identities of an application that the harness did not deploy stay its own.
    boolean ours = session.attached().isEmpty() || workload.equals(Topology.LOAD);
    return new AccountToken(
        workload.equals(Topology.LOAD) ? namespace() : servedIn(),
        account,
        ours ? contents().token(account, audience) : "");
  }

  @Override
  public Optional<String> configuration(String configMap, String key) {
    return contents().configuration(configMap, key);
  }

  private NamespaceReader contents() {
    return new NamespaceReader(session.client(), namespace());
  }

  @Override
  public SortedMap<String, Address> entries() {
    return new Entries(
            order.topology(),
            namespace(),
            session.manifests().own().isPresent() || session.attached().isPresent(),
            session.attached().map(it -> "." + it.namespace()).orElse(""),
            key -> configuration("addresses", key))
        .all();
  }

  @Override
  public DataPlane dataPlane() {
    return design.dataPlane(placement());
  }

  private Placement placement() {
    Map<String, String> all = new HashMap<>(hosts.all());
    all.putAll(parts.hosts());
    return new Placement(
        order.topology(),
        servedIn(),
        all,
        parts.addresses(),
        pods.ports(),
        registry.administration(),
        collectors,
        order.workingFolder().resolve("access-logs"));
  }

  @Override
  public Instruments instruments(Guarantees claims, RunIdentities identities) {
    return new ClusterInstruments(this, this, claims, design, identities);
  }

  @Override
  public List<Workload> workloads() {
    return registry.workloads();
  }

  @Override
  public List<String> endedWorkloads() {
    List<Pod> pods = new ArrayList<>();
    for (String part : List.of("services", FRONTS, TELEMETRY)) {
      pods.addAll(ApiServer.ask("the pods of the trial", () -> pods().list(Map.of(TRIAL, part))));
    }
    session
        .attached()
        .ifPresent(
            it ->
                pods.addAll(
                    ApiServer.ask("the application's pods", () -> it.pods(order.topology()))));
    List<String> ended = new ArrayList<>(hosts.ended(pods));
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
