package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.platform.kubernetes.pods.PodStatusText;
import io.meshgauge.platform.kubernetes.pods.PodStatusText.Hopeless;
import io.meshgauge.topology.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The images of the project: their names on this cluster, and a check that it can pull them. */
public final class Images {
  /** Prefix of the names in {@code k8s/}. */
  private static final String PREFIX = "meshgauge/";

  /** The images of the harness itself. */
  public static final List<String> OWN = List.of("load-worker", "observer");

  /** Images of some experiments only, by program name. */
  static final List<String> ON_DEMAND = List.of("zipkin");

  /** Name of the pods that make the nodes pull all images, one each, and are deleted then. */
  public static final String PULL_CHECK = "pull-check";

  private static final Map<String, String> PULLING = Map.of(Labels.APP, PULL_CHECK);
  private static final Wait PULL_WAIT = new Wait(Duration.ofSeconds(120), Duration.ofMillis(500));
  private static final String REMEDY =
      "build them (k8s/README.md) and load them into the cluster, or set their prefix and tag:"
          + " -Dkube.image-prefix=PREFIX/ -Dkube.image-tag=TAG";

  private static final String THEIRS = "application-";

  private static final List<String> VERSION = List.of("java", "-version");

  /** A program that no image has: it is pulled, and nothing of it is executed. */
  private static final List<String> NOTHING = List.of("/meshgauge/only-pulled");

  private final ClusterTarget target;

  public Images(ClusterTarget target) {
    this.target = target;
  }

  /** The name of an image of the project on this cluster. */
  public String of(String name) {
    return target.imagePrefix() + name + ":" + target.imageTag();
  }

  /** Replaces the image names in an object by those on this cluster. */
  void put(ObjectNode object) {
    Manifest.containers(object)
        .forEach(
            container -> {
              String image = container.path("image").asText();
              target.inPlaceOf(image).ifPresent(other -> container.put("image", other));
              if (image.startsWith(PREFIX)) {
                container.put(
                    "image", of(image.substring(PREFIX.length()).replaceFirst(":.*", "")));
              }
            });
  }

  /**
   * Makes nodes pull every image, with a pod on each of one container per image. Those of the
   * project print their Java version; of others nothing is executed.
   *
   * @param nodes names of the nodes that may get pods which need the images, at least one
   * @param needs of the experiment: some of its programs are images of the project
   * @param own names of the images of the application; empty if they are the project's
   * @return digests by image name, the same on all nodes
   * @throws PlatformException naming the nodes and the images that they cannot pull, or of which
   *     they have different ones under the same name
   */
  public SortedMap<String, String> pull(
      NamespacedKubernetesClient client,
      Owner owner,
      List<String> nodes,
      Needs needs,
      Set<String> own) {
    SortedMap<String, String> images = needed(needs, own);
    try {
      nodes.forEach(node -> client.resource(pod(owner, node, images)).create());
      SortedMap<String, SortedMap<String, String>> pulled =
          PULL_WAIT.until(
              () -> allPulled(pods(client), nodes.size(), images),
              () ->
                  refusal(
                      pods(client).stream()
                          .filter(pod -> digests(pod, images).size() < images.size())
                          .map(pod -> node(pod) + ": " + PodStatusText.waiting(pod))
                          .collect(Collectors.joining("; "))));
      return alike(pulled);
    } finally {
      pods(client).forEach(pod -> client.resource(pod).withGracePeriod(0).delete());
    }
  }

  private static List<Pod> pods(NamespacedKubernetesClient client) {
    return client.pods().withLabels(PULLING).list().getItems();
  }

  private static String node(Pod pod) {
    return "node " + pod.getSpec().getNodeName();
  }

  /** Digests by node; empty until all nodes have pulled what they can. */
  private static Optional<SortedMap<String, SortedMap<String, String>>> allPulled(
      List<Pod> pods, int nodes, SortedMap<String, String> images) {
    SortedMap<String, SortedMap<String, String>> pulled = new TreeMap<>();
    List<String> refusals = new ArrayList<>();
    for (Pod pod : pods) {
      allPulled(pod, images, refusals).ifPresent(digests -> pulled.put(node(pod), digests));
    }
    if (!refusals.isEmpty() && pulled.size() + refusals.size() == nodes) {
      throw new PlatformException(refusal(String.join("; ", refusals)));
    }
    return pulled.size() == nodes ? Optional.of(pulled) : Optional.empty();
  }

