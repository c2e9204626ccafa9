package io.meshgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.cli.listing.Catalog;
import io.meshgauge.cli.listing.CatalogText;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VariantMatrixTest {

  @Test
  void aColumnForEveryMeshThatRunsSomewhereAndARowForEveryValue() {
    List<String> lines = printed().lines().toList();

    assertThat(cells(lines)).containsSubsequence("baseline", "istio-mtls", "linkerd", "haproxy");
    assertThat(printed()).contains("policy: abac-external", "telemetry: tracing-100%");
  }

  @Test
  void marksShowWhereAVariantIsSupported() {
    assertThat(mark("policy: none", "envoy")).isEqualTo("LK");
    assertThat(mark("policy: abac-external", "istio-mtls")).isEqualTo("L");
    assertThat(mark("policy: rbac", "baseline")).isEqualTo("-");
    assertThat(mark("telemetry: metrics-5s", "baseline")).startsWith("L");
    assertThat(mark("telemetry: tracing-10%", "nginx")).isEqualTo("-");
  }

  @Test
  void reasonsAreThoseOfTheReader() {
    assertThat(printed())
        .containsPattern("local: policy 'rbac' on mesh baseline: a baseline has no proxies")
        .doesNotContainPattern("local: policy '.*' on mesh istio-mtls");
  }

  /**
   * The matrix has one row per value, so combinations must be rejected for the reasons of their
   * parts.
   */
  @ParameterizedTest
  @EnumSource
  void apartAndTogetherAreTheSame(PlatformKind platform) {
    for (Product mesh : Products.on(platform)) {
      for (String policy : PolicySettings.NAMES) {
        for (Telemetry telemetry : Telemetry.ALL) {
          boolean apart =
              taken(mesh, policy, Telemetry.DEFAULT, platform)
                  && taken(mesh, PolicySettings.NONE, telemetry, platform);

          assertThat(taken(mesh, policy, telemetry, platform))
              .as(
                  "%s, %s and %s on %s",
                  mesh.descriptor().key(), policy, telemetry.name(), platform)
              .isEqualTo(apart);
        }
      }
    }
  }

  private static boolean taken(
      Product mesh, String policy, Telemetry telemetry, PlatformKind platform) {
    Variant variant =
        new Variant(
            mesh.descriptor().key(),
            mesh.descriptor().key(),
            policy,
            telemetry.name(),
            new TreeMap<>());
    return mesh.problems(variant, platform).isEmpty();
  }

  private static String mark(String row, String mesh) {
    List<String> lines = printed().lines().toList();
    String head = lines.stream().filter(it -> it.contains(" baseline ")).findFirst().orElseThrow();
    String line = lines.stream().filter(it -> it.contains(row + " ")).findFirst().orElseThrow();
    int from = head.indexOf(" " + mesh) + 1;
    return line.substring(from, Math.min(line.length(), from + mesh.length())).replace(" ", "");
  }

  private static List<String> cells(List<String> lines) {
    return lines.stream()
        .filter(it -> it.contains(" baseline "))
        .findFirst()
        .map(it -> Arrays.asList(it.trim().split(" +")))
        .orElseThrow();
  }

  private static String printed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Catalog catalog = Catalog.of(Products.all(), List.of(), List.of());
    new VariantMatrix(Products.all())
        .print(new CatalogText(catalog, new PrintStream(bytes, true, UTF_8), 400));
    return bytes.toString(UTF_8);
  }
}
