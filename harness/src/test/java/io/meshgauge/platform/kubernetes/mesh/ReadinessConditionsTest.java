package io.meshgauge.platform.kubernetes.mesh;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.product.registry.Products;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the conditions that networks write on objects, with a fake API server. */
@EnableKubernetesMockClient(crud = true, https = false)
class ReadinessConditionsTest {
  private static final String NAMESPACE = "meshgauge-1";
  private static final Wait SHORT = new Wait(Duration.ofMillis(300), Duration.ofMillis(50));

  KubernetesClient client;

  @Test
  void ciliumKnowsEveryPodAndEveryNodeHasPublishedItsKey() {
    endpoint("order-1", "ready");
    endpoint("auth-1", "ready");
    ciliumNode("a", Map.of("network.cilium.io/wg-pub-key", "x"), Map.of());
    ciliumNode("b", Map.of("network.cilium.io/wg-pub-key", "y"), Map.of());

    assertThatCode(() -> await("cilium-wireguard", pod("order-1", "a"), pod("auth-1", "b")))
        .doesNotThrowAnyException();
  }

  @Test
  void pendingEndpointIsNamedWithItsState() {
    endpoint("order-1", "regenerating");

    assertThatThrownBy(() -> await("cilium", pod("order-1", "a")))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining(
            "CiliumEndpoint order-1 has 'regenerating' at /status/state; expected 'ready', which"
                + " means for a pod that the node's programs have its rules")
        .hasMessageContaining("meshgauge doctor");
  }

  @Test
  void aPodOfAnotherNetworkHasNoEndpoint() {
    assertThatThrownBy(() -> await("cilium", pod("order-1", "a")))
        .hasMessageContaining("CiliumEndpoint order-1 has nothing");
  }

  @Test
  void aNodeWithoutAKeyForIpsecIsNotEncrypted() {
    endpoint("order-1", "ready");
    ciliumNode("a", Map.of(), Map.of("encryption", Map.of("key", 0)));

    assertThatThrownBy(() -> await("cilium-ipsec", pod("order-1", "a")))
        .hasMessageContaining("CiliumNode a has '0' at /spec/encryption/key; expected any value");
  }

  @Test
  void calicoPublishesTheKeyOfANodeOnTheNode() {
    Pod pod = pod("order-1", "a");
    client
        .resource(new NodeBuilder().withNewMetadata().withName("a").endMetadata().build())
        .create();

    assertThatThrownBy(() -> await("calico-wireguard", pod))
        .hasMessageContaining("Node a has nothing")
        .hasMessageContaining("its WireGuard device is up");

    client
        .nodes()
        .withName("a")
        .edit(
            it ->
                new NodeBuilder(it)
                    .editMetadata()
                    .addToAnnotations("projectcalico.org/WireguardPublicKey", "k")
                    .endMetadata()
                    .build());
    assertThatCode(() -> await("calico-wireguard", pod)).doesNotThrowAnyException();
  }

  private void await(String mesh, Pod... pods) {
    new ReadinessConditions(
            client,
            NAMESPACE,
            Products.named(mesh).design(Variant.plain(mesh)).kubernetes().witnesses())
        .await(List.of(pods), SHORT);
  }

  private void endpoint(String pod, String state) {
    create(
        "ciliumendpoints", "CiliumEndpoint", true, pod, Map.of(), "status", Map.of("state", state));
  }

  private void ciliumNode(String name, Map<String, String> annotations, Map<String, ?> spec) {
    create("ciliumnodes", "CiliumNode", false, name, annotations, "spec", spec);
  }

  private void create(
      String plural,
      String kind,
      boolean namespaced,
      String name,
      Map<String, String> annotations,
      String part,
      Map<String, ?> content) {
    GenericKubernetesResource object = new GenericKubernetesResource();
    object.setApiVersion("cilium.io/v2");
    object.setKind(kind);
    object.setMetadata(new ObjectMetaBuilder().withName(name).withAnnotations(annotations).build());
    object.setAdditionalProperty(part, content);
    var all =
        client.genericKubernetesResources(
            new ResourceDefinitionContext.Builder()
                .withGroup("cilium.io")
                .withVersion("v2")
                .withPlural(plural)
                .withKind(kind)
                .withNamespaced(namespaced)
                .build());
    if (namespaced) {
      all.inNamespace(NAMESPACE).resource(object).create();
    } else {
      all.resource(object).create();
    }
  }

  private static Pod pod(String name, String node) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(NAMESPACE)
        .endMetadata()
        .withNewSpec()
        .withNodeName(node)
        .endSpec()
        .build();
  }
}
