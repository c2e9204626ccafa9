package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterReaderTest {
  @TempDir Path folder;

  @Test
  void contextIsEnoughForACluster() throws IOException {
    assertThat(target("platform: kubernetes\nkubernetes: {context: lab}\n", Overrides.NONE))
        .isEqualTo(new ClusterTarget("lab", null, 1, "meshgauge/", "0.1.0-snapshot", false));
  }

  @Test
  void everyKeyReachesTheTargetAndTheCommandLineOverridesTheFile() throws IOException {
    String yaml =
        """
        platform: kubernetes
        kubernetes: {context: lab, namespace: mine, image-prefix: "r.test/x/",
                     image-tag: "7", yes-load-this-cluster: true}
        protocol: {load-workers: 2}
        """;

    assertThat(target(yaml, Overrides.NONE))
        .isEqualTo(new ClusterTarget("lab", "mine", 2, "r.test/x/", "7", true));
    assertThat(
            target(
                yaml,
                Overrides.NONE.and(
                    Map.of(
                        "kube.context", "shop",
                        "kube.namespace", "other",
                        "load-workers", "3",
                        "kube.yes-load-this-cluster", "false"))))
        .isEqualTo(new ClusterTarget("shop", "other", 3, "r.test/x/", "7", false));
  }

  @Test
  void localPlatformHasNoCluster() throws IOException {
    assertThat(file("kubernetes: {image-tag: x}\n", Overrides.NONE).experiment().platform())
        .isEqualTo(PlatformKind.LOCAL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                     | needs a context
          {context: lab, namespace: My_Space}    | namespace is
          {context: lab, namespace: -x}          | at most 63 characters
          {context: lab, yes-load-this-cluster: perhaps} | yes-load-this-cluster
          {context: lab, contxt: lab}            | contxt
          """)
  void invalidSectionIsReported(String section, String words) {
    assertThatThrownBy(
            () -> file("platform: kubernetes\nkubernetes: " + section + "\n", Overrides.NONE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(words);
  }

  @Test
  void missingContextIsReported() {
    assertThatThrownBy(() -> file("platform: kubernetes\n", Overrides.NONE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("-Dkube.context=NAME")
        .hasMessageContaining("its current one is never taken");
  }

  private ClusterTarget target(String yaml, Overrides overrides) throws IOException {
    return file(yaml, overrides).experiment().onCluster().orElseThrow();
  }

  private ExperimentFile file(String yaml, Overrides overrides) throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), yaml);
    return new Configuration(SampleHome.in(folder), Products.all()).file(file, overrides);
  }
}
