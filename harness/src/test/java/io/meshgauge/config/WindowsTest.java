package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.product.registry.Products;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the arms of an experiment are measured in turns. */
@Tag("rule-7")
class WindowsTest {
  @TempDir Path folder;

  @Test
  void armsOfThisMachineAreMeasuredInTurnsOfTwoSeconds() throws IOException {
    ExperimentFile read = read("variants: [envoy]");

    assertThat(windows(read)).isEqualTo(6);
    assertThat(read.notes()).noneMatch(note -> note.contains("between windows"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "envoy, settings: {rate-limit: 30}",
        "envoy-front, settings: {replicas: 3, outlier-detection: 3}"
      })
  void whatWouldRecoverBetweenWindowsIsMeasuredInOne(String mesh) throws IOException {
    ExperimentFile read = read("variants: [{name: limited, mesh: %s}]".formatted(mesh));

    assertThat(windows(read)).isEqualTo(1);
    assertThat(read.notes()).anyMatch(note -> note.contains("would recover between windows"));
  }

  @Test
  void armsThatTheSameProxiesOfTheNodesCarryAreMeasuredOneAfterTheOther() throws IOException {
    String cluster = "\nplatform: kubernetes\nkubernetes: {context: lab}";

    assertThat(windows(read("variants: [envoy, istio-mtls]" + cluster))).isEqualTo(3);
    assertThat(windows(read("variants: [envoy, istio-ambient]" + cluster))).isEqualTo(3);
    ExperimentFile two =
        read(
            "variants: [istio-ambient, {name: waypoint, mesh: istio-ambient, settings: {waypoint: on}}]"
                + cluster);
    assertThat(windows(two)).isEqualTo(1);
    assertThat(two.notes()).anyMatch(note -> note.startsWith("The same proxies of the nodes"));
  }

  private static int windows(ExperimentFile read) {
    Experiment experiment = read.experiment();
    return experiment.protocol().windowsOf(experiment.plans().get(0));
  }

  private ExperimentFile read(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("windows.yaml"), yaml);
    return new Configuration(SampleHome.in(folder), Products.all()).file(file, Overrides.NONE);
  }
}
