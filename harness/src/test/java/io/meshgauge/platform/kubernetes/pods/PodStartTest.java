package io.meshgauge.platform.kubernetes.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.meshgauge.experiment.change.StartStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@EnableKubernetesMockClient(crud = true, https = false)
@Timeout(60)
class PodStartTest {
  private static final ContainerState RUNNING =
      new ContainerStateBuilder().withNewRunning().endRunning().build();

  KubernetesClient client;
  private final List<String> last = new ArrayList<>();

  @Test
  void everyStepIsRecordedWhenItIsFirstReportedAndThePodIsGoneInTheEnd() {
    ObjectNode object = PodStart.like(deployment(), "order-start-1");
    assertThat(object.at("/spec/readinessGates/0/conditionType").asText())
        .as("so that no Service sends it requests")
        .isEqualTo("meshgauge.io/in-service");
    assertThat(object.at("/metadata/labels").fieldNames()).toIterable().containsExactly("app");
    try (PodStart start =
        new PodStart(
            client,
            "trial",
            "order-start-1",
            lifecycle(client.getKubernetesSerialization().convertValue(object, Pod.class)),
            "order",
            Optional.of("istio-proxy"),
            pod -> last.add(pod.getStatus().getPodIP()))) {
      assertThat(start.reached()).containsOnlyKeys(StartStep.CREATED);

      report("10.0.0.7", false, "PodScheduled", "Initialized");
      await().until(() -> start.reached().containsKey(StartStep.SERVICE_RUNNING));
      assertThat(start.host()).isEqualTo("10.0.0.7");
      assertThat(start.reached())
          .containsOnlyKeys(
              StartStep.CREATED,
              StartStep.SCHEDULED,
              StartStep.INITIALISED,
              StartStep.SERVICE_RUNNING);
      long running = start.reached().get(StartStep.SERVICE_RUNNING);

      report("10.0.0.7", true, "PodScheduled", "Initialized");
      await().until(() -> start.reached().containsKey(StartStep.SERVICE_READY));
      assertThat(start.reached()).hasSize(6).containsEntry(StartStep.SERVICE_RUNNING, running);
      assertThat(start.reached().get(StartStep.PROXY_READY)).isGreaterThanOrEqualTo(running);
    }
    assertThat(last).containsExactly("10.0.0.7");
    assertThat(client.pods().inNamespace("trial").list().getItems()).isEmpty();
  }

  private PodStart.Lifecycle lifecycle(Pod pod) {
    return new PodStart.Lifecycle() {
      @Override
      public void create() {
        client.resource(pod).inNamespace("trial").create();
      }

      @Override
      public void delete() {
        client.resource(pod).inNamespace("trial").delete();
      }
    };
  }

  private static ObjectNode deployment() {
    return new ObjectMapper()
        .valueToTree(
            new DeploymentBuilder()
                .withNewSpec()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", "order")
                .addToLabels("app.kubernetes.io/part-of", "meshgauge")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("order")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build());
  }

  private void report(String address, boolean ready, String... conditions) {
    client
        .pods()
        .inNamespace("trial")
        .withName("order-start-1")
        .editStatus(
            pod -> {
              var status = new PodBuilder(pod).editOrNewStatus().withPodIP(address);
              status.withConditions();
              for (String condition : conditions) {
                status.addNewCondition().withType(condition).withStatus("True").endCondition();
              }
              status.withContainerStatuses(
                  List.of("order", "istio-proxy").stream()
                      .map(
                          it ->
                              new ContainerStatusBuilder()
                                  .withName(it)
                                  .withReady(ready)
                                  .withState(RUNNING)
                                  .build())
                      .toList());
              return status.endStatus().build();
            });
  }
}
