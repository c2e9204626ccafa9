package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.api.Owner;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@EnableKubernetesMockClient(crud = true, https = false)
@Timeout(60)
class ImagesTest {
  private static final Logger SERVER = Logger.getLogger("io.fabric8.mockwebserver");
  private static final List<String> NODES = List.of("node-1", "node-2");
  private static final Set<String> OWN = Set.of("shop:1");

  NamespacedKubernetesClient client;
  private final Images images =
      new Images(new ClusterTarget("lab", null, 1, "meshgauge/", "1", false));

  @BeforeAll
  static void quietly() {
    SERVER.setLevel(Level.WARNING);
  }

  @Test
  void everyNodePullsEveryImage() throws Exception {
    SortedMap<String, String> digests = pulled((node, container) -> status(container, "sha256:1"));

    assertThat(digests).hasSize(3).containsEntry("shop:1", "shop:1 sha256:1");
    assertThat(client.pods().list().getItems()).as("pods that are left").isEmpty();
  }

  @Test
  void nodeThatLacksAnImageIsNamed() {
    assertThatThrownBy(
            () ->
                pulled(
                    (node, container) ->
                        node.equals("node-2") && container.equals("observer")
                            ? missing(container)
                            : status(container, "sha256:1")))
        .hasRootCauseInstanceOf(PlatformException.class)
        .hasMessageContaining(
            "images that nodes cannot get: node node-2: meshgauge/observer:1 (ErrImageNeverPull)")
        .hasMessageContaining("it says of the first: not on this node");
  }

  @Test
  void nodesWithOtherImagesUnderTheSameNameAreRefused() {
    assertThatThrownBy(
            () -> pulled((node, container) -> status(container, "sha256:" + node.charAt(5))))
        .hasRootCauseInstanceOf(PlatformException.class)
        .hasMessageContaining("node node-2 has other images under the same name than node node-1:")
        .hasMessageContaining("Load the same into every node");
  }

  /** What the check finds while kubelets report these statuses, by node and container. */
  private SortedMap<String, String> pulled(BiFunction<String, String, ContainerStatus> kubelet)
      throws Exception {
    CompletableFuture<SortedMap<String, String>> pull =
        CompletableFuture.supplyAsync(
            () -> images.pull(client, Owner.fresh(), NODES, Needs.NOTHING, OWN));
    while (!pull.isDone() && client.pods().list().getItems().size() < NODES.size()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    for (Pod pod : client.pods().list().getItems()) {
      List<ContainerStatus> statuses =
          pod.getSpec().getContainers().stream()
              .map(it -> kubelet.apply(pod.getSpec().getNodeName(), it.getName()))
              .toList();
      client
          .resource(
              new PodBuilder(pod)
                  .withNewStatus()
                  .withContainerStatuses(statuses)
                  .endStatus()
                  .build())
          .updateStatus();
    }
    return pull.get(50, TimeUnit.SECONDS);
  }

  private static ContainerStatus status(String container, String digest) {
    String image = Map.of("application-2", "shop:1").getOrDefault(container, container);
    return new ContainerStatusBuilder()
        .withName(container)
        .withImage(image)
        .withImageID("registry/" + image + "@" + digest)
        .withNewState()
        .withNewRunning()
        .endRunning()
        .endState()
        .build();
  }

  private static ContainerStatus missing(String container) {
    return new ContainerStatusBuilder()
        .withName(container)
        .withNewState()
        .withNewWaiting()
        .withReason("ErrImageNeverPull")
        .withMessage("not on this node")
        .endWaiting()
        .endState()
        .build();
  }
}
