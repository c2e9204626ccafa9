package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.mesh.ControlPlanes;
import io.meshgauge.platform.kubernetes.mesh.PausedControlPlane;
import io.meshgauge.platform.kubernetes.pods.PodStatusText;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.design.ControlPlane;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A real control plane that is kept from work for a while. */
class PausedControlPlaneIT extends ClusterCase {
  private static final Duration LENGTH = Duration.ofSeconds(8);

  private final ControlPlane istio =
      Products.named("istio-mtls")
          .requirements(Variant.plain("istio-mtls"), PlatformKind.KUBERNETES)
          .controlPlane()
          .orElseThrow();

  @BeforeAll
  void cluster() {
    onNamedContext();
  }

  @Test
  void nothingOfItIsReadyUntilItIsOverAndThenAllOfItIs() throws InterruptedException {
    List<Pod> before = istiod();
    assumeThat(before).as("an istiod is there").anyMatch(PodStatusText::ready);

    CompletableFuture<Void> pause =
        CompletableFuture.runAsync(() -> new PausedControlPlane(client, istio).lasting(LENGTH));
    int looks = 0;
    Thread.sleep(1500);
    for (int i = 0; i < 10; i++) {
      List<String> ready = uids(istiod().stream().filter(PodStatusText::ready).toList());
      if (!ready.isEmpty()) {
        // One that has just become ready is deleted at the next look of the pause.
        Thread.sleep(400);
        assertThat(uids(istiod())).as("look %d", i).doesNotContainAnyElementsOf(ready);
      }
      looks++;
      Thread.sleep(500);
    }
    pause.join();

    assertThat(looks).isEqualTo(10);
    assertThat(istiod()).anyMatch(PodStatusText::ready);
    assertThat(new ControlPlanes(client).of(istio).problems()).isEmpty();
    assertThat(uids(istiod())).doesNotContainAnyElementsOf(uids(before));
  }

  private List<Pod> istiod() {
    return client.pods().inAnyNamespace().withLabel("app", "istiod").list().getItems().stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  private static List<String> uids(List<Pod> pods) {
    return pods.stream().map(pod -> pod.getMetadata().getUid()).toList();
  }
}
