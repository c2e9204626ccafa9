package io.meshgauge.platform.kubernetes.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EventListBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeListBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.meshgauge.platform.kubernetes.api.SilentNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EnableKubernetesMockClient(https = false)
class DiagnosisTest {
  private static final String NAMESPACE = "/api/v1/namespaces/trial/";

  KubernetesClient client;
  KubernetesMockServer server;
  @TempDir Path folder;

  @Test
  void nodeThatDoesNotAnswerIsNotWaitedFor() throws IOException {
    expect(SilentNode.named("node-2"));
    expect(pod("order", "node-1"), pod("auth", "node-2"));
    server
        .expect()
        .get()
        .withPath(NAMESPACE + "pods/order/log?pretty=false&container=order&tailLines=400")
        .andReturn(200, "started")
        .always();

    new Diagnosis(client, "trial", folder).write();

    assertThat(folder.resolve("pod-order-order.log")).hasContent("started");
    assertThat(folder.resolve("pod-auth-auth.log"))
        .hasContent(
            "(not read: node node-2: it is not ready: Kubelet stopped posting node status.)");
    assertThat(folder.resolve("pod-auth.yaml")).exists();
  }

  private void expect(Node... nodes) {
    server
        .expect()
        .get()
        .withPath("/api/v1/nodes")
        .andReturn(200, new NodeListBuilder().withItems(nodes).build())
        .always();
    server
        .expect()
        .get()
        .withPath(NAMESPACE + "events")
        .andReturn(200, new EventListBuilder().build())
        .always();
  }

  private void expect(Pod... pods) {
    server
        .expect()
        .get()
        .withPath(NAMESPACE + "pods")
        .andReturn(200, new PodListBuilder().withItems(List.of(pods)).build())
        .always();
  }

  private static Pod pod(String name, String node) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("trial")
        .endMetadata()
        .withNewSpec()
        .withNodeName(node)
        .endSpec()
        .withNewStatus()
        .addNewContainerStatus()
        .withName(name)
        .withRestartCount(0)
        .endContainerStatus()
        .endStatus()
        .build();
  }
}
