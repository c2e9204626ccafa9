package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.product.istio.IstioControlPlane;
import io.meshgauge.topology.design.ControlPlane.Resource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Istio's ambient mode that is not whole or does not work, on a real cluster whose Istio has no
 * ambient mode: its istiod is there, and what the test brings in a namespace of its own.
 */
class AmbientControlPlaneIT extends ClusterCase {
  private static final Resource GATEWAYS =
      new Resource("gateway.networking.k8s.io", "v1", "gateways");
  private static final String NOWHERE = "meshgauge.io/on-no-node";

  @BeforeAll
  void cluster() {
    onNamedContext();
  }

  @Test
  void whatIsMissingOrDoesNotWorkIsRefusedInWords() throws IOException {
    Needs waypoints = new Needs(Set.of(), List.of(IstioControlPlane.WAYPOINTS));
    String namespace = fresh();
    create(namespace);
    try (KubernetesPlatform platform = platform(target(fresh()))) {
      assumeThat(platform.problems(waypoints))
          .as("an istiod is there, and no ambient mode")
          .anyMatch(
              it ->
                  it.startsWith("Istio in ambient mode is not whole")
                      && it.contains("labelled app=ztunnel, which carries")
                      && it.contains("nor a daemon set labelled k8s-app=istio-cni-node"));
      if (!served(GATEWAYS)) {
        assertThat(platform.problems(waypoints))
            .anyMatch(
                it ->
                    it.contains("does not know " + GATEWAYS)
                        && it.contains(
                            "definitions of the Gateway API, which Istio does not install"));
      }

      client.resource(ztunnelNowhere(namespace)).create();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(platform.problems(waypoints))
                      .anyMatch(
                          it ->
                              it.startsWith(
                                      "Istio in ambient mode is not ready: of daemon set ztunnel in"
                                          + " "
                                          + namespace)
                                  && it.contains("0 of 0 pods are ready (no pod is wanted)")));

      letItRunEverywhere(namespace);
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(platform.problems(waypoints))
                      .anyMatch(
                          it ->
                              it.contains("carries the traffic of a node's pods")
                                  && it.contains("0 of 1 pods are ready")
                                  && it.contains("Err")));
      assertThat(platform.problems(waypoints))
          .as("and still nothing leads traffic there")
          .anyMatch(
              it ->
                  it.contains(
                          "is incomplete: there is no daemon set labelled k8s-app=istio-cni-node")
                      && !it.contains("app=ztunnel"));

      bring("crds/gateway-api", List.of(GATEWAYS));
      assertThat(platform.problems(waypoints)).noneMatch(it -> it.contains(GATEWAYS.toString()));
    } finally {
      ExperimentNamespace.delete(client, namespace);
    }
  }

  private void letItRunEverywhere(String namespace) {
    client
        .apps()
        .daemonSets()
        .inNamespace(namespace)
        .withName("ztunnel")
        .edit(AmbientControlPlaneIT::everywhere);
  }

  private static DaemonSet everywhere(DaemonSet found) {
    return new DaemonSetBuilder(found)
        .editSpec()
        .editTemplate()
        .editSpec()
        .removeFromNodeSelector(NOWHERE)
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  /** One for no node, with an image that does not exist. */
  private static DaemonSet ztunnelNowhere(String namespace) {
    Map<String, String> labels = Map.of("app", "ztunnel");
    return new DaemonSetBuilder()
        .withNewMetadata()
        .withName("ztunnel")
        .withNamespace(namespace)
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withNewSelector()
        .withMatchLabels(labels)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withNodeSelector(Map.of(NOWHERE, "true"))
        .addNewContainer()
        .withName("istio-proxy")
        .withImage("localhost:1/istio/ztunnel:none")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }
}
