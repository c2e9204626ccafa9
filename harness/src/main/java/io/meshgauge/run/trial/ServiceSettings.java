package io.meshgauge.run.trial;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Setting;
import java.util.Map;
import java.util.TreeMap;

/** What is set of the services' own behaviour: by a plan for all variants, or by a variant. */
public final class ServiceSettings {
  private ServiceSettings() {}

  /** The settings of a variant that are knobs of the services, and not the mesh's. */
  public static Map<String, String> of(Variant variant) {
    return known(variant.settings());
  }

  /** The same under a plan, whose properties may be knobs as well; the variant's word counts. */
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
