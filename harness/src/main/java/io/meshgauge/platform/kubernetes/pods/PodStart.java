package io.meshgauge.platform.kubernetes.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.StartStep;
import io.meshgauge.platform.Deployment.StartedPod;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A pod of a service in addition to those of its deployment, and when it reached what, as the API
 * server reports it. No Service sends it requests: it lacks a label that those of the project
 * select by, since they publish pods that are not ready; and for others a readiness gate, so that
 * its condition Ready stays false.
 */
public final class PodStart implements StartedPod {
  private static final String GATE = "meshgauge.io/in-service";

  /** Of the labels by which Services of the project select pods, the one that nothing else uses. */
  private static final String SELECTED = "app.kubernetes.io/part-of";

  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
  private static final Wait WAIT = new Wait(Duration.ofSeconds(60), POLL_INTERVAL);

  /** What of a pod is observed: the first time that this is true. */
  private final Map<StartStep, Predicate<Pod>> signs;

  private final KubernetesClient client;
  private final String namespace;
  private final String name;
  private final Lifecycle lifecycle;
  private final Consumer<Pod> last;
  private final SortedMap<StartStep, Long> reached = new ConcurrentSkipListMap<>();
  private final SharedIndexInformer<Pod> informer;
  private volatile @Nullable Pod latest;

  /** Creates the pod, and deletes it. */
  public interface Lifecycle {
    void create();

    void delete();
  }

  /**
   * Creates the pod.
   *
   * @param name of the pod
   * @param lifecycle creates and deletes it
   * @param service name of the service's container
   * @param proxy name of the proxy's container; empty without one
   * @param last receives the pod right before it is deleted
   */
  public PodStart(
      KubernetesClient client,
      String namespace,
      String name,
      Lifecycle lifecycle,
      String service,
      Optional<String> proxy,
      Consumer<Pod> last) {
    this.client = client;
    this.namespace = namespace;
    this.name = name;
    this.lifecycle = lifecycle;
    this.last = last;
    this.signs = signs(service, proxy);
    this.informer =
        ApiServer.ask(
            "the watch of " + name,
            () -> client.pods().inNamespace(namespace).withName(name).inform(new Recorder(), 0));
    try {
      lifecycle.create();
    } catch (RuntimeException e) {
      informer.stop();
      throw e;
    }
    reached.put(StartStep.CREATED, Change.now());
  }

  private static Map<StartStep, Predicate<Pod>> signs(String service, Optional<String> proxy) {
    return Map.of(
        StartStep.SCHEDULED,
        pod -> PodStatusText.has(pod, "PodScheduled"),
        StartStep.INITIALISED,
        pod -> PodStatusText.has(pod, "Initialized"),
        StartStep.PROXY_READY,
        pod -> proxy.filter(it -> is(pod, it, PodStart::isReady)).isPresent(),
        StartStep.SERVICE_RUNNING,
        pod -> is(pod, service, PodStart::isRunning),
        StartStep.SERVICE_READY,
        pod -> is(pod, service, PodStart::isReady));
  }

  private static boolean isReady(ContainerStatus status) {
    return Boolean.TRUE.equals(status.getReady());
  }

  private static boolean isRunning(ContainerStatus status) {
    return status.getState() != null && status.getState().getRunning() != null;
  }

  private static boolean is(Pod pod, String container, Predicate<ContainerStatus> state) {
    return PodStatusText.containers(pod)
        .anyMatch(it -> it.getName().equals(container) && state.test(it));
  }

  /**
   * A pod as those that a deployment makes.
   *
   * @param deployment with a template of pods
   * @param name of the pod
   */
  public static ObjectNode like(ObjectNode deployment, String name) {
    JsonNode template = deployment.at("/spec/template");
    ObjectNode pod = template.deepCopy();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    pod.withObject("/metadata").put("name", name);
    pod.withObject("/metadata/labels").remove(SELECTED);
    pod.withObject("/spec").withArray("readinessGates").addObject().put("conditionType", GATE);
    return pod;
  }

  private final class Recorder implements ResourceEventHandler<Pod> {
    @Override
    public void onAdd(Pod pod) {
      record(pod);
    }

    @Override
    public void onUpdate(Pod before, Pod pod) {
      record(pod);
    }

    @Override
    public void onDelete(Pod pod, boolean unknown) {
      // It is deleted by close.
    }

    private void record(Pod pod) {
      long now = Change.now();
      latest = pod;
      signs.forEach(
          (step, sign) -> {
            if (sign.test(pod)) {
              reached.putIfAbsent(step, now);
            }
          });
    }
  }

  @Override
  public String host() {
    return WAIT.until(
        () -> Optional.ofNullable(latest).flatMap(PodStart::address),
        () ->
            "pod %s has no address %d s after it was created%s"
                .formatted(
                    name,
                    WAIT.limit().toSeconds(),
                    Optional.ofNullable(latest)
                        .map(it -> ": " + PodStatusText.waiting(it))
                        .orElse("")));
  }

  private static Optional<String> address(Pod pod) {
    PodStatusText.hopeless(pod).stream()
        .findFirst()
        .ifPresent(
            reason -> {
              throw new PlatformException(
                  "pod %s: %s".formatted(pod.getMetadata().getName(), reason));
            });
    return Optional.ofNullable(pod.getStatus()).map(PodStatus::getPodIP);
  }

  @Override
  public SortedMap<StartStep, Long> reached() {
    return reached;
  }

  @Override
  public void close() {
    informer.stop();
    try {
      Optional.ofNullable(latest).ifPresent(last);
    } finally {
      lifecycle.delete();
      WAIT.untilTrue(
          () -> ApiServer.ask("pod " + name, this::isGone),
          () ->
              "pod %s still exists %d s after it was deleted"
                  .formatted(name, WAIT.limit().toSeconds()));
    }
  }

  private boolean isGone() {
    return client.pods().inNamespace(namespace).withName(name).get() == null;
  }
}
