package io.meshgauge.platform.kubernetes.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.APIResourceBuilder;
import io.fabric8.kubernetes.api.model.APIResourceListBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.use.Neighbours;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.design.ClusterDesign;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the parts of a mesh outside the workloads' pods against a fake API server. */
@EnableKubernetesMockClient(crud = true, https = false)
class MeshPartsTest {
  private static final String NAMESPACE = "trial";
  private static final String CAPTURED = "ambient.istio.io/redirection";
  private static final Wait SHORT = new Wait(Duration.ofMillis(200), Duration.ofMillis(20));
  private static final Variant AMBIENT = Variant.plain("istio-ambient");

  KubernetesClient client;
  KubernetesMockServer server;

  @BeforeEach
  void theGatewayApiIsKnown() {
    server
        .expect()
        .get()
        .withPath("/apis/gateway.networking.k8s.io/v1")
        .andReturn(
            200,
            new APIResourceListBuilder()
                .withGroupVersion("gateway.networking.k8s.io/v1")
                .addToResources(
                    new APIResourceBuilder()
                        .withName("gateways")
                        .withKind("Gateway")
                        .withNamespaced(true)
                        .build())
                .build())
        .always();
  }

  @Test
  void aPodThatIsCapturedIsPassed() {
    Pod order = pod(NAMESPACE, "order", "n1", CAPTURED + ": enabled");

    parts(AMBIENT).awaitMarks(List.of(order));
  }

  @Test
  void unmarkedPodIsRefusedWithTheValueFound() {
    Pod order = pod(NAMESPACE, "order", "n1", "");
    Pod auth = pod(NAMESPACE, "auth", "n1", CAPTURED + ": pending");

    assertThatThrownBy(() -> parts(AMBIENT).awaitMarks(List.of(order)))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("pod order-1 was not captured by the mesh")
        .hasMessageContaining(
            "expected its annotation ambient.istio.io/redirection to be 'enabled'")
        .hasMessageContaining("it is not there")
        .hasMessageContaining("istio-cni-node");
    assertThatThrownBy(() -> parts(AMBIENT).awaitMarks(List.of(auth)))
        .hasMessageContaining("it is 'pending'");
  }

  @Test
  void excludedServiceIsNotAwaited() {
    Pod auth = pod(NAMESPACE, "auth", "n1", "");

    parts(AMBIENT.with("fault", "not-captured:auth")).awaitMarks(List.of(auth));
  }

  @Test
  void theProxyOfEveryNodeThatWorkloadsRunOnIsFound() {
    Pod order = pod(NAMESPACE, "order", "n1", CAPTURED + ": enabled");
    Pod auth = pod(NAMESPACE, "auth", "n2", CAPTURED + ": enabled");
    Pod shop = pod("theirs", "shop", "n1", CAPTURED + ": enabled");
    onNode("n1", order, shop, pod("theirs", "plain", "n1", ""));
    ztunnel("n1");
    ztunnel("n2");
    ztunnel("n3");
    MeshParts parts = parts(AMBIENT);

    assertThat(parts.nodeProxies(design(AMBIENT).nodeProxy().orElseThrow(), List.of(order, auth)))
        .extracting(it -> it.getSpec().getNodeName())
        .containsExactly("n1", "n2");
    assertThat(parts.neighbours("ztunnel@n1")).contains(new Neighbours(2, 1));
    assertThat(parts.neighbours("order")).isEmpty();
    assertThat(parts.endedWorkloads()).isEmpty();
  }

  @Test
  void aNodeWithoutItsProxyIsNamed() {
    Pod order = pod(NAMESPACE, "order", "n1", CAPTURED + ": enabled");
    ztunnel("n2");

    assertThatThrownBy(
            () ->
                parts(AMBIENT)
                    .nodeProxies(design(AMBIENT).nodeProxy().orElseThrow(), List.of(order)))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("no ztunnel is ready on node n1")
        .hasMessageContaining("there are some on n2");
  }

  @Test
  void replacedProxyIsReported() {
    Pod order = pod(NAMESPACE, "order", "n1", CAPTURED + ": enabled");
    Pod proxy = ztunnel("n1");
    MeshParts parts = parts(AMBIENT);
    parts.nodeProxies(design(AMBIENT).nodeProxy().orElseThrow(), List.of(order));

    client.resource(proxy).delete();

    assertThat(parts.endedWorkloads())
        .singleElement()
        .asString()
        .contains("ztunnel@n1 is not the one that ran");
  }

