package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.experiment.Run.Integration;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.UpstreamHealthCheck;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.platform.kubernetes.objects.AddedConfiguration;
import io.meshgauge.platform.kubernetes.objects.Manifests;
import io.meshgauge.platform.kubernetes.pods.PodRegistry;
import io.meshgauge.platform.kubernetes.pods.PodStart;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign.Collector;
import io.meshgauge.topology.design.ClusterDesign.Front;
import io.meshgauge.topology.design.ClusterDesign.ProxyContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Services that the harness deploys for a trial, in the namespace of the experiment. */
final class ServicesDeployment extends KubernetesDeployment {
  private static final Duration SERVICES_TIMEOUT = Duration.ofSeconds(240);
  private static final Duration FRONTS_TIMEOUT = Duration.ofSeconds(120);
  private static final Duration COLLECTORS_TIMEOUT = Duration.ofSeconds(120);
  private static final String SENDER = "iperf-client";

  private @Nullable Integration integration;
  private int starts;

  ServicesDeployment(KubernetesSession session, Order order, Teardown.Action last) {
    super(
        session,
        order,
        order.design().kubernetes(),
        session.namespace().name(),
        session.manifests().facts(order.design().kubernetes().overlay(), order.topology()),
        last);
  }

  @Override
  void start() {
    Instant begin = Instant.now();
    session.namespace().label(design.namespaceLabels());
    startCollectors();
    List<ObjectNode> objects = session.manifests().services(design.overlay(), order);
    place(objects);
    applied.apply(objects.stream().filter(it -> !Manifest.isFront(it)).toList());
    List<Pod> fronts =
        design
            .front()
            .map(it -> startFronts(it, objects.stream().filter(Manifest::isFront).toList()))
            .orElse(List.of());
    Optional<Pod> made = parts.awaitBefore(order.topology(), SERVICES_TIMEOUT);
    enterServices(pods().awaitReady(Labels.SERVICES, replicas(), SERVICES_TIMEOUT));
    design.made().ifPresent(proxy -> made.ifPresent(pod -> registry.made(proxy, pod)));
    design
        .front()
        .ifPresent(
            front -> {
              fronts.forEach(pod -> registry.front(front, pod));
              UpstreamHealthCheck.await(dataPlane().proxies());
            });
    if (isStream()) {
      Pod load = pods().awaitReady(Labels.LOAD, 1, SERVICES_TIMEOUT).get(0);
      registry.load(SENDER, Topology.LOAD, load);
      enterProxies(List.of(load));
    }
    conditions().await(pods().list(Labels.SERVICES));
    conditions().await(pods().list(Labels.LOAD));
    Duration ready = Duration.between(begin, Instant.now());
    integration = Integration.of(added(), ready);
  }

  /** What the mesh adds to the objects of the baseline; the labels of the namespace are one. */
  private List<String> added() {
    List<ObjectNode> meshed = session.manifests().described(design, order.topology());
    design
        .front()
        .ifPresent(
            front ->
                Manifests.configure(
                    meshed.stream().filter(Manifest::isFront).toList(),
                    front.file(),
                    design.configurations(placement())));
    List<String> added =
        new ArrayList<>(
            AddedConfiguration.of(meshed, session.manifests().plain(design, order.topology())));
    if (!design.namespaceLabels().isEmpty()) {
      added.add(String.join("\n", design.namespaceLabels().keySet()));
    }
    return added;
  }

  @Override
  public Optional<Integration> integration() {
    return Optional.ofNullable(integration);
  }

  @Override
  public StartedPod start(String service, boolean captured) {
    ObjectNode deployment =
        session.manifests().services(design.overlay(), order).stream()
            .filter(it -> service.equals(Manifest.service(it)))
            .findFirst()
            .orElseThrow(
                () -> new PlatformException("no manifest has pods of %s".formatted(service)));
    place(List.of(deployment));
    if (!captured) {
      design.proxy().ifPresent(it -> Manifest.labelPods(deployment, it.refusal()));
    }
    String name = "%s-start-%d".formatted(service, ++starts);
    List<ObjectNode> pod = List.of(PodStart.like(deployment, name));
    return new PodStart(
        session.client(),
        namespace(),
        name,
        new PodStart.Lifecycle() {
          @Override
          public void create() {
            applied.apply(pod);
          }

          @Override
          public void delete() {
            applied.delete(pod);
          }
        },
        facts.containers(service).get(0),
        design.proxy().map(ProxyContainer::name),
        this::accountPassing);
  }

  /** What a pod used that is deleted now is not other work on its node. */
  private void accountPassing(Pod pod) {
    String node = pod.getSpec().getNodeName();
    cluster.observers().stream()
        .filter(it -> it.node().equals(node))
        .flatMap(it -> it.client().totals(PodRegistry.ids(pod)).values().stream())
        .forEach(it -> registry.passed(node, it.cpuSeconds()));
  }

  private int replicas() {
    return order.topology().replicas().size();
  }

  /** They start first: spans and metrics sent before they are ready would be lost. */
  private void startCollectors() {
    design.collectors().forEach(it -> applied.apply(session.manifests().collector(it)));
    for (Collector collector : design.collectors()) {
      Map<String, String> labels = new HashMap<>(Labels.TELEMETRY);
      labels.put(Labels.APP, collector.name());
      Pod pod = pods().awaitReady(labels, 1, COLLECTORS_TIMEOUT).get(0);
      registry.collector(collector.name(), pod, forward(pod, collector.port()));
    }
  }

  /**
   * Starts load balancers as soon as the replicas have addresses: services become ready only after
   * responses of their peers, which come through a balancer.
   */
  private List<Pod> startFronts(Front front, List<ObjectNode> objects) {
    registry.locate(pods().awaitPlaced(Labels.SERVICES, replicas(), SERVICES_TIMEOUT));
    Map<String, String> texts = design.configurations(placement());
    Manifests.configure(objects, front.file(), texts);
    applied.apply(objects);
    List<Pod> pods = pods().awaitReady(Labels.BALANCERS, texts.size(), FRONTS_TIMEOUT);
    registry.locate(pods);
    return pods;
  }
}
