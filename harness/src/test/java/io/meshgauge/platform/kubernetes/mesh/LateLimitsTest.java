package io.meshgauge.platform.kubernetes.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.APIResourceBuilder;
import io.fabric8.kubernetes.api.model.APIResourceListBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.Applied;
import io.meshgauge.platform.kubernetes.api.Owner;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a limit counts as being in force, by what an API server says of its object. */
@EnableKubernetesMockClient(https = false)
class LateLimitsTest {
  private static final String GROUP = "policy.linkerd.io/v1alpha1";
  private static final String PATH =
      "/apis/" + GROUP + "/namespaces/trial/httplocalratelimitpolicies/gateway";
  private static final String LIMIT =
      "{\"apiVersion\":\"%s\",\"kind\":\"HTTPLocalRateLimitPolicy\",\"metadata\":{\"name\":\"gateway\",\"labels\":{}},\"spec\":{}%s}";

  KubernetesClient client;
  KubernetesMockServer server;

  @BeforeEach
  void theKindIsKnown() {
    server
        .expect()
        .get()
        .withPath("/apis/" + GROUP)
        .andReturn(
            200,
            new APIResourceListBuilder()
                .withGroupVersion(GROUP)
                .addToResources(
                    new APIResourceBuilder()
                        .withName("httplocalratelimitpolicies")
                        .withKind("HTTPLocalRateLimitPolicy")
                        .withNamespaced(true)
                        .build())
                .build())
        .always();
    server
        .expect()
        .patch()
        .withPath(PATH + "?fieldManager=meshgauge&force=true")
        .andReturn(200, LIMIT.formatted(GROUP, ""))
        .always();
  }

  @Test
  void acceptedLimitIsInEffect() {
    says(",\"status\":{\"conditions\":[{\"type\":\"Accepted\",\"status\":\"True\"}]}");

    enforce(List.of(LIMIT.formatted(GROUP, "")));
  }

  @Test
  void refusedLimitEndsTheTrialWithItsReason() {
    says(
        ",\"status\":{\"conditions\":[{\"type\":\"Accepted\",\"status\":\"False\",\"reason\":\"RateLimitReasonAlreadyExists\"}]}");

    assertThatThrownBy(() -> enforce(List.of(LIMIT.formatted(GROUP, ""))))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("HTTPLocalRateLimitPolicy gateway is not in effect")
        .hasMessageContaining("RateLimitReasonAlreadyExists")
        .hasMessageContaining("of a version that supports HTTPLocalRateLimitPolicy");
  }

  @Test
  void withoutLimitsNoRequestIsSent() {
    int before = server.getRequestCount();

    enforce(List.of());

    assertThat(server.getRequestCount()).isEqualTo(before);
  }

  private void says(String status) {
    server.expect().get().withPath(PATH).andReturn(200, LIMIT.formatted(GROUP, status)).always();
  }

  private void enforce(List<String> limits) {
    Owner owner = new Owner("session", "trial");
    new LateLimits(
            client,
            "trial",
            new Wait(Duration.ofMillis(200), Duration.ofMillis(20)),
            Duration.ofMillis(1))
        .enforce(new Applied(client, owner, "trial"), limits);
  }
}
