package io.meshgauge.platform.kubernetes.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.pods.PodFacts;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.Pages;
import io.meshgauge.topology.Service.Probe;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How an application is found that runs in a namespace of its owner. */
@EnableKubernetesMockClient(crud = true, https = false)
class AttachedApplicationTest {
  private static final Service WEB = service("web", 80);
  private static final Service STORE = service("store", 6379);
  private static final Topology TOPOLOGY =
      new Topology(
          List.of(STORE, WEB),
          List.of(
              new Hop(Topology.LOAD, "web", Protocol.HTTP1),
              new Hop("web", "store", Protocol.HTTP1)),
          1);

  KubernetesClient client;
  KubernetesMockServer server;
  private AttachedApplication application;

  @BeforeEach
  void shop() {
    application = new AttachedApplication(client, "shop");
    create("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
    create(
        """
        {apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop},
         spec: {selector: {tier: front}, ports: [{port: 80, targetPort: http}]}}
        """);
    create(
        """
        {apiVersion: v1, kind: Service, metadata: {name: store, namespace: shop},
         spec: {selector: {tier: data}, ports: [{port: 6379}]}}
        """);
    pod("web-1", "front", "istio-proxy", "True");
    pod("store-1", "data", "", "True");
  }

  @Test
  void podsAreFoundByTheirServicesAndNamedInCopiesOnly() {
    assertThat(application.problems(TOPOLOGY.members())).isEmpty();
    assertThat(application.pods(TOPOLOGY))
        .extracting(pod -> pod.getMetadata().getLabels().get(ClusterDesign.SERVICE_LABEL))
        .containsExactly("store", "web");
    assertThat(client.pods().inNamespace("shop").list().getItems())
        .noneMatch(pod -> pod.getMetadata().getLabels().containsKey(ClusterDesign.SERVICE_LABEL));
  }

  @Test
  void portsAndContainersAreThoseOfThePods() {
    PodFacts facts = application.facts(TOPOLOGY, application.pods(TOPOLOGY));

    assertThat(facts.ports()).isEqualTo(Map.of("web", 8080, "store", 6379));
    assertThat(facts.containers("web")).containsExactly("app");
    assertThat(facts.unmeshed()).containsExactly("store");
  }

  @Test
  void allThatIsMissingIsReported() {
    pod("web-2", "front", "istio-proxy", "True");
    pod("store-1", "data", "", "False");

    assertThat(
            application.problems(
                List.of(service("web", 8080), WEB, STORE, service("cache", 11211))))
        .satisfiesExactly(
            it -> assertThat(it).contains("Service web has no port 8080", "it has [80]"),
            it -> assertThat(it).contains("Service web leads to 2 running pods"),
            it -> assertThat(it).contains("pod store-1 of service store is not ready"),
            it -> assertThat(it).contains("no Service cache", "[store, web]"));
    assertThatThrownBy(() -> application.pods(TOPOLOGY))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("2 running pods");
    assertThat(new AttachedApplication(client, "shpo").problems(List.of(WEB)))
        .singleElement()
        .asString()
        .startsWith("there is no namespace shpo");
  }

  @Test
  void theRevisionOfTheOwnersControlPlaneIsTaken() {
    Map<String, String> usual = Map.of("istio-injection", "enabled");

    assertThat(application.enrolment(usual)).isEqualTo(usual);

    client
        .namespaces()
        .withName("shop")
        .edit(
            it -> {
              it.getMetadata().setLabels(Map.of("istio.io/rev", "1-27", "team", "shop"));
              return it;
            });
    assertThat(application.enrolment(usual)).isEqualTo(Map.of("istio.io/rev", "1-27"));
    assertThat(application.enrolment(Map.of())).isEmpty();
  }

  private void pod(String name, String tier, String sidecar, String ready) {
    String more = sidecar.isEmpty() ? "" : ", {name: %s, image: proxy}".formatted(sidecar);
    HasMetadata pod =
        Serialization.unmarshal(
            """
            ---
            {apiVersion: v1, kind: Pod,
             metadata: {name: %s, namespace: shop, labels: {tier: %s}},
             spec: {containers: [{name: app, image: a, ports: [{name: http, containerPort: 8080}]}%s]},
             status: {phase: Running, conditions: [{type: Ready, status: '%s'}]}}
            """
                .formatted(name, tier, more, ready),
            Pod.class);
    client.resource(pod).createOr(it -> it.update());
  }

  private void create(String yaml) {
    client.resource(Serialization.<HasMetadata>unmarshal("---\n" + yaml)).create();
  }

  private static Service service(String name, int port) {
    return new Service(
        name, Protocol.HTTP1, port, Pages.NONE, Probe.NONE, List.of(), Optional.empty());
  }
}
