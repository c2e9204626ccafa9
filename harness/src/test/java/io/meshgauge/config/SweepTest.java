package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LoadPoint;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section {@code sweep}. */
class SweepTest {
  private static final String VARIANTS =
      "variants: [baseline, {name: mtls, mesh: istio-mtls, policy: rbac}]\n";
  private static final String SWEEP =
      "sweep: {rate: [80, 200], connections: [8, 64], policy-rules: [0, 1000]}\n";

  @TempDir Path folder;

  @Test
  void everyPointIsDeployedOnceAndHeldOutPointsComeLast() throws IOException {
    Experiment experiment = read(VARIANTS + SWEEP).experiment();

    Map<Boolean, List<LoadPoint>> points =
        experiment.variants().stream()
            .map(variant -> LoadPoint.of(variant).orElseThrow())
            .collect(Collectors.partitioningBy(LoadPoint::heldOut));
    assertThat(points.get(true)).hasSize(10);
    int lastFitted = points.get(false).stream().mapToInt(LoadPoint::block).max().orElseThrow();
    assertThat(points.get(true)).allMatch(point -> point.block() > lastFitted);
    List<Trial> trials = Schedule.of(experiment).trials();
    assertThat(trials).extracting(Trial::variant).doesNotHaveDuplicates();
    assertThat(trials).hasSameSizeAs(experiment.variants());
    assertThat(trials)
        .allMatch(
            trial -> LoadPoint.of(trial.variant()).orElseThrow().block() == trial.replicate());
    assertThat(experiment.protocol().replicates())
        .isEqualTo(trials.get(trials.size() - 1).replicate());
    assertThat(experiment.armsAtOnce()).isLessThanOrEqualTo(6);
  }

  @Test
  void pointHasRateConnectionsAndSettingsOfItsOwn() throws IOException {
    Experiment experiment = read(VARIANTS + SWEEP).experiment();

    for (Variant variant : experiment.variants()) {
      LoadPoint point = LoadPoint.of(variant).orElseThrow();
      assertThat(experiment.protocolOf(variant).rate()).hasValue(point.rate());
      assertThat(experiment.protocolOf(variant).connections()).isEqualTo(point.connections());
      assertThat(point.rate()).isBetween(80.0, 200.0);
      assertThat(point.connections()).isBetween(8, 64);
    }
    assertThat(experiment.protocol().rate()).hasValue(200);
    assertThat(experiment.variants())
        .filteredOn(variant -> variant.mesh().equals("baseline"))
        .noneMatch(variant -> variant.settings().containsKey("policy-rules"));
    assertThat(experiment.variants())
        .filteredOn(variant -> variant.mesh().equals("istio-mtls"))
        .anyMatch(variant -> variant.setting("policy-rules", "").equals("1000"));
  }

  @Test
  void theSizeOfConfigurationsIsVariedWhereThereAreProxies() throws IOException {
    Experiment experiment =
        read("variants: [baseline, istio-mtls]\nsweep: {rate: [80, 200], synthetic-services: [0, 1000]}")
            .experiment();

    assertThat(experiment.variants())
        .filteredOn(variant -> variant.mesh().equals("istio-mtls"))
        .anyMatch(variant -> variant.setting("synthetic-services", "").equals("1000"))
        .anyMatch(variant -> !variant.settings().containsKey("synthetic-services"));
    assertThat(experiment.variants())
        .filteredOn(variant -> variant.mesh().equals("baseline"))
        .noneMatch(variant -> variant.settings().containsKey("synthetic-services"));
  }

  @Test
  void tracesAreVariedWhereThereAreProxies() throws IOException {
    Experiment experiment =
        read("variants: [baseline, istio-mtls]\nsweep: {rate: [80, 200], sampling: [0%, 10%]}")
            .experiment();

    assertThat(experiment.variants())
        .filteredOn(variant -> variant.mesh().equals("istio-mtls"))
        .extracting(Variant::telemetry)
        .contains("default", "tracing-10%");
    assertThat(experiment.variants())
        .filteredOn(variant -> variant.mesh().equals("baseline"))
        .allMatch(variant -> variant.telemetry().equals("default"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sweep: {rate: [200, 80]} | two ends in brackets, the lower one first, from 1",
        "sweep: {rate: 80} | two ends in brackets, the lower one first, from 1",
        "sweep: {connections: [8, 64]} | a sweep without a valid range of rates",
        "sweep: {rate: [80, 200], policy-rules: [0, 10]} | no variant has a policy",
        "sweep: {rate: [80, 200], payload-bytes: [0B, much]} | payload-bytes is \"much\"",
        "sweep: {rate: [80, 200], hops: [1, 2]} | unknown key",
      })
  void whatCannotBeSweptIsRefused(String sweep, String message) {
    assertThatThrownBy(() -> read("variants: [baseline]\n" + sweep))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void plansWithChangingRatesCannotBeSwept() {
    assertThatThrownBy(
            () -> read("variants: [baseline]\nplans: [stress]\n" + "sweep: {rate: [80, 200]}"))
        .hasMessageContaining("a sweep with the plans [stress]");
  }

  @Test
  void emptySectionIsNoSweep() throws IOException {
    assertThat(read("variants: [baseline]\nsweep:\n").experiment().isSweep()).isFalse();
  }

  @Test
  void exampleIsValid() {
    Path home = ProjectLayout.find().root();

    Experiment experiment =
        new Configuration(home, Products.all())
            .file(home.resolve("examples/sweep.yaml"), Overrides.NONE)
            .experiment();

    assertThat(experiment.isSweep()).isTrue();
  }

  private ExperimentFile read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("sweep.yaml"), text);
    return new Configuration(SampleHome.in(folder), Products.all()).file(file, Overrides.NONE);
  }
}
