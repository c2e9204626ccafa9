package io.meshgauge.platform.kubernetes.instrument;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.measure.use.Neighbours;
import io.meshgauge.measure.use.Part;
import io.meshgauge.observer.identity.IstioIdentities.Account;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.PodAccess;
import io.meshgauge.platform.kubernetes.cluster.ClusterFacts;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods.Observed;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods.ObserverPod;
import io.meshgauge.platform.kubernetes.mesh.MeshParts;
import io.meshgauge.platform.kubernetes.pods.PodRegistry;
import io.meshgauge.platform.kubernetes.pods.PodRegistry.Container;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ClusterDesign.MeshAuthority;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * A deployment as its instruments see it, through the API server only.
 *
 * @param registry its ready pods
 * @param parts of the mesh outside these pods
 * @param watching observer pods outside of every mesh; starts those that are missing
 * @param stranger starts the pod outside of every mesh and node network
 * @param namespace of the load
 * @param servedIn namespace of the services
 */
public record Cluster(
    KubernetesClient client,
    ClusterDesign design,
    PodRegistry registry,
    MeshParts parts,
    Supplier<Observed> watching,
    Supplier<ObserverPod> stranger,
    String namespace,
    String servedIn) {

  /** The observer pods on the nodes of workloads and load. */
  public List<ObserverPod> observers() {
    return watching.get().workloads();
  }

  /** The observer pods, those on nodes that carry only a control plane too. */
  List<ObserverPod> allObservers() {
    return watching.get().all();
  }

  /** Whether the harness only reads the services, in a namespace of their owner. */
  public boolean attached() {
    return !servedIn.equals(namespace);
  }

  /** Namespaces of the deployment's pods. */
  public Set<String> namespaces() {
    return Set.copyOf(List.of(namespace, servedIn));
  }

  /** Containers with the part they are accounted to, including the load workers. */
  public List<Container> containers() {
    return registry.containers();
  }

  /** Pages of the kubelets' container metrics, by node. */
  public SortedMap<String, String> containerMetrics() {
    return new ClusterFacts(client)
        .containerMetrics(allObservers().stream().map(ObserverPod::node).toList());
  }

  /** Workloads outside of the deployment that a container serves; empty without any. */
  Optional<Neighbours> neighbours(Container container) {
    return ApiServer.ask(
        "the pods that " + container.name() + " serves", () -> parts.neighbours(container.name()));
  }

  /**
   * A pod that sends untrusted requests; empty where the observers can send them.
   *
   * @throws PlatformException if it does not start
   */
  Optional<ObserverPod> outsider() {
    return design.letsNodesPass() ? Optional.of(stranger.get()) : Optional.empty();
  }

  /**
   * Log lines of a container since an instant, whole lines only.
   *
   * @throws PlatformException when it cannot be read, or when lines are lost because the kubelet
   *     has rotated the file since
   */
  public String log(Container container, Instant since) {
    return new PodAccess(client, container.namespace())
        .logSince(container.pod(), container.container(), since);
  }

  /**
   * Runs a program in the container of the stream client and waits until it ends.
   *
   * @param command program and arguments
   * @return its output
   * @throws PlatformException when it cannot be run, or does not end in time
   */
  String inSender(List<String> command, Duration limit) {
    Container sender =
        containers().stream()
            .filter(it -> it.part() == Part.LOAD)
            .findFirst()
            .orElseThrow(() -> new PlatformException("there is no client of a stream"));
    return new PodAccess(client, sender.namespace())
        .run(sender.pod(), sender.container(), command, limit);
  }

  /** The service account of a workload's pods, with a token for the mesh's authority. */
  Account account(String workload, MeshAuthority mesh) {
    String name = registry.account(workload);
    boolean load = workload.equals(Topology.LOAD);
    // The identities of an application that the harness did not deploy stay its own.
    String token =
        load || !attached() ? new PodAccess(client, namespace).token(name, mesh.audience()) : "";
    return new Account(mesh.trustDomain(), load ? namespace : servedIn, name, token);
  }

  /** A value of a config map of the load's namespace; empty when it does not exist. */
  public Optional<String> configuration(String configMap, String key) {
    return new PodAccess(client, namespace).configuration(configMap, key);
  }
}
