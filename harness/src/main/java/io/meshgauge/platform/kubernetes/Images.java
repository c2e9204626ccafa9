package io.meshgauge.platform.kubernetes;

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
import io.meshgauge.platform.kubernetes.PodStatusText.Hopeless;
import io.meshgauge.topology.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The images of the project: their names on this cluster, and a check that it can pull them. */
final class Images {
  /** Prefix of the names in {@code k8s/}. */
  private static final String PREFIX = "meshgauge/";

  /** The images of the harness itself. */
  static final List<String> OWN = List.of("load-worker", "observer");

  /** Images of some experiments only, by program name. */
  static final List<String> ON_DEMAND = List.of("zipkin");

  private static final Wait PULL_WAIT = new Wait(Duration.ofSeconds(120), Duration.ofMillis(500));
  private static final String REMEDY =
      "build them (k8s/README.md) and load them into the cluster, or set their prefix and tag:"
          + " -Dkube.image-prefix=PREFIX/ -Dkube.image-tag=TAG";

  private final ClusterTarget target;

  Images(ClusterTarget target) {
    this.target = target;
  }

  /** The name of an image of the project on this cluster. */
  String of(String name) {
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
   * Makes the cluster pull every image, with a pod of one container per image that prints its Java
   * version and exits.
   *
   * @param needs of the experiment: some of its programs are images of the project
   * @return digests on the node, by image name
   * @throws PlatformException naming the images that could not be pulled
   */
  SortedMap<String, String> pull(
      KubernetesClient client, Owner owner, String namespace, Needs needs) {
    List<String> images = needed(needs);
    Pod pod = client.resource(pod(owner, namespace, images)).create();
    String name = pod.getMetadata().getName();
    try {
      return PULL_WAIT.until(
          () -> allPulled(client.pods().inNamespace(namespace).withName(name).get(), images.size()),
          () ->
              refusal(
                  PodStatusText.waiting(
                      client.pods().inNamespace(namespace).withName(name).get())));
    } finally {
      client.pods().inNamespace(namespace).withName(name).withGracePeriod(0).delete();
    }
  }

  /** Waits for the result of every image, so that all missing ones are reported at once. */
  private Optional<SortedMap<String, String>> allPulled(Pod pod, int expected) {
    SortedMap<String, String> digests = digests(pod);
    List<Hopeless> hopeless = PodStatusText.hopeless(pod);
    if (!hopeless.isEmpty() && digests.size() + hopeless.size() == expected) {
      throw new PlatformException(refusal(description(hopeless)));
    }
    return digests.size() == expected ? Optional.of(digests) : Optional.empty();
  }

  /** All names, and the explanation of the first, which the others share. */
  private String description(List<Hopeless> missing) {
    return "%s. The cluster says of the first: %s"
        .formatted(
            missing.stream()
                .map(it -> "%s (%s)".formatted(of(it.container()), it.reason()))
                .collect(Collectors.joining(", ")),
            missing.get(0).message());
  }

  private static String refusal(String description) {
    return "images that the cluster cannot get: %s. Do this: %s".formatted(description, REMEDY);
  }

  private static List<String> needed(Needs needs) {
    return Stream.of(
            needs.services().stream().map(Service::name),
            OWN.stream(),
            ON_DEMAND.stream().filter(needs.programs()::contains))
        .flatMap(names -> names)
        .toList();
  }

  private Pod pod(Owner owner, String namespace, List<String> images) {
    List<Container> containers = new ArrayList<>();
    for (String image : images) {
      containers.add(
          new ContainerBuilder()
              .withName(image)
              .withImage(of(image))
              .withImagePullPolicy("IfNotPresent")
              .withCommand("java", "-version")
              .build());
    }
    return new PodBuilder()
        .withNewMetadata()
        .withName("pull-check")
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

  private static SortedMap<String, String> digests(Pod pod) {
    SortedMap<String, String> digests = new TreeMap<>();
    PodStatusText.containers(pod)
        .filter(status -> status.getImageID() != null && !status.getImageID().isBlank())
        .forEach(status -> digests.put(status.getName(), digest(status)));
    return digests;
  }

  private static String digest(ContainerStatus status) {
    return status.getImage() + " " + status.getImageID().replaceFirst("^.*@", "");
  }
}
