package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.section.Keys;
import io.meshgauge.measure.Metric;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import io.meshgauge.yaml.YamlReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferenceTest {
  private final List<String> lines = Configuration.reference().lines().toList();
  private final Value.Mapping tree =
      new YamlReader("reference.yaml", Configuration.FORMAT, new Problems())
          .read(Configuration.reference())
          .orElseThrow();

  @Test
  void referenceHasEveryKeyOfEverySection() {
    sections()
        .forEach(
            (keys, section) ->
                assertThat(section.entries().keySet())
                    .as(keys.owner())
                    .containsExactlyInAnyOrderElementsOf(keys.names()));
  }

  @Test
  void everyKeyHasACommentNextToOrAboveIt() {
    sections().values().forEach(section -> section.entries().forEach(this::isExplained));
  }

  @Test
  void limitsOfBenefitsAreShownInAComment() {
    assertThat(Configuration.reference()).contains("throughput: {floor:").contains("ceiling:");
  }

  @Test
  void everyCommandLineOptionIsNamed() {
    assertThat(Overrides.names())
        .allSatisfy(name -> assertThat(Configuration.reference()).contains("-D" + name));
  }

  @Test
  void defaultScoringCoversLatencyErrorsCpuAndMemory() {
    Value.Mapping criteria = at("scoring", "criteria");

    assertThat(criteria.entries().keySet().stream().map(key -> Metric.ofKey(key).orElseThrow()))
        .containsExactly(
            Metric.RESPONSE_P50,
            Metric.RESPONSE_P99,
            Metric.ERROR_RATIO,
            Metric.CPU_SYSTEM,
            Metric.MEMORY_SYSTEM);
  }

  private Map<Keys, Value.Mapping> sections() {
    return Map.of(
        ExperimentReader.KEYS, tree,
        VariantsReader.KEYS, first("variants"),
        PlanKeys.KEYS, first("plans"),
        ClusterReader.KEYS, at("kubernetes"),
        SweepReader.KEYS, at("sweep"),
        ProtocolReader.KEYS, at("protocol"),
        StopReader.KEYS, at("stop"),
        ScoringReader.KEYS, at("scoring"));
  }

  private void isExplained(String key, Value.Entry entry) {
    int line = entry.key().line() - 1;
    // A comment applies to all keys on the lines directly below it.
    int above = line - 1;
    while (above > 0 && !lines.get(above).isBlank() && !lines.get(above).contains("#")) {
      above--;
    }
    assertThat(lines.get(line) + lines.get(above)).as(key).contains("#");
  }

  private Value.Mapping at(String... path) {
    Value.Mapping mapping = tree;
    for (String key : path) {
      mapping = (Value.Mapping) mapping.entries().get(key).value();
    }
    return mapping;
  }

  private Value.Mapping first(String key) {
    Value.Sequence list = (Value.Sequence) tree.entries().get(key).value();
    return (Value.Mapping) list.items().get(0);
  }
}
