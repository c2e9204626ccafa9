package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.platform.kubernetes.pods.PodStatusText;
import io.meshgauge.platform.kubernetes.pods.PodStatusText.Hopeless;
import io.meshgauge.topology.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  /** Name of the pod that makes the cluster pull all images, and is deleted then. */
  public static final String PULL_CHECK = "pull-check";

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
   * Makes the cluster pull every image, with a pod of one container per image. Those of the project
   * print their Java version; of others nothing is executed.
   *
   * @param needs of the experiment: some of its programs are images of the project
   * @param own names of the images of the application; empty if they are the project's
   * @return digests on the node, by image name
   * @throws PlatformException naming the images that could not be pulled
   */
  public SortedMap<String, String> pull(
      KubernetesClient client, Owner owner, String namespace, Needs needs, Set<String> own) {
    SortedMap<String, String> images = needed(needs, own);
    Pod pod = client.resource(pod(owner, namespace, images)).create();
    String name = pod.getMetadata().getName();
    try {
      return PULL_WAIT.until(
          () -> allPulled(client.pods().inNamespace(namespace).withName(name).get(), images),
          () ->
              refusal(
                  PodStatusText.waiting(
                      client.pods().inNamespace(namespace).withName(name).get())));
    } finally {
      client.pods().inNamespace(namespace).withName(name).withGracePeriod(0).delete();
    }
  }

  /** Waits for the result of every image, so that all missing ones are reported at once. */
  private Optional<SortedMap<String, String>> allPulled(Pod pod, SortedMap<String, String> images) {
    int expected = images.size();
    SortedMap<String, String> digests = digests(pod, images);
    // A container that was pulled and cannot be started has its image.
    List<Hopeless> hopeless =
        PodStatusText.hopeless(pod).stream()
            .filter(it -> !digests.containsKey(key(it.container(), images)))
            .toList();
    if (!hopeless.isEmpty() && digests.size() + hopeless.size() == expected) {
      throw new PlatformException(refusal(description(hopeless, images)));
    }
    return digests.size() == expected ? Optional.of(digests) : Optional.empty();
  }

  /** All names, and the explanation of the first, which the others share. */
  private static String description(List<Hopeless> missing, SortedMap<String, String> images) {
    return "%s. The cluster says of the first: %s"
        .formatted(
            missing.stream()
                .map(it -> "%s (%s)".formatted(images.get(it.container()), it.reason()))
                .collect(Collectors.joining(", ")),
            missing.get(0).message());
  }

  private static String refusal(String description) {
    return "images that the cluster cannot get: %s. Do this: %s".formatted(description, REMEDY);
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

  private static Pod pod(Owner owner, String namespace, SortedMap<String, String> images) {
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
        .withName(PULL_CHECK)
        .withNamespace(namespace)
        .withLabels(owner.labels())
        .addToAnnotations("sidecar.istio.io/inject", "false")
        .endMetadata()
        .withNewSpec()
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
