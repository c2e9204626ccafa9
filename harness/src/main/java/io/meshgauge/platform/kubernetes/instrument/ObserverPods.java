package io.meshgauge.platform.kubernetes.instrument;

import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.observer.ObserverClient;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.PodAccess;
import io.meshgauge.platform.kubernetes.api.ServerSide;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.objects.Manifests;
import io.meshgauge.platform.kubernetes.pods.Pods;
import io.meshgauge.topology.Address;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a session that observe and probe: one on each node that has pods of the session, and
 * one outside the mesh for probes where nodes may bypass the proxies. They are started on first use
 * and run, idle between probes, until the session ends.
 */
public final class ObserverPods {
  /** Name of the pod outside the mesh, and its label {@code app}. */
  static final String OUTSIDER = "outsider";

  private static final String OBSERVER = "observer";
  private static final Duration READY_TIMEOUT = Duration.ofSeconds(90);
  private static final Wait LISTENING_WAIT = new Wait(READY_TIMEOUT, Duration.ofMillis(250));
  private static final Pattern LISTENING = Pattern.compile("listening (\\d+)");

  private final ServerSide server;
  private final Manifests manifests;
  private final Teardown teardown;
  private final Pods pods;
  private final SortedMap<String, ObserverPod> onNodes = new TreeMap<>();
  private @Nullable ObserverPod outsider;

  /**
   * No pods yet.
   *
   * @param server of their namespace
   * @param teardown closes the connections to the pods
   */
  public ObserverPods(ServerSide server, Manifests manifests, Teardown teardown) {
    this.server = server;
    this.manifests = manifests;
    this.teardown = teardown;
    this.pods = new Pods(server.client(), server.namespace());
  }

  /**
   * Those on the given nodes, outside of every mesh; starts the ones that are missing.
   *
   * @param nodes names of the nodes
   * @throws PlatformException naming the pod that is not ready or does not listen
   */
  public synchronized List<ObserverPod> on(SortedSet<String> nodes) {
    List<String> missing = nodes.stream().filter(node -> !onNodes.containsKey(node)).toList();
    if (!missing.isEmpty()) {
      missing.stream().map(manifests::observer).forEach(server::apply);
      Map<String, String> observers = Map.of(Labels.APP, OBSERVER);
      pods.awaitReady(observers, onNodes.size() + missing.size(), READY_TIMEOUT).stream()
          .filter(pod -> missing.contains(pod.getSpec().getNodeName()))
          .forEach(
              pod -> {
                String node = pod.getSpec().getNodeName();
                onNodes.put(node, connect(pod, node));
              });
    }
    return nodes.stream().map(onNodes::get).toList();
  }

  /** The one outside the mesh; starts it on the first observed node if there is none. */
  public synchronized ObserverPod outsider() {
    if (outsider == null) {
      server.apply(manifests.outsider(onNodes.firstKey()));
      List<Pod> started = pods.awaitReady(Map.of(Labels.APP, OUTSIDER), 1, READY_TIMEOUT);
      // The node's name identifies its observer, so this pod needs another one.
      outsider = connect(started.get(0), OUTSIDER);
    }
    return outsider;
  }

  private ObserverPod connect(Pod pod, String node) {
    String name = pod.getMetadata().getName();
    int port =
        LISTENING_WAIT.until(
            () -> listening(pods.log(name, OBSERVER)),
            () ->
                "the pod %s did not print its port within %d s"
                    .formatted(name, READY_TIMEOUT.toSeconds()));
    Address address =
        new PodAccess(server.client(), server.namespace()).forward(name, port, teardown);
    ObserverClient observer = new ObserverClient(() -> address, Thread::new);
    teardown.add("close the client of " + name, observer::close);
    return new ObserverPod(node, pod.getStatus().getPodIP(), observer);
  }

  /**
   * The observers that a deployment needs.
   *
   * @param workloads on the nodes of its pods, load workers included
   * @param controlPlanes on further nodes, which carry only a control plane
   */
  public record Observed(List<ObserverPod> workloads, List<ObserverPod> controlPlanes) {
    List<ObserverPod> all() {
      return Stream.concat(workloads.stream(), controlPlanes.stream()).toList();
    }
  }

  private static Optional<Integer> listening(String log) {
    Matcher found = LISTENING.matcher(log);
    return found.find() ? Optional.of(Integer.parseInt(found.group(1))) : Optional.empty();
  }

  /**
   * An observer pod.
   *
   * @param node name of the node
   * @param host IPv4 address of the node, by which other nodes know it
   * @param client one per session; its heartbeat keeps the observer running
   */
  public record ObserverPod(String node, String host, ObserverClient client) {}
}
