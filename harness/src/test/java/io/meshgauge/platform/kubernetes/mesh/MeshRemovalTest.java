package io.meshgauge.platform.kubernetes.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.cluster.OrphanedResources;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.Installation.Call;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the removal of a mesh that was installed for an experiment. */
@EnableKubernetesMockClient(crud = true, https = false)
class MeshRemovalTest extends AcmeCluster {
  @Test
  void onlyNewObjectsAreRemoved() {
    definition("old.acme.test", "acme.test");
    install(NO_VALUES);
    namespace("acme-system");
    definition("new.acme.test", "acme.test");
    definition("new.sub.acme.test", "sub.acme.test");
    definition("new.others.test", "others.test");

    installer.remove(MESH, MINE);

    assertThat(definitions()).containsExactlyInAnyOrder("old.acme.test", "new.others.test");
    assertThat(client.namespaces().withName("acme-system").get()).isNull();
    assertThat(installer.installed(MINE, List.of(MESH))).isEmpty();
  }

  @Test
  void aNamespaceThatWasThereStays() {
    namespace("acme-system");
    install(NO_VALUES);

    installer.remove(MESH, MINE);

    assertThat(client.namespaces().withName("acme-system").get()).isNotNull();
  }

  @Test
  void generatedObjectsElsewhereAreDeletedIfNew() {
    namespace("theirs");
    configMap("theirs", "acme-root");
    install(NO_VALUES);
    namespace("shop");
    configMap("shop", "acme-root");
    configMap("shop", "prices");

    List<String> staying = installer.remove(MESH, MINE);

    assertThat(staying).containsExactly("configmaps theirs/acme-root");
    assertThat(configMaps()).containsExactlyInAnyOrder("theirs/acme-root", "shop/prices");
  }

  @Test
  void generatedObjectsInAnOldNamespaceAreDeletedIfNew() {
    namespace("acme-system");
    configMap("acme-system", "acme-settings-of-theirs");
    install(NO_VALUES);
    configMap("acme-system", "acme-leader");
    configMap("acme-system", "acme-root");
    configMap("shop", "acme-leader");

    assertThat(installer.remove(MESH, MINE))
        .containsExactly(
            "the namespace acme-system", "configmaps acme-system/acme-settings-of-theirs");
    assertThat(configMaps())
        .containsExactlyInAnyOrder("acme-system/acme-settings-of-theirs", "shop/acme-leader");
  }

  @Test
  void objectsOfARunningControlPlaneAreNotDeleted() {
    install(NO_VALUES);
    configMap("shop", "acme-root");
    pod("acme-7");
    MeshInstaller hurried =
        new MeshInstaller(
            client,
            "lab",
            folder.toString(),
            new Wait(Duration.ofMillis(50), Duration.ofMillis(5)));

    assertThatThrownBy(() -> hurried.remove(MESH, MINE))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("pods of Acme Mesh have not ended")
        .hasMessageContaining("acme-system/acme-7")
        .hasMessageContaining("they would create [configmaps shop/acme-root] again");

    assertThat(configMaps()).containsExactly("shop/acme-root");
    assertThat(installer.installed(MINE, List.of(MESH))).containsExactly(MESH);
  }

  @Test
  void undeletableObjectsAreNamedAndTheRecordKept() {
    install(NO_VALUES);
    definition("new.acme.test", "acme.test");
    configMap("shop", "acme-root");
    configMap("till", "acme-root");
    forbid("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/new.acme.test");
    forbid("/api/v1/namespaces/shop/configmaps/acme-root");
    List<String> output = new ArrayList<>();

    assertThat(OrphanedResources.removeMeshes(installer, MINE, List.of(MESH), output::add))
        .isFalse();

    assertThat(output).hasSize(2);
    assertThat(output.get(1))
        .startsWith("not removed: Acme Mesh, and namespace meshgauge-1 with its record")
        .contains("CustomResourceDefinition new.acme.test (the API server refused: not for you)")
        .contains("configmaps shop/acme-root (the API server refused: not for you)")
        .contains("meshgauge down");
    assertThat(configMaps()).containsExactly("shop/acme-root");
    assertThat(installer.installed(MINE, List.of(MESH))).containsExactly(MESH);

    assertThat(OrphanedResources.removeMeshes(installer, MINE, List.of(MESH), output::add))
        .isTrue();
    assertThat(definitions()).isEmpty();
    assertThat(configMaps()).isEmpty();
  }

  @Test
  void printedObjectsThatExistedBeforeAreKept() throws IOException {
    namespace("acme-system");
    definition("old.acme.test", "acme.test");
    tool(
        """
        #!/bin/sh
        [ "$1" = uninstall ] || exit 0
        cat <<EOF
        apiVersion: v1
        kind: Namespace
        metadata: {name: acme-system}
        ---
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: old.acme.test}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: acme-extra, namespace: shop}
        EOF
        """);
    ControlPlane printing = MESH.installedBy(removing(Call.printingPlainly("uninstall")));
    installer.install(printing, Owner.fresh(), MINE, NO_VALUES);
    configMap("shop", "acme-extra");

    assertThat(installer.remove(printing, MINE))
        .containsExactly("the definition old.acme.test", "the namespace acme-system");

    assertThat(definitions()).containsExactly("old.acme.test");
    assertThat(client.namespaces().withName("acme-system").get()).isNotNull();
    assertThat(configMaps()).isEmpty();
  }

  @Test
  void cleanUpReportsKeptObjects() {
    namespace("acme-system");
    definition("old.acme.test", "acme.test");
    install(NO_VALUES);
    configMap("default", "acme-root");
    List<String> output = new ArrayList<>();

    assertThat(OrphanedResources.removeMeshes(installer, MINE, List.of(MESH), output::add))
        .isTrue();

    assertThat(output)
        .containsExactly(
            "removing: Acme Mesh, which meshgauge-1 had installed",
            "kept, because it existed before: the definition old.acme.test, the namespace"
                + " acme-system");
    assertThat(configMaps()).isEmpty();
  }

  @Test
  void generatedObjectsAreKeptUnderAnOlderRecord() {
    install(NO_VALUES);
    configMap("shop", "acme-root");
    client
        .configMaps()
        .inNamespace(MINE)
        .withName("installed-acme")
        .edit(
            it ->
                new ConfigMapBuilder(it).removeFromData("written-objects-that-were-there").build());

    assertThat(installer.remove(MESH, MINE)).containsExactly("configmaps shop/acme-root");
  }

  @Test
  void nothingIsRemovedWithoutARecord() throws IOException {
    installer.remove(MESH, MINE);

    assertThat(asked()).isEmpty();
  }

  @Test
  void cleanUpCompletesAFailedRemoval() {
    install(NO_VALUES);
    List<String> output = new ArrayList<>();

    assertThat(OrphanedResources.removeMeshes(installer, MINE, List.of(MESH), output::add))
        .isTrue();

    assertThat(output).containsExactly("removing: Acme Mesh, which meshgauge-1 had installed");
  }
}
