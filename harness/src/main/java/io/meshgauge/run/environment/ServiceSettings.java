package io.meshgauge.run.environment;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Setting;
import java.util.Map;
import java.util.TreeMap;

/** Settings of the sample services, by a plan for all variants or by a variant. */
public final class ServiceSettings {
  private ServiceSettings() {}

  /** Settings of a variant for the services; those of the mesh are excluded. */
  public static Map<String, String> of(Variant variant) {
    return known(variant.settings());
  }

  /** Settings of a variant under a plan; those of the variant take precedence. */
  public static Map<String, String> of(Variant variant, Plan plan) {
    Map<String, String> knobs = new TreeMap<>(known(plan.properties()));
    knobs.putAll(of(variant));
    return knobs;
  }

  private static Map<String, String> known(Map<String, String> settings) {
    Map<String, String> knobs = new TreeMap<>(settings);
    knobs
        .keySet()
        .removeIf(name -> Setting.OF_SERVICES.stream().noneMatch(k -> k.name().equals(name)));
    return knobs;
  }
}
