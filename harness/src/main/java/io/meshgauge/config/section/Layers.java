package io.meshgauge.config.section;

import io.meshgauge.yaml.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Merges trees: mappings key by key; other values replace those of the lower layer. A key without a
 * value keeps the value of the lower layer.
 */
public final class Layers {
  /** Mappings that are replaced as a whole: weights of two layers would not sum to one. */
  private static final Set<String> REPLACED_AS_A_WHOLE = Set.of("scoring.weights");

  private Layers() {}

  public static Value.Mapping over(Value.Mapping below, Value.Mapping above) {
    return over("", below, above);
  }

  private static Value.Mapping over(String path, Value.Mapping below, Value.Mapping above) {
    Map<String, Value.Entry> merged = new LinkedHashMap<>(below.entries());
    above
        .entries()
        .forEach(
            (key, entry) -> {
              String here = path.isEmpty() ? key : path + "." + key;
              Value.Entry under = merged.get(key);
              merged.put(key, under == null ? entry : merged(here, under, entry));
            });
    return new Value.Mapping(merged, above.place());
  }

  private static Value.Entry merged(String path, Value.Entry below, Value.Entry above) {
    if (above.value() instanceof Value.Empty) {
      return below;
    }
    if (!REPLACED_AS_A_WHOLE.contains(path)
        && below.value() instanceof Value.Mapping under
        && above.value() instanceof Value.Mapping over) {
      return new Value.Entry(above.key(), over(path, under, over));
    }
    return above;
  }
}
