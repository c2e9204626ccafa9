package io.meshgauge.platform.kubernetes.mesh;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.meshgauge.experiment.ClusterTarget.Installing;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Component;
import io.meshgauge.topology.design.ControlPlane.Kind;
import io.meshgauge.topology.design.ControlPlane.Resource;
import io.meshgauge.topology.design.Installation;
import io.meshgauge.topology.design.Installation.Call;
import io.meshgauge.topology.design.Installation.Scope;
import io.meshgauge.topology.design.Installation.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A cluster with a mesh's tool that writes down what it is asked. */
abstract class AcmeCluster {
  static final Installing NO_VALUES = new Installing(true, "");
  static final String MINE = "meshgauge-1";

  static final Resource CONFIG_MAPS = new Resource("", "v1", "configmaps");

  static final ControlPlane MESH =
      new ControlPlane(
              "acme",
              "Acme Mesh",
              List.of(new Component(Kind.DEPLOYMENT, "app", "acme", "does it all")),
              List.of(),
              List.of(),
              "acme install")
          .installedBy(
              new Installation(
                  "acme",
                  "--context",
                  List.of(Call.printingPlainly("install", "--crds"), Call.doing("install", "-y")),
                  List.of(Call.plainly("uninstall")),
                  List.of("version"),
                  "acme-system",
                  List.of("acme.test"),
                  List.of(),
                  List.of(
                      new Written(CONFIG_MAPS, Scope.EVERY_NAMESPACE, List.of("acme-root")),
                      new Written(CONFIG_MAPS, Scope.OWN_NAMESPACE, List.of("acme-*")))));

  @TempDir Path folder;
  KubernetesClient client;
  KubernetesMockServer server;
  MeshInstaller installer;

  @BeforeAll
  static void quietly() {
    Logger.getLogger("io.fabric8.mockwebserver").setLevel(Level.WARNING);
  }

  @BeforeEach
  void aToolOnThePath() throws IOException {
    tool(
        """
        #!/bin/sh
        echo "$@" >> %s
        [ "$1" != version ] || echo "acme   1.2"
        """
            .formatted(calls()));
    installer = new MeshInstaller(client, "lab", "/nowhere:" + folder);
    namespace(MINE);
    works();
  }

  /** The tool of this test changes nothing on the cluster, where all works already. */
  void works() {
    create(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: acme, namespace: elsewhere, labels: {app: acme}}
        spec:
          selector: {matchLabels: {app: acme}}
          template: {spec: {containers: [{name: acme, image: 'acme:1.2'}]}}
        status: {readyReplicas: 1}
        """);
  }

  private void create(String yaml) {
    client.resource(yaml).create();
  }

  /** Its first deletion is refused, a second one is not. */
  void forbid(String path) {
    server
        .expect()
        .delete()
        .withPath(path)
        .andReturn(403, new StatusBuilder().withCode(403).withMessage("not for you").build())
        .once();
  }

  void pod(String name) {
    create(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: acme-system, labels: {app: acme}}
        """
            .formatted(name));
  }

  static Installation removing(Call call) {
    Installation how = MESH.installation();
    return new Installation(
        how.program(),
        how.contextOption(),
        how.installing(),
        List.of(call),
        how.version(),
        how.namespace(),
        how.groups(),
        List.of(),
        List.of());
  }

  String install(Installing options) {
    return installer.install(MESH, Owner.fresh(), MINE, options);
  }

  Path calls() {
    return folder.resolve("calls.txt");
  }

  List<String> asked() throws IOException {
    return Files.exists(calls()) ? Files.readAllLines(calls()) : List.of();
  }

  void tool(String script) throws IOException {
    Path file = Files.writeString(folder.resolve("acme"), script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  void namespace(String name) {
    create(
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: %s}
        """
            .formatted(name));
  }

  void configMap(String namespace, String name) {
    create(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s}
        """
            .formatted(name, namespace));
  }

  /** All of them but the records of installations. */
  List<String> configMaps() {
    return client.configMaps().inAnyNamespace().list().getItems().stream()
        .map(it -> it.getMetadata().getNamespace() + "/" + it.getMetadata().getName())
        .filter(it -> !it.startsWith(MINE))
        .toList();
  }

  void definition(String name, String group) {
    create(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: %s}
        spec:
          group: %s
          scope: Namespaced
          names: {kind: Thing, plural: %s}
          versions: [{name: v1}]
        """
            .formatted(name, group, name.substring(0, name.indexOf('.'))));
  }

  List<String> definitions() {
    return client.apiextensions().v1().customResourceDefinitions().list().getItems().stream()
        .map(it -> it.getMetadata().getName())
        .toList();
  }
}
