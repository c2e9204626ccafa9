package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the objects of a mesh have in addition to the same services without one. */
public final class AddedConfiguration {
  private AddedConfiguration() {}

  /**
   * The added lines of YAML of each object that is new or differs.
   *
   * @param meshed objects of an arm
   * @param plain those of the baseline
   */
  public static List<String> of(List<ObjectNode> meshed, List<ObjectNode> plain) {
    Map<String, String> known = new HashMap<>();
    plain.forEach(object -> known.put(Manifest.title(object), Serialization.asYaml(object)));
    List<String> added = new ArrayList<>();
    for (ObjectNode object : meshed) {
      List<String> lines = new ArrayList<>(Serialization.asYaml(object).lines().toList());
      known.getOrDefault(Manifest.title(object), "").lines().forEach(lines::remove);
      if (!lines.isEmpty()) {
        added.add(String.join("\n", lines));
      }
    }
    return added;
  }
}
