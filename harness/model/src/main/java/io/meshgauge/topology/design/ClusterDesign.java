package io.meshgauge.topology.design;

import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ControlPlane.Witness;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a mesh adds to the services on a cluster: manifests, and what they make of the pods. */
public interface ClusterDesign {
  /** Label of the pods of a service with its name, in the manifests of every application. */
  String SERVICE_LABEL = "meshgauge.io/service";

  /**
   * The overlay's folder below {@code k8s/mesh}; in it {@code load/} is for the load workers,
   * {@code tcp/} for a TCP stream in the place of all services, and {@code application/}, if it
   * exists, is added to the manifests of an application.
   */
  String overlay();

  /** Labels of the namespace, for example those that enrol it in the mesh. */
  default Map<String, String> namespaceLabels() {
    return Map.of();
  }

  /**
   * The same mesh as its owner has set it up, for pods that are measured as they are; empty where
   * nothing could be proven of them.
   */
  default Optional<ClusterDesign> attached() {
    return Optional.empty();
  }

  /** By what its pods are in the mesh, in words. */
  default String enrolment() {
    return "the namespace's labels " + namespaceLabels();
  }

  /** Namespaces of the control plane, whose containers are accounted apart. */
  default List<String> controlPlanes() {
    return List.of();
  }

  /** The proxy that every workload must have; empty where there is none. */
  default Optional<ProxyContainer> proxy() {
    return Optional.empty();
  }

  /** The load balancers before the services; empty where there are none. */
  default Optional<Front> front() {
    return Optional.empty();
  }

  /**
   * Configuration of the load balancers by name, once it is known where the replicas run: the
   * replicas are in the placement, and the balancers are not yet.
   */
  default Map<String, String> configurations(Placement placement) {
    return Map.of();
  }

  /** By how much a replica must be made slower than the others; empty when it must not. */
  default Optional<Duration> slowed(Replica replica, Topology topology) {
    return Optional.empty();
  }

  /** Labels of a workload's pods in addition to those of the overlay. */
  default Map<String, String> podLabels(String workload) {
    return Map.of();
  }

  /** The proxy of every node that serves the workloads' pods; empty where there is none. */
  default Optional<NodeProxy> nodeProxy() {
    return Optional.empty();
  }

  /** What the mesh must have written on a workload's pods; empty where it writes nothing. */
  default Optional<NodeProxy.Mark> mark(String workload) {
    return nodeProxy().flatMap(NodeProxy::serves);
  }

  /**
   * A proxy of the experiment's own that the mesh makes of an object; empty where there is none.
   */
  default Optional<MadeProxy> made() {
    return Optional.empty();
  }

  /**
   * Whether the node's own programs are let past the proxies, as the kubelet is, so that a stranger
   * must be played by a pod.
   */
  default boolean letsNodesPass() {
    return false;
  }

  /** The data plane that results, once it is known where the workloads run. */
  DataPlane dataPlane(Placement placement);

  /**
   * Objects that depend on the variant, in YAML, one each: applied with those of the overlay, and
   * in the place of one of the same kind and name. They belong to the services, not to a TCP
   * stream.
   */
  default List<String> objects(Topology topology) {
    return List.of();
  }

  /**
   * Objects that limit requests, where the proxies cannot be made to lift a limit for the warm-up:
   * applied once it has ended, and in force once their condition {@code Accepted} is {@code True}.
   */
  default List<String> limits(Topology topology) {
    return List.of();
  }

  /** The programs that take its telemetry; they are there before the services are. */
  default List<Collector> collectors() {
    return List.of();
  }

  /** Where the identities that its proxies show come from, if our clients can be given one. */
  default Optional<MeshAuthority> authority() {
    return Optional.empty();
  }

  /** Whether a server must refuse workloads of the mesh that are none of its callers. */
  default boolean admitsCallersOnly() {
    return authority().isPresent();
  }

  /** What must be said of its pods and their nodes before they are called ready. */
  default List<Witness> witnesses() {
    return List.of();
  }

  /**
   * Whether its proxies tell a stranger in plaintext, with status 403, that it may not call, and do
   * not hang up.
   */
  default boolean refusesInPlaintext() {
    return false;
  }

  /**
   * The proxy in a pod.
   *
   * @param name of its container
   * @param admin port of its administration interface on the pod's loopback device
   * @param synchronised what it says once its control plane has configured it; empty where the
   *     manifests hold all of its configuration
   * @param refusal labels by which a pod keeps it away; empty where no label does
   */
  record ProxyContainer(
      String name,
      int admin,
      Optional<ProxyProcess.Sign> synchronised,
      Map<String, String> refusal) {
    /** A container that no label keeps away. */
    public ProxyContainer(String name, int admin, Optional<ProxyProcess.Sign> synchronised) {
      this(name, admin, synchronised, Map.of());
    }
  }

  /**
   * A proxy that a control plane makes of an object of the overlay, in a pod of the experiment's
   * namespace.
   *
   * @param object who asks for it
   * @param programmed type of the object's condition that is {@code True} once it is at work
   * @param label name of a label of its pods, whose value is the object's name
   * @param container of its pods in which the proxy runs
   * @param page port of the page with its counters, on the pod's loopback device
   * @param bound type of the condition that every Service has, and is {@code True}, once its calls
   *     are led to it
   */
  record MadeProxy(
      ObjectKey object,
      String programmed,
      String label,
      String container,
      int page,
      String bound) {}

  /**
   * An object of the experiment's namespace.
   *
   * @param version for example {@code gateway.networking.k8s.io/v1}
   * @param kind for example {@code Gateway}
   * @param name its name
   */
  record ObjectKey(String version, String kind, String name) {
    @Override
    public String toString() {
      return kind + " " + name;
    }
  }

  /**
   * Load balancers, each in a pod of its own before all pods of a service.
   *
   * @param container name of their container
   * @param admin port of their administration interface on the pod's loopback device
   * @param file name of their configuration file, in the configuration map that is called as they
   *     are
   * @param keys files of the run's key material that the one where the load enters is given; empty
   *     where it ends no TLS
   */
  record Front(String container, int admin, String file, List<String> keys) {
    public Front {
      keys = List.copyOf(keys);
    }
  }

  /**
   * A program that takes telemetry, in a pod of its own.
   *
   * @param name of its folder below {@code k8s/telemetry}, of its container, and of its label
   *     {@code app}
   * @param port where it answers questions
   * @param interval between two readings of a page, for one that reads pages
   */
  record Collector(String name, int port, Optional<Duration> interval) {}

  /**
   * The certificate authority of a mesh, which gives a certificate for a service account's token.
   *
   * @param trustDomain first part of the names it gives
   * @param host name of its service, within the cluster
   * @param port of its service
   * @param audience a token must be made for it
   * @param rootConfigMap configuration map of the namespace that holds its root certificate
   * @param rootKey key in it
   */
  record MeshAuthority(
      String trustDomain,
      String host,
      int port,
      String audience,
      String rootConfigMap,
      String rootKey) {}
}
