package io.meshgauge.platform.kubernetes.instrument;

import io.meshgauge.measure.Neighbours;
import io.meshgauge.measure.Part;
import io.meshgauge.observer.ObserverClient;
import io.meshgauge.topology.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A cluster that the harness reaches through its API server only.
 *
 * <p>Addresses on this machine lead through connections that may break and be made anew.
 */
public interface Cluster {

  /**
   * Starts the load workers and returns when all of them listen.
   *
   * @throws PlatformException naming the worker that does not, with its last lines
   */
  List<WorkerPod> startWorkers(WorkerOrder order);

  /**
   * Runs a program in the container that sends a TCP stream, and waits until it has ended.
   *
   * @param command program and arguments
   * @return what it printed
   * @throws PlatformException when it cannot be run, or does not end in time
   */
  String inSender(List<String> command, Duration limit);

  /** The pages of the kubelets' container metrics, by node. */
  SortedMap<String, String> containerMetrics();

  /** Containers of pods and what they are accounted to, those of the load workers included. */
  List<Container> containers();

  /**
   * What a container has written since an instant, whole lines.
   *
   * @throws PlatformException when it cannot be read, or when some of it is gone because the
   *     kubelet has begun another file since
   */
  String log(Container container, Instant since);

  /** Namespaces of control planes, whose containers are accounted apart. */
  List<String> controlPlanes();

  /** The pods that look on from outside every mesh, one per node. */
  List<ObserverPod> observers();

  /**
   * A pod that is in no mesh and on no node's network, from which a stranger calls; empty where the
   * observers are strangers enough.
   */
  Optional<ObserverPod> outsider();

  /** Whom a container serves beside the deployment; empty where it is there for nobody else. */
  Optional<Neighbours> neighbours(Container container);

  /** The namespace of the deployment. */
  String namespace();

  /**
   * A token of a service account of the namespace.
   *
   * @param audience who is to accept it
   */
  String token(String serviceAccount, String audience);

  /** A value of a configuration map of the namespace; empty when it is not there. */
  Optional<String> configuration(String configMap, String key);

  /**
   * What load workers are to do.
   *
   * @param plan the {@code .jmx} file
   * @param tokens the file of tokens that the plan reads
   * @param authorities the certificates that they trust; empty where they speak no TLS themselves
   * @param properties JMeter properties
   */
  record WorkerOrder(
      Path plan, Path tokens, Optional<Path> authorities, Map<String, String> properties) {
    public WorkerOrder {
      properties = Map.copyOf(properties);
    }

    /** What load workers are to do that speak plaintext. */
    public WorkerOrder(Path plan, Path tokens, Map<String, String> properties) {
      this(plan, tokens, Optional.empty(), properties);
    }
  }

  /** A load worker in a pod. */
  interface WorkerPod {
    /** The pod's name. */
    String name();

    /** Where it is spoken to from this machine. */
    Address control();

    /** What became of it; empty while it runs as far as is known. */
    Optional<String> obituary();
  }

  /**
   * A container whose use is accounted.
   *
   * @param name what it is accounted under, for example {@code order-proxy}
   * @param part what it is accounted to
   * @param node where it runs
   * @param namespace its pod's namespace
   * @param pod its pod
   * @param container its name in the pod
   * @param id the container runtime's identifier
   */
  record Container(
      String name,
      Part part,
      String node,
      String namespace,
      String pod,
      String container,
      String id) {}

  /**
   * A pod of ours on a node.
   *
   * @param node name of the node
   * @param host IPv4 address of the node, by which other nodes know it
   * @param client one per session; its heartbeat keeps the observer running
   */
  record ObserverPod(String node, String host, ObserverClient client) {}
}
