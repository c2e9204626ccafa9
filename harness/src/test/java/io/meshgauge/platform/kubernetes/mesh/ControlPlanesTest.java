package io.meshgauge.platform.kubernetes.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.APIResourceBuilder;
import io.fabric8.kubernetes.api.model.APIResourceListBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.meshgauge.platform.kubernetes.mesh.ControlPlanes.Problem;
import io.meshgauge.platform.kubernetes.mesh.ControlPlanes.Standing;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Component;
import io.meshgauge.topology.design.ControlPlane.Condition;
import io.meshgauge.topology.design.ControlPlane.Kind;
import io.meshgauge.topology.design.ControlPlane.Resource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@EnableKubernetesMockClient(crud = true, https = false)
class ControlPlanesTest {
  private static final String NAMESPACE = "mesh-system";
  private static final Component BRAIN =
      new Component(Kind.DEPLOYMENT, "app", "brain", "configures the proxies");
  private static final Component HANDS =
      new Component(Kind.DAEMON_SET, "app", "hands", "carries the traffic");
  private static final ControlPlane MESH =
      new ControlPlane(
          "some-mesh",
          "Some Mesh",
          List.of(BRAIN, HANDS),
          List.of(new Resource("mesh.test", "v1", "policies")),
          List.of(
              new Condition(
                  "v1",
                  "ConfigMap",
                  NAMESPACE,
                  "settings",
                  "/data/encryption",
                  "on",
                  "nodes encrypt",
                  "some-mesh encrypt")),
          "some-mesh install");

  KubernetesClient client;
  KubernetesMockServer server;

  static Stream<ControlPlane> real() {
    return Products.controlPlanes().stream();
  }

