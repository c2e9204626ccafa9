package io.meshgauge.platform.kubernetes.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.meshgauge.experiment.ClusterTarget.Installing;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.cluster.OrphanedResources;
import io.meshgauge.product.linkerd.LinkerdControlPlane;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.Installation;
import io.meshgauge.topology.design.Installation.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With a tool that writes down what it is asked, and prints an object where it should. */
@EnableKubernetesMockClient(crud = true, https = false)
class MeshInstallerTest extends AcmeCluster {
  @Test
  void toolReceivesContextAndValues() throws IOException {
    assertThat(installer.problem(MESH)).isEmpty();
    Path values = Files.writeString(folder.resolve("values.yaml"), "{}");

    String done = install(new Installing(true, values.toString()));

    assertThat(asked())
        .containsExactly(
            "install --crds --context lab", "install -y --context lab -f " + values, "version");
    assertThat(done)
        .isEqualTo(
            "by this experiment: acme install --crds --context lab | kubectl apply --server-side -f - && acme install -y --context lab -f %s (acme 1.2)"
                .formatted(values));
  }

  @Test
  void meshRemovedWithItsNamespaceNeedsANewOne() {
    ControlPlane printing = MESH.installedBy(removing(Call.printingPlainly("uninstall")));
    assertThat(installer.problem(printing)).isEmpty();

    namespace("acme-system");

    assertThat(installer.problem(printing))
        .hasValueSatisfying(
            it ->
                assertThat(it)
                    .startsWith("Acme Mesh cannot be installed: there is a namespace acme-system,")
                    .endsWith("or install it yourself: acme install"));
    assertThat(installer.problem(MESH)).isEmpty();
  }

  @Test
  void missingDefinitionsAreRefusedWithTheirInstallCommand() throws IOException {
    Files.createSymbolicLink(folder.resolve("linkerd"), folder.resolve("acme"));

    assertThat(installer.problem(LinkerdControlPlane.LINKERD))
        .hasValueSatisfying(
            it ->
                assertThat(it)
                    .startsWith(
                        "Linkerd cannot be installed: its tool needs httproutes of"
                            + " gateway.networking.k8s.io/v1, grpcroutes of"
                            + " gateway.networking.k8s.io/v1, which the API server does not know")
                    .contains("only what comes first: kubectl apply --server-side -f https://"));
  }

  @Test
  void linkerdNeedsDefinitionsThatItsToolLacks() {
    assertThat(LinkerdControlPlane.LINKERD.install().split(" && "))
        .hasSize(3)
        .satisfiesExactly(
            it ->
                assertThat(it)
                    .startsWith("kubectl apply --server-side -f ")
                    .contains("gateway-api"),
            it -> assertThat(it).startsWith("linkerd install --crds | "),
            it -> assertThat(it).startsWith("linkerd install | "));
  }

  @Test
  void failingToolIsQuotedAndItsRecordKept() throws IOException {
    tool("#!/bin/sh\necho one >&2\necho 'no such cluster' >&2\nexit 3\n");

    assertThatThrownBy(() -> install(NO_VALUES))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("`acme install --crds --context lab` exited with status 3")
        .hasMessageContaining("one | no such cluster");

    assertThat(installer.installed(MINE, List.of(MESH))).containsExactly(MESH);
    List<String> output = new ArrayList<>();
    assertThat(OrphanedResources.removeMeshes(installer, MINE, List.of(MESH), output::add))
        .isFalse();
    assertThat(output)
        .hasSize(2)
        .anyMatch(it -> it.startsWith("not removed: Acme Mesh, and namespace meshgauge-1"));
  }

  @Test
  void withoutTheToolItSaysWhichOne() {
    assertThat(new MeshInstaller(client, "lab", "/nowhere").problem(MESH))
        .hasValueSatisfying(
            it ->
                assertThat(it)
                    .contains("Acme Mesh cannot be installed", "there is no acme on the PATH"));
  }

  @ParameterizedTest
  @MethodSource("io.meshgauge.product.registry.Products#controlPlanes")
  void networksAreNotInstalledAndOtherMeshesAre(ControlPlane mesh) {
    assertThat(mesh.installation() == null).isEqualTo(mesh.network());
    if (mesh.network()) {
      assertThat(installer.problem(mesh))
          .hasValueSatisfying(it -> assertThat(it).contains("replace the network"));
    } else {
      Installation how = mesh.installation();
      assertThat(mesh.install()).contains(how.program() + " install");
      assertThat(how.groups()).isNotEmpty();
      assertThat(how.removing()).isNotEmpty();
    }
  }

  @Test
  void theNamesOfMeshesAreTheKeysOfTheirRecords() {
    assertThat(Products.controlPlanes()).extracting(ControlPlane::name).doesNotHaveDuplicates();
  }
}
