package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.meshgauge.Golden;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Golden files of manifests: the objects that a variant adds or changes, compared with a simpler
 * one, so that a reviewer sees what a setting does.
 */
final class GoldenManifests {
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  private GoldenManifests() {}

  /**
   * Fails unless the file has what a variant adds to a simpler one.
   *
   * @param name of the file, without its extension
   * @param title its first line
   */
  static void check(String name, String title, List<ObjectNode> objects, List<ObjectNode> simpler)
      throws IOException {
    List<ObjectNode> added = new ArrayList<>(objects);
    added.removeAll(simpler);
    StringBuilder text = new StringBuilder("# " + title + "\n");
    for (ObjectNode object : added) {
      text.append(YAML.writeValueAsString(object));
    }
    Path file = Golden.check("k8s/" + name + ".yaml", text.toString());
    assertThat(Kustomization.documents(file)).as("read again").isEqualTo(added);
  }
}
