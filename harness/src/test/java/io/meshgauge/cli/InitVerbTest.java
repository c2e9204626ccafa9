package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.application.Application;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Hop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InitVerbTest extends CommandCase {
  @BeforeEach
  void products() {
    engine.meshes = Products.all();
  }

  @Test
  void theTemplateIsAnExperimentAndSoIsWhatItCommentsOut() throws IOException {
    Path file = folder.resolve("cost.yaml");

    assertThat(meshgauge("init", file.toString())).isZero();

    assertThat(out()).contains("baseline, istio-mtls", "next: ./meshgauge describe " + file);
    Experiment plain = read(file);
    assertThat(plain.name()).isEqualTo("cost");
    assertThat(plain.variants())
        .extracting(Variant::name)
        .containsExactly("baseline", "istio-mtls");
    assertThat(plain.plans()).extracting(Plan::name).containsExactly("steady");

    String all =
        Files.readString(file)
            .replaceAll("(?m)^#(  - )", "$1")
            .replaceAll("(?m)^#( [a-z_]+: .*#)", " $1");
    assertThat(all).contains("  - {name: mtls-rbac").doesNotContain("#  - {");
    Experiment chosen = read(Files.writeString(file, all.replace("  time: 10m", "# time: 10m")));
    assertThat(chosen.variants())
        .extracting(Variant::name)
        .containsExactly("baseline", "istio-mtls", "mtls-rbac", "mtls-traced");
    assertThat(chosen.protocol().replicates()).isEqualTo(5);
    assertThat(chosen.protocol().rate()).hasValue(120);
    assertThat(chosen.slos()).hasSize(3);
  }

  @Test
  void optionsChooseMeshesPlansAndApplication() throws IOException {
    Path shop = folder.resolve("shop.yaml");
    Files.writeString(
        shop,
        """
        name: shop
        services: {web: {port: 80, protocol: http, run: {command: [web]}}}
        load: web
        requests: {home: {path: /}}
        """);
    Path file = folder.resolve("x.yaml");

    int code =
        meshgauge(
            "init",
            file.toString(),
            "--meshes=envoy,istio-mtls",
            "--plans=steady,stress",
            "--application=shop.yaml");

    assertThat(code).as(err()).isZero();
    Experiment read = read(file);
    assertThat(read.arms()).hasSize(4);
    assertThat(read.plans()).extracting(Plan::name).containsExactly("steady", "stress");
    assertThat(read.application().name()).isEqualTo("shop");
  }

  @Test
  void draftOfTheApplicationIsWrittenWhereThereIsNone() throws IOException {
    Path file = folder.resolve("x.yaml");

    assertThat(meshgauge("init", file.toString(), "--application=shop.yaml")).as(err()).isZero();

    assertThat(out()).contains("shop.yaml: a draft of two services");
    Application draft = read(file).application();
    assertThat(draft.hops()).extracting(Hop::toString).containsExactly("front → stock");
    assertThat(draft.load("steady").requests()).containsOnlyKeys("list", "order");

    Path other = folder.resolve("y.yaml");
    assertThat(meshgauge("init", other.toString(), "--application=z.yaml", "--plans=none"))
        .isEqualTo(2);
    assertThat(folder.resolve("z.yaml")).doesNotExist();
    assertThat(other).doesNotExist();
  }

  @Test
  void nothingIsOverwrittenAndNothingInvalidIsLeft() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), "name: mine\n");

    assertThat(meshgauge("init", file.toString())).isEqualTo(2);
    assertThat(err()).contains("exists, and is not overwritten", "give another one");
    assertThat(file).hasContent("name: mine");

    Path other = folder.resolve("other.yaml");
    assertThat(meshgauge("init", other.toString(), "--meshes=istio-mlts")).isEqualTo(2);
    assertThat(err()).contains("unknown mesh \"istio-mlts\"", "did you mean \"istio-mtls\"?");
    assertThat(other).doesNotExist();
    assertThat(meshgauge("init", folder.resolve("no/such/x.yaml").toString())).isEqualTo(2);
    assertThat(err()).contains("a folder that exists");
  }

  private Experiment read(Path file) {
    return new Configuration(folder, Products.all()).file(file, Overrides.NONE).experiment();
  }
}
