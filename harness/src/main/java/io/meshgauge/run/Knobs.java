package io.meshgauge.run;

import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.Setting;
import java.util.Map;
import java.util.stream.Collectors;

/** The settings of a variant that are knobs of the services, and not the mesh's. */
final class Knobs {
  private Knobs() {}

  static Map<String, String> of(Variant variant) {
    return variant.settings().entrySet().stream()
        .filter(setting -> Setting.KNOBS.stream().anyMatch(k -> k.name().equals(setting.getKey())))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
