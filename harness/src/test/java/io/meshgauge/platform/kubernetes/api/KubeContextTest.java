package io.meshgauge.platform.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.platform.PlatformException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeContextTest {
  @TempDir Path folder;
  private Map<String, String> environment;

  @BeforeEach
  void twoFiles() throws IOException {
    Path one = kubeconfig("one", "lab", "lab-cluster", "me");
    Path other = kubeconfig("other", "shop", "shop-cluster", "you");
    environment =
        Map.of(
            "KUBECONFIG",
            String.join(
                File.pathSeparator,
                one.toString(),
                folder.resolve("absent").toString(),
                other.toString()));
  }

  @Test
  void aContextIsFoundInAnyOfSeveralFiles() {
    KubeContext found = KubeContext.find("shop", environment);

    assertThat(found)
        .isEqualTo(new KubeContext("shop", "shop-cluster", "you", folder.resolve("other")));
    try (KubernetesClient client = found.connect()) {
      assertThat(client.getConfiguration().getMasterUrl())
          .isEqualTo("https://shop-cluster.test:6443/");
      assertThat(client.getConfiguration().getAutoOAuthToken()).isEqualTo("token-of-you");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "lob", "LAB"})
  void unknownContextIsRefusedListingTheKnownOnes(String name) {
    assertThatThrownBy(() -> KubeContext.find(name, environment))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("no context '" + name + "' in " + folder.resolve("one"))
        .hasMessageContaining("there are: lab, shop")
        .hasMessageContaining("-Dkube.context=NAME");
  }

  @Test
  void withoutAnyFileThatIsSaid() {
    assertThatThrownBy(
            () -> KubeContext.find("lab", Map.of("KUBECONFIG", folder.resolve("no").toString())))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("in any kubeconfig; there are none");
  }

  @Test
  void aFileThatIsNoKubeconfigIsNamed() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken"), "contexts: 7\n");

    assertThatThrownBy(() -> KubeContext.find("lab", Map.of("KUBECONFIG", broken.toString())))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("the kubeconfig " + broken + " cannot be read");
  }

  @Test
  void aContextMayHaveNoUser() throws IOException {
    Path file = folder.resolve("anonymous");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        contexts: [{name: open, context: {cluster: open}}]
        clusters: [{name: open, cluster: {server: "http://localhost:1"}}]
        """);

    KubeContext found = KubeContext.find("open", Map.of("KUBECONFIG", file.toString()));

    assertThat(found.productionName()).isEmpty();
    assertThat(found.user()).isEmpty();
  }

  @Test
  void podAccountIsUsedOnlyIfNamedAndItsTokenIsReRead() throws IOException {
    Files.writeString(folder.resolve("token"), "first\n");
    Map<String, String> pod = Map.of("KUBERNETES_SERVICE_HOST", "fd00::1");

    KubeContext found = PodAccount.of(pod, folder);

    try (KubernetesClient client = found.connect()) {
      assertThat(client.getConfiguration().getMasterUrl()).isEqualTo("https://[fd00::1]:443/");
      assertThat(client.getConfiguration().getOauthTokenProvider().getToken()).isEqualTo("first");
      Files.writeString(folder.resolve("token"), "renewed\n");
      assertThat(client.getConfiguration().getOauthTokenProvider().getToken()).isEqualTo("renewed");
    }
  }

  @Test
  void podAccountNeedsAPod() {
    assertThatThrownBy(() -> KubeContext.find("in-cluster", environment))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("this is not a pod")
        .hasMessageContaining("-Dkube.context=NAME");
    assertThatThrownBy(() -> PodAccount.of(Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1"), folder))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("no readable token in " + folder)
        .hasMessageContaining("automountServiceAccountToken");
  }

  @ParameterizedTest
  @CsvSource({
    "prod, c, u, the context 'prod'",
    "eu-prod-1, c, u, the context 'eu-prod-1'",
    "lab, arn:aws:eks:eu:1:cluster/Production, u, the cluster"
        + " 'arn:aws:eks:eu:1:cluster/Production'",
    "lab, c, admin@prd, the user 'admin@prd'",
    "shop_live, c, u, the context 'shop_live'",
    "LIVE2, c, u, the context 'LIVE2'"
  })
  void productionNameIsRefusedWithoutConfirmation(
      String name, String cluster, String user, String words) {
    KubeContext context = new KubeContext(name, cluster, user, folder);

    assertThatThrownBy(() -> context.refuseProduction(target(false)))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining(words + " looks like production")
        .hasMessageContaining("--yes-load-this-cluster");
    assertThatCode(() -> context.refuseProduction(target(true))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"products", "reproduction", "alive", "olive", "lively", "prods", "meshgauge", ""})
  void otherWordsAreNotProduction(String name) {
    assertThat(new KubeContext(name, name, name, folder).productionName()).isEmpty();
  }

  private static ClusterTarget target(boolean loadAnyway) {
    return new ClusterTarget("x", null, 1, "meshgauge/", "1", loadAnyway);
  }

  private Path kubeconfig(String file, String context, String cluster, String user)
      throws IOException {
    return Files.writeString(
        folder.resolve(file),
        """
        apiVersion: v1
        kind: Config
        current-context: %1$s
        contexts: [{name: %1$s, context: {cluster: %2$s, user: %3$s}}]
        clusters: [{name: %2$s, cluster: {server: "https://%2$s.test:6443"}}]
        users: [{name: %3$s, user: {token: token-of-%3$s}}]
        """
            .formatted(context, cluster, user));
  }
}
