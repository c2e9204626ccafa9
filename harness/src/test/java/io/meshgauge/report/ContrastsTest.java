package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.registry.ReportFormats;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-18")
class ContrastsTest {
  private static final PlanReport PLAN = SampleReports.report("policies").plans().get(0);

  @Test
  void whatIsOnAMeshIsHeldAgainstTheMeshWithoutIt() {
    assertThat(PLAN.additions())
        .extracting(it -> it.arm().name() + " to " + it.reference().name())
        .containsExactly("rbac to istio-mtls", "traced to istio-mtls");
  }

  @Test
  void onlyCostsAreReported() {
    Comparison rbac = on("rbac");
    Comparison mesh = PLAN.contrast("istio-mtls").orElseThrow().on(Metric.CPU_SYSTEM).orElseThrow();
    Comparison whole = PLAN.contrast("rbac").orElseThrow().on(Metric.CPU_SYSTEM).orElseThrow();

    assertThat(rbac.verdict()).isEqualTo(Verdict.HIGHER);
    assertThat(rbac.baseline().median()).isEqualTo(mesh.variant().median());
    assertThat(rbac.difference().absolute()).isLessThan(whole.difference().absolute());
    assertThat(on("traced").verdict()).matches(it -> !it.differs());
  }

  private static Comparison on(String variant) {
    return PLAN.addition(variant).flatMap(it -> it.on(Metric.CPU_SYSTEM)).orElseThrow();
  }

  @Test
  void aSessionOfPlainMeshesHasPairsOnly() {
    PlanReport plan = SampleReports.report("four-way").plans().get(0);
    int meshes = plan.variants().size() - 1;

    assertThat(plan.additions()).isEmpty();
    assertThat(plan.pairs())
        .hasSize(meshes * (meshes - 1) / 2)
        .noneMatch(it -> it.arm().equals(it.reference()) || it.reference().variant().isBaseline());
  }

  @Test
  void theLeastOfAMeshIsPartOfWhatHasMore() {
    Variant least = variant("mesh", Map.of());
    Variant some = variant("mesh", Map.of("workers", "4"));
    Variant more = variant("mesh", Map.of("workers", "4", "tap", "on"));
    Variant other = variant("mesh", Map.of("workers", "2", "tap", "on"));

    assertThat(least.isPartOf(some)).isTrue();
    assertThat(some.isPartOf(more)).isTrue();
    assertThat(some.isPartOf(some)).isFalse();
    assertThat(some.isPartOf(other)).isFalse();
    assertThat(variant("another", Map.of()).isPartOf(some)).isFalse();
  }

  @Test
  void everyFormatSaysIt() throws IOException {
    for (ReportFormat format : ReportFormats.all()) {
      StringBuilder text = new StringBuilder();
      format.write(SampleReports.report("policies"), text);
      switch (format.name()) {
        case "console" -> assertThat(text).containsPattern("rbac \\(model\\) +istio-mtls +\\+");
        case "html" -> assertThat(text).contains("Added to istio-mtls", "id=\"additions-0\"");
        case "json" -> assertThat(text).contains("\"additions\"");
        case "csv-comparisons" -> assertThat(text).contains("steady,rbac,istio-mtls,model");
        default ->
            assertThat(List.of("cbom", "csv", "junit", "markdown", "smp")).contains(format.name());
      }
    }
  }

  private static Variant variant(String mesh, Map<String, String> settings) {
    return new Variant("name", mesh, "none", "default", new TreeMap<>(settings));
  }
}