  /** The digests that all nodes have. */
  private static SortedMap<String, String> alike(
      SortedMap<String, SortedMap<String, String>> byNode) {
    SortedMap<String, String> first = Objects.requireNonNull(byNode.get(byNode.firstKey()));
    byNode.forEach(
        (node, digests) -> {
          List<String> other =
              first.keySet().stream()
                  .filter(image -> !Objects.equals(first.get(image), digests.get(image)))
                  .toList();
          if (!other.isEmpty()) {
            throw new PlatformException(
                "%s has other images under the same name than %s: %s. Load the same into every node"
                    .formatted(node, byNode.firstKey(), String.join(", ", other)));
          }
        });
    return first;
  }

  /** Waits for the result of every image, so that all missing ones are reported at once. */
  private static Optional<SortedMap<String, String>> allPulled(
      Pod pod, SortedMap<String, String> images, List<String> refusals) {
    int expected = images.size();
    SortedMap<String, String> digests = digests(pod, images);
    // A container that was pulled and cannot be started has its image.
    List<Hopeless> hopeless =
        PodStatusText.hopeless(pod).stream()
            .filter(it -> !digests.containsKey(key(it.container(), images)))
            .toList();
    if (!hopeless.isEmpty() && digests.size() + hopeless.size() == expected) {
      refusals.add(node(pod) + ": " + description(hopeless, images));
    }
    return digests.size() == expected ? Optional.of(digests) : Optional.empty();
  }

  /** All names, and the explanation of the first, which the others share. */
  private static String description(List<Hopeless> missing, SortedMap<String, String> images) {
    return "%s; it says of the first: %s"
        .formatted(
            missing.stream()
                .map(it -> "%s (%s)".formatted(images.get(it.container()), it.reason()))
                .collect(Collectors.joining(", ")),
            missing.get(0).message());
  }

  private static String refusal(String description) {
    return "images that nodes cannot get: %s. Do this: %s".formatted(description, REMEDY);
  }

  /** Names of images by the name of the container that pulls it. */
  private SortedMap<String, String> needed(Needs needs, Set<String> own) {
    SortedMap<String, String> needed = new TreeMap<>();
    Stream.of(
            needs.services().stream().filter(unused -> own.isEmpty()).map(Service::name),
            OWN.stream(),
            ON_DEMAND.stream().filter(needs.programs()::contains))
        .flatMap(names -> names)
        .forEach(name -> needed.put(name, of(name)));
    own.forEach(image -> needed.put(THEIRS + needed.size(), image));
    return needed;
  }

  /** The name of an image in the facts of the session. */
  private static String key(String container, SortedMap<String, String> images) {
    return container.startsWith(THEIRS) ? Objects.requireNonNull(images.get(container)) : container;
  }

  private static Pod pod(Owner owner, String node, SortedMap<String, String> images) {
    List<Container> containers = new ArrayList<>();
    images.forEach(
        (name, image) ->
            containers.add(
                new ContainerBuilder()
                    .withName(name)
                    .withImage(image)
                    .withImagePullPolicy("IfNotPresent")
                    .withCommand(name.startsWith(THEIRS) ? NOTHING : VERSION)
                    .build()));
    return new PodBuilder()
        .withNewMetadata()
        .withGenerateName(PULL_CHECK + "-")
        .withLabels(owner.labels())
        .addToLabels(PULLING)
        .addToAnnotations("sidecar.istio.io/inject", "false")
        .endMetadata()
        .withNewSpec()
        .withNodeName(node)
        .withRestartPolicy("Never")
        .withContainers(containers)
        .endSpec()
        .build();
  }

  private static SortedMap<String, String> digests(Pod pod, SortedMap<String, String> images) {
    SortedMap<String, String> digests = new TreeMap<>();
    PodStatusText.containers(pod)
        .filter(status -> status.getImageID() != null && !status.getImageID().isBlank())
        .forEach(status -> digests.put(key(status.getName(), images), digest(status)));
    return digests;
  }

  private static String digest(ContainerStatus status) {
    return status.getImage() + " " + status.getImageID().replaceFirst("^.*@", "");
  }
}