  @Test
  void aWaypointIsAwaitedWithItsPodAndItsServices() {
    gateway("True", "Programmed");
    service("order", "True", "WaypointAccepted");
    waypoint();
    MeshParts parts = parts(AMBIENT.with("waypoint", "on"));

    Pod made =
        parts.made(design(AMBIENT.with("waypoint", "on")).made().orElseThrow(), List.of("order"));

    assertThat(made.getMetadata().getName()).isEqualTo("waypoint-1");
    assertThat(parts.hosts()).containsEntry("waypoint", "10.0.0.5");
    assertThat(parts.addresses()).containsEntry("order", "10.96.0.7");
  }

  @Test
  void missingWaypointIsRefusedWithItsCondition() {
    gateway("False", "Pending");

    assertThatThrownBy(
            () ->
                parts(AMBIENT.with("waypoint", "on"))
                    .made(design(AMBIENT.with("waypoint", "on")).made().orElseThrow(), List.of()))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("Gateway waypoint is not ready")
        .hasMessageContaining("expected its condition Programmed to be True")
        .hasMessageContaining("Pending");
  }

  @Test
  void serviceNotRoutedToTheWaypointIsNamed() {
    gateway("True", "Programmed");
    service("order", "False", "AttachmentDenied");
    waypoint();

    assertThatThrownBy(
            () ->
                parts(AMBIENT.with("waypoint", "on"))
                    .made(
                        design(AMBIENT.with("waypoint", "on")).made().orElseThrow(),
                        List.of("order")))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("calls of Service order are not routed to Gateway waypoint")
        .hasMessageContaining("istio.io/WaypointBound")
        .hasMessageContaining("AttachmentDenied");
  }

  /** The API server chooses by the node, which the one of the test does not know how to. */
  private void onNode(String node, Pod... pods) {
    server
        .expect()
        .get()
        .withPath("/api/v1/pods?fieldSelector=spec.nodeName%3D" + node)
        .andReturn(200, new PodListBuilder().withItems(pods).build())
        .always();
  }

  private MeshParts parts(Variant variant) {
    return new MeshParts(client, NAMESPACE, design(variant), SHORT, SHORT);
  }

  private static ClusterDesign design(Variant variant) {
    return Products.named(variant.mesh()).design(variant).kubernetes();
  }

  private Pod ztunnel(String node) {
    return ready("istio-system", "ztunnel-" + node, node, "app: ztunnel", "");
  }

  private void waypoint() {
    ready(NAMESPACE, "waypoint-1", "n1", "gateway.networking.k8s.io/gateway-name: waypoint", "");
  }

  private Pod pod(String namespace, String app, String node, String annotations) {
    return ready(namespace, app + "-1", node, "app: " + app, annotations);
  }

  private Pod ready(String namespace, String name, String node, String labels, String annotations) {
    return (Pod)
        create(
            """
            apiVersion: v1
            kind: Pod
            metadata: {namespace: %s, name: %s, labels: {%s}, annotations: {%s}}
            spec: {nodeName: %s}
            status:
              podIP: 10.0.0.5
              conditions: [{type: Ready, status: 'True'}]
              containerStatuses: [{name: istio-proxy, containerID: 'containerd://%s'}]
            """
                .formatted(namespace, name, labels, annotations, node, name));
  }

  private void gateway(String status, String reason) {
    create(
        """
        apiVersion: gateway.networking.k8s.io/v1
        kind: Gateway
        metadata: {namespace: trial, name: waypoint}
        status: {conditions: [{type: Programmed, status: '%s', reason: %s}]}
        """
            .formatted(status, reason));
  }

  private void service(String name, String status, String reason) {
    create(
        """
        apiVersion: v1
        kind: Service
        metadata: {namespace: trial, name: %s}
        spec: {clusterIP: 10.96.0.7}
        status:
          conditions:
            - {type: istio.io/WaypointBound, status: '%s', reason: %s, message: ''}
        """
            .formatted(name, status, reason));
  }

  private HasMetadata create(String yaml) {
    return client.resource(yaml).create();
  }
}
