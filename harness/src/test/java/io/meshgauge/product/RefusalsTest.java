package io.meshgauge.product;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.meshgauge.Golden;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Compares the problems of variants with the golden file {@code refusals.yaml}, which has them by
 * platform and variant; a variant without problems has an empty list. A new case is a key with such
 * a list, before the file is rewritten.
 */
class RefusalsTest {
  private static final String FILE = "refusals.yaml";
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  @Test
  void problemsAreThoseOfTheFile() throws IOException {
    Map<String, Map<String, List<String>>> cases =
        YAML.readValue(Golden.file(FILE).toFile(), new TypeReference<>() {});
    Map<String, Map<String, List<String>>> found = new LinkedHashMap<>();
    cases.forEach(
        (platform, variants) -> {
          Map<String, List<String>> problems = new LinkedHashMap<>();
          variants.keySet().forEach(it -> problems.put(it, problems(it, platform)));
          found.put(platform, problems);
        });
    Golden.check(FILE, YAML.writeValueAsString(found));
  }

  private static List<String> problems(String words, String platform) {
    Variant variant = SampleVariants.of(words);
    return Products.named(variant.mesh())
        .problems(
            variant, PlatformKind.valueOf(platform.toUpperCase(Locale.ROOT)), SampleServices.ALL)
        .stream()
        .map(it -> it.replace(System.getProperty("meshgauge.home", "..") + "/", ""))
        .toList();
  }
}
