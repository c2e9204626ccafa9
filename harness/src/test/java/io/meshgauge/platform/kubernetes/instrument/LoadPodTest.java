package io.meshgauge.platform.kubernetes.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobListBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.meshgauge.platform.kubernetes.api.SilentNode;
import io.meshgauge.topology.Address;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(https = false)
class LoadPodTest {
  private static final String LABELLED = "?labelSelector=meshgauge.io%2Ftrial%3Dload";
  private static final String PODS = "/api/v1/namespaces/trial/pods" + LABELLED;
  private static final String JOBS = "/apis/batch/v1/namespaces/trial/jobs";

  KubernetesClient client;
  KubernetesMockServer server;

  /** The role of {@code k8s/rbac} does not grant to delete a collection. */
  @Test
  void earlierLoadWorkersAreDeletedByName() throws InterruptedException {
    PodBuilder pod = new PodBuilder().withNewMetadata().withName("load-worker-x").endMetadata();
    JobBuilder job = new JobBuilder().withNewMetadata().withName("load-worker").endMetadata();
    server
        .expect()
        .get()
        .withPath(PODS)
        .andReturn(200, new PodListBuilder().withItems(pod.build()).build())
        .once();
    server.expect().get().withPath(PODS).andReturn(200, new PodListBuilder().build()).always();
    server
        .expect()
        .get()
        .withPath(JOBS + LABELLED)
        .andReturn(200, new JobListBuilder().withItems(job.build()).build())
        .once();
    server.expect().delete().withPath(JOBS + "/load-worker").andReturn(200, job.build()).once();

    assertThat(LoadPod.retire(client, "trial")).containsExactly("load-worker-x");

    assertThat(deleted()).containsExactly(JOBS + "/load-worker");
  }

  @Test
  void lostContactIsExplainedByANodeThatIsNotReady() {
    server
        .expect()
        .get()
        .withPath("/api/v1/namespaces/trial/pods/load-worker-x")
        .andReturn(
            200,
            new PodBuilder()
                .withNewMetadata()
                .withName("load-worker-x")
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-2")
                .endSpec()
                .build())
        .always();
    server
        .expect()
        .get()
        .withPath("/api/v1/nodes/node-2")
        .andReturn(200, SilentNode.named("node-2"))
        .always();

    assertThat(new LoadPod(client, "trial", "load-worker-x", Address.loopback(1)).exitReason())
        .contains(
            "node node-2 of pod load-worker-x: it is not ready: Kubelet stopped posting node"
                + " status.");
  }

  private List<String> deleted() throws InterruptedException {
    List<String> paths = new ArrayList<>();
    for (int i = server.getRequestCount(); i > 0; i--) {
      RecordedRequest request = server.takeRequest();
      if (request.getMethod().equals("DELETE")) {
        paths.add(request.getPath());
      }
    }
    return paths;
  }
}
