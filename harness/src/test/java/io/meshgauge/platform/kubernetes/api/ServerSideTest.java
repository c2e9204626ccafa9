package io.meshgauge.platform.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.meshgauge.platform.PlatformException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@EnableKubernetesMockClient(https = false)
@Timeout(60)
class ServerSideTest {
  private static final String PATH =
      "/api/v1/namespaces/trial/configmaps/rules?fieldManager=meshgauge&force=true";

  private static final ConfigMap RULES =
      new ConfigMapBuilder().withNewMetadata().withName("rules").endMetadata().build();

  KubernetesMockServer server;
  KubernetesClient client;

  @Test
  void whatIsNotAnsweredIsAppliedAgain() {
    server.expect().patch().withPath(PATH).andReply(200, request -> late()).once();
    server.expect().patch().withPath(PATH).andReturn(200, RULES).once();

    apply();

    assertThat(server.getRequestCount()).isEqualTo(2);
  }

  @Test
  void whatIsRefusedIsNotAppliedAgain() {
    server.expect().patch().withPath(PATH).andReturn(422, "").always();

    assertThatThrownBy(this::apply)
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("ConfigMap rules could not be applied in trial");
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  private static ConfigMap late() {
    try {
      TimeUnit.SECONDS.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return RULES;
  }

  private void apply() {
    ObjectNode object = new ObjectMapper().valueToTree(RULES);
    try (KubernetesClient impatient = ApiServer.impatient(client)) {
      new ServerSide(impatient, Owner.fresh(), "trial").apply(object);
    }
  }
}
