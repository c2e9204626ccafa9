package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.meshgauge.experiment.ClusterTarget.Installing;
import io.meshgauge.mesh.Meshes;
import io.meshgauge.mesh.linkerd.LinkerdControlPlane;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.ControlPlane.Component;
import io.meshgauge.topology.ControlPlane.Kind;
import io.meshgauge.topology.ControlPlane.Resource;
import io.meshgauge.topology.Installation;
import io.meshgauge.topology.Installation.Call;
import io.meshgauge.topology.Installation.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With a tool that writes down what it is asked, and prints an object where it should. */
@EnableKubernetesMockClient(crud = true)
class MeshInstallerTest {
  private static final Installing NO_VALUES = new Installing(true, "");
  private static final String MINE = "meshgauge-1";

  private static final ControlPlane MESH =
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
                      List.of(
                          Call.printingPlainly("install", "--crds"), Call.doing("install", "-y")),
                      List.of(Call.plainly("uninstall")),
                      List.of("version"),
                      "acme-system",
                      List.of("acme.test"))
                  .writing(
                      new Written(
                          new Resource("", "v1", "configmaps"), true, List.of("acme-root"))));

  @TempDir Path folder;
  KubernetesClient client;
  private MeshInstaller installer;

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

  @Test
  void theToolIsToldTheContextAndTheValuesWhereItTakesThem() throws IOException {
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
  void onlyWhatWasNotThereBeforeIsTakenAway() {
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
  void whatTheControlPlaneHasWrittenElsewhereIsDeletedUnlessItWasThereBefore() {
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
  void whoCleansUpIsToldWhatStays() {
    namespace("acme-system");
    definition("old.acme.test", "acme.test");
    install(NO_VALUES);
    configMap("default", "acme-root");
    List<String> words = new ArrayList<>();

    assertThat(Leftovers.takeAway(installer, MINE, List.of(MESH), words::add)).isTrue();

    assertThat(words)
        .containsExactly(
            "taking away: Acme Mesh, which meshgauge-1 had installed",
            "stays, since it was there before: the definition old.acme.test, the namespace acme-system");
    assertThat(configMaps()).isEmpty();
  }

  @Test
  void anOlderRecordTellsNothingOfWhatWasWrittenSoThatItStays() {
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
  void aMeshWhoseToolNeedsDefinitionsThatAreNotThereIsRefusedWithTheCommandThatBringsThem()
      throws IOException {
    Files.createSymbolicLink(folder.resolve("linkerd"), folder.resolve("acme"));

    assertThat(installer.problem(LinkerdControlPlane.LINKERD))
        .hasValueSatisfying(
            it ->
                assertThat(it)
                    .startsWith(
                        "Linkerd cannot be installed: its tool needs httproutes of gateway.networking.k8s.io/v1, which the API server does not know")
                    .contains("only what comes first: kubectl apply --server-side -f https://"));
  }

  @Test
  void theWayToLinkerdBeginsWithTheDefinitionsThatItsToolDoesNotBring() {
    assertThat(LinkerdControlPlane.LINKERD.install().split(" && "))
        .hasSize(3)
        .satisfiesExactly(
            it -> assertThat(it).startsWith("kubectl apply --server-side -f ").contains("gateway-api"),
            it -> assertThat(it).startsWith("linkerd install --crds | "),
            it -> assertThat(it).startsWith("linkerd install | "));
  }

  @Test
  void nothingIsTakenAwayThatNoRecordTellsOf() throws IOException {
    installer.remove(MESH, MINE);

    assertThat(asked()).isEmpty();
  }

  @Test
  void aToolThatFailsIsQuotedAndTheRecordStaysForWhoeverCleansUp() throws IOException {
    tool("#!/bin/sh\necho one >&2\necho 'no such cluster' >&2\nexit 3\n");

    assertThatThrownBy(() -> install(NO_VALUES))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("`acme install --crds --context lab` ended with 3")
        .hasMessageContaining("one | no such cluster");

    assertThat(installer.installed(MINE, List.of(MESH))).containsExactly(MESH);
    List<String> words = new ArrayList<>();
    assertThat(Leftovers.takeAway(installer, MINE, List.of(MESH), words::add)).isFalse();
    assertThat(words)
        .hasSize(2)
        .anyMatch(it -> it.startsWith("left: Acme Mesh, and namespace meshgauge-1"));
  }

  @Test
  void whatTheToolCouldNotDoIsDoneByWhoeverCleansUp() {
    install(NO_VALUES);
    List<String> words = new ArrayList<>();

    assertThat(Leftovers.takeAway(installer, MINE, List.of(MESH), words::add)).isTrue();

    assertThat(words).containsExactly("taking away: Acme Mesh, which meshgauge-1 had installed");
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
  @MethodSource("io.meshgauge.mesh.Meshes#controlPlanes")
  void aNetworkIsNeverExchangedAndEveryOtherMeshCanBeInstalled(ControlPlane mesh) {
    assertThat(mesh.installation() == null).isEqualTo(mesh.network());
    if (mesh.network()) {
      assertThat(installer.problem(mesh))
          .hasValueSatisfying(it -> assertThat(it).contains("exchange the network"));
    } else {
      Installation how = mesh.installation();
      assertThat(mesh.install()).contains(how.program() + " install");
      assertThat(how.groups()).isNotEmpty();
      assertThat(how.removing()).isNotEmpty();
    }
  }

  @Test
  void theNamesOfMeshesAreTheKeysOfTheirRecords() {
    assertThat(Meshes.controlPlanes()).extracting(ControlPlane::name).doesNotHaveDuplicates();
  }

  /** The tool of this test changes nothing on the cluster, where all works already. */
  private void works() {
    client
        .resource(
            new DeploymentBuilder()
                .withNewMetadata()
                .withName("acme")
                .withNamespace("elsewhere")
                .addToLabels("app", "acme")
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .addToMatchLabels("app", "acme")
                .endSelector()
                .withNewTemplate()
                .withNewSpec()
                .addNewContainer()
                .withName("acme")
                .withImage("acme:1.2")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .withNewStatus()
                .withReadyReplicas(1)
                .endStatus()
                .build())
        .create();
  }

  private String install(Installing options) {
    return installer.install(MESH, Owner.fresh(), MINE, options);
  }

  private Path calls() {
    return folder.resolve("calls.txt");
  }

  private List<String> asked() throws IOException {
    return Files.exists(calls()) ? Files.readAllLines(calls()) : List.of();
  }

  private void tool(String script) throws IOException {
    Path file = Files.writeString(folder.resolve("acme"), script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void namespace(String name) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
  }

  private void configMap(String namespace, String name) {
    client
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .build())
        .create();
  }

  /** All of them but the records of installations. */
  private List<String> configMaps() {
    return client.configMaps().inAnyNamespace().list().getItems().stream()
        .map(it -> it.getMetadata().getNamespace() + "/" + it.getMetadata().getName())
        .filter(it -> !it.startsWith(MINE))
        .toList();
  }

  private void definition(String name, String group) {
    client
        .resource(
            new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withGroup(group)
                .withScope("Namespaced")
                .withNewNames()
                .withKind("Thing")
                .withPlural(name.substring(0, name.indexOf('.')))
                .endNames()
                .addNewVersion()
                .withName("v1")
                .endVersion()
                .endSpec()
                .build())
        .create();
  }

  private List<String> definitions() {
    return client.apiextensions().v1().customResourceDefinitions().list().getItems().stream()
        .map(it -> it.getMetadata().getName())
        .toList();
  }
}
