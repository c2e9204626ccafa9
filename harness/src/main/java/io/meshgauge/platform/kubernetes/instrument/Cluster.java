package io.meshgauge.platform.kubernetes.instrument;

import io.meshgauge.measure.Neighbours;
import io.meshgauge.observer.ObserverClient;
import io.meshgauge.platform.kubernetes.objects.WorkerOrder;
import io.meshgauge.platform.kubernetes.pods.PodRegistry.Container;
import io.meshgauge.topology.Address;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * A cluster, accessed through its API server only.
 *
 * <p>Addresses on this machine are port-forwards, which may break and be opened again.
 */
public interface Cluster {

  /**
   * Starts the load workers and returns when all of them listen.
   *
   * @throws io.meshgauge.platform.PlatformException naming the worker that does not, with its last
   *     lines
   */
  List<WorkerPod> startWorkers(WorkerOrder order);

  /**
   * Runs a program in the container of the stream client and waits until it ends.
   *
   * @param command program and arguments
   * @return its output
   * @throws io.meshgauge.platform.PlatformException when it cannot be run, or does not end in time
   */
  String inSender(List<String> command, Duration limit);

  /** Pages of the kubelets' container metrics, by node. */
  SortedMap<String, String> containerMetrics();

  /** Containers with the part they are accounted to, including the load workers. */
  List<Container> containers();

  /**
   * Log lines of a container since an instant, whole lines only.
   *
   * @throws io.meshgauge.platform.PlatformException when it cannot be read, or when lines are lost
   *     because the kubelet has rotated the file since
   */
  String log(Container container, Instant since);

  /** Namespaces of control planes, whose containers are accounted separately. */
  List<String> controlPlanes();

  /** Observer pods outside of every mesh, one per node. */
  List<ObserverPod> observers();

  /**
   * A pod outside of every mesh and node network that sends untrusted requests; empty where the
   * observers can send them.
   */
  Optional<ObserverPod> outsider();

  /** Workloads outside of the deployment that a container serves; empty without any. */
  Optional<Neighbours> neighbours(Container container);

  /** Namespaces of the deployment's pods. */
  Set<String> namespaces();

  /**
   * A token of the service account of a workload's pods.
   *
   * @param audience that accepts it
   */
  AccountToken token(String workload, String audience);

  /** A value of a config map of the load's namespace; empty when it does not exist. */
  Optional<String> configuration(String configMap, String key);

  /**
   * A token of a service account.
   *
   * @param namespace of the account
   * @param account its name
   * @param token not to be logged; empty where no probe may use the identity
   */
  record AccountToken(String namespace, String account, String token) {
    @Override
    public String toString() {
      return account;
    }
  }

  /** A load worker in a pod. */
  interface WorkerPod {
    String name();

    /** Its address on this machine. */
    Address control();

    /** Why it ended; empty while it runs as far as is known. */
    Optional<String> exitReason();
  }

  /**
   * An observer pod.
   *
   * @param node name of the node
   * @param host IPv4 address of the node, by which other nodes know it
   * @param client one per session; its heartbeat keeps the observer running
   */
  record ObserverPod(String node, String host, ObserverClient client) {}
}