  @ParameterizedTest
  @MethodSource("real")
  void absentMeshIsReportedWithTheInstallCommand(ControlPlane mesh) {
    Standing standing = standing(mesh);

    assertThat(standing.installed()).isFalse();
    assertThat(standing.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.found())
                  .startsWith(mesh.title() + " is not installed on the cluster: there is no ");
              mesh.components()
                  .forEach(it -> assertThat(problem.found()).contains(it.label(), it.value()));
              assertThat(problem.remedy()).isEqualTo("install it: " + mesh.install());
            });
  }

  @Test
  void readyMeshHasNoProblems() {
    brain(1);
    hands(2, 2);
    policies();
    settings("on");

    assertThat(standing(MESH)).isEqualTo(new Standing(true, "1.2.3", List.of()));
  }

  @Test
  void controlPlaneWithoutReadyPodIsRefusedWithTheReason() {
    brain(0);
    hands(1, 1);
    policies();
    settings("on");
    waitingPod();

    assertThat(standing(MESH).problems())
        .singleElement()
        .isEqualTo(
            new Problem(
                "Some Mesh is not ready: of deployment brain in mesh-system, which configures the"
                    + " proxies, 0 of 1 pods are ready (pod brain-1: container brain waits:"
                    + " ImagePullBackOff: no such image)",
                "repair or reinstall it: some-mesh install"));
  }

  @Test
  void nodeWithoutItsProxyIsRefused() {
    brain(1);
    hands(2, 1);
    policies();
    settings("on");

    assertThat(standing(MESH).problems())
        .singleElement()
        .asString()
        .contains("daemon set hands in mesh-system, which carries the traffic, 1 of 2 pods")
        .contains("(there is no pod)");
  }

  @Test
  void allProblemsAreReportedTogether() {
    brain(1);
    settings("off");

    assertThat(standing(MESH).problems())
        .extracting(Problem::toString)
        .containsExactly(
            "Some Mesh is incomplete: there is no daemon set labelled app=hands, which carries the"
                + " traffic; install what is missing: some-mesh install",
            "the API server does not know policies of mesh.test/v1, which variants of Some Mesh"
                + " use; install their definitions: some-mesh install",
            "Some Mesh is not configured so that nodes encrypt: ConfigMap settings in mesh-system"
                + " has 'off' at /data/encryption; expected 'on'; some-mesh encrypt");
  }

  @Test
  void settingOfAnAbsentObjectIsNotSet() {
    brain(1);
    hands(1, 1);
    policies();

    assertThat(standing(MESH).problems())
        .singleElement()
        .asString()
        .contains("ConfigMap settings in mesh-system has nothing at /data/encryption");
  }

  @Test
  void settingOfAnUnknownKindIsNotSet() {
    brain(1);
    ControlPlane mesh =
        new ControlPlane(
            "m",
            "M",
            List.of(BRAIN),
            List.of(),
            List.of(
                new Condition(
                    "crd.test/v1", "Felix", "", "default", "/spec/x", "true", "it is so", "do x")),
            "install");

    assertThat(standing(mesh).problems())
        .singleElement()
        .asString()
        .contains("Felix default has nothing at /spec/x");
  }

  @Test
  void absentSettingCountsAsOff() {
    brain(1);
    settings("on");
    ControlPlane off = with("/data/encryption", "v1", "ConfigMap", true);

    assertThat(standing(off).problems())
        .singleElement()
        .asString()
        .contains("has 'on' at /data/encryption; expected anything but 'on'");
    assertThat(standing(with("/data/other", "v1", "ConfigMap", true)).problems()).isEmpty();
  }

  @Test
  void aKindMayBeServedUnderOneOfSeveralGroups() {
    brain(1);
    settings("on");

    assertThat(standing(with("/data/encryption", "crd.test/v1,v1", "ConfigMap", false)).problems())
        .isEmpty();
  }

  @Test
  void daemonSetIsFoundByItsPodLabels() {
    hands(1, 1, "{}", "{app: hands}");

    assertThat(
            standing(new ControlPlane("m", "M", List.of(HANDS), List.of(), List.of(), "install"))
                .problems())
        .isEmpty();
  }

  private static ControlPlane with(String pointer, String version, String kind, boolean unwanted) {
    return new ControlPlane(
        "m",
        "M",
        List.of(BRAIN),
        List.of(),
        List.of(
            new Condition(
                version, kind, NAMESPACE, "settings", pointer, "on", "so", "do", unwanted)),
        "install");
  }

  private Standing standing(ControlPlane mesh) {
    return new ControlPlanes(client).of(mesh);
  }

  private void brain(int ready) {
    create(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: brain, namespace: mesh-system, labels: {app: brain}}
        spec:
          selector: {matchLabels: {app: brain}}
          template:
            spec:
              containers:
                - {name: brain, image: 'registry.test:5000/mesh/brain:1.2.3@sha256:abc'}
        status: {%s}
        """
            .formatted(ready == 0 ? "" : "readyReplicas: " + ready));
  }

  private void hands(int wanted, int ready) {
    hands(wanted, ready, "{app: hands}", "{}");
  }

  private void hands(int wanted, int ready, String labels, String podLabels) {
    create(
        """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: hands, namespace: mesh-system, labels: %s}
        spec:
          selector: {matchLabels: {app: hands}}
          template:
            metadata: {labels: %s}
            spec: {containers: [{name: hands, image: 'mesh/hands:1.2.3'}]}
        status: {desiredNumberScheduled: %d, numberReady: %d}
        """
            .formatted(labels, podLabels, wanted, ready));
  }

  private void create(String yaml) {
    client.resource(yaml).create();
  }

  private void policies() {
    serves("/apis/mesh.test/v1", "mesh.test/v1", "policies", "Policy");
  }

  @BeforeEach
  void theKindsOfEveryCluster() {
    serves("/api/v1", "v1", "configmaps", "ConfigMap");
  }

  private void serves(String path, String version, String plural, String kind) {
    server
        .expect()
        .get()
        .withPath(path)
        .andReturn(
            200,
            new APIResourceListBuilder()
                .withGroupVersion(version)
                .addToResources(new APIResourceBuilder().withName(plural).withKind(kind).build())
                .build())
        .always();
  }

  private void settings(String encryption) {
    create(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings, namespace: mesh-system}
        data: {encryption: '%s'}
        """
            .formatted(encryption));
  }

  private void waitingPod() {
    create(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: brain-1, namespace: mesh-system, labels: {app: brain}}
        spec: {}
        status:
          containerStatuses:
            - name: brain
              ready: false
              state: {waiting: {reason: ImagePullBackOff, message: no such image}}
        """);
  }
}
