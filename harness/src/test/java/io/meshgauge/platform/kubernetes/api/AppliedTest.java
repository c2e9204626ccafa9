package io.meshgauge.platform.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@EnableKubernetesMockClient(crud = true, https = false)
class AppliedTest {
  KubernetesClient client;
  private final Owner owner = Owner.fresh();

  @Test
  @Timeout(30)
  void podsOnANodeThatIsNotReadyAreNotAwaited() {
    client.resource(SilentNode.named("node-2")).create();
    client
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName("order-1")
                .withNamespace("trial")
                .withLabels(owner.labels())
                .addToLabels(Labels.TRIAL, "service")
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-2")
                .endSpec()
                .build())
        .create();
    Applied applied = new Applied(client, owner, "trial");

    applied.close();

    assertThat(applied.left()).isTrue();
  }

  @Test
  void nothingIsLeftWhereAllPodsAreGone() {
    Applied applied = new Applied(client, owner, "trial");

    applied.close();

    assertThat(applied.left()).isFalse();
  }
}
