package io.meshgauge.config;

import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Product;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rules of soaks: nothing is compared, each variant is deployed once and measured for hours. */
final class SoakRules {
  private SoakRules() {}

  /** Rejects actions that a variant does not support during a soak. */
  static void checkActs(
      List<Plan> plans,
      List<Variant> variants,
      List<Product> meshes,
      PlatformKind platform,
      Place place,
      Problems problems) {
    for (SoakAct act : acts(plans)) {
      String supported = supported(act, meshes);
      for (Variant variant : variants) {
        meshes.stream()
            .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
            .flatMap(mesh -> mesh.design(variant).faults().objection(act, platform).stream())
            .forEach(
                objection ->
                    problems.wrong(
                        place,
                        "the plan %s with %s and the variant %s: %s"
                            .formatted(Plan.SOAK, act.key(), variant.name(), objection),
                        supported,
                        "take the property from the plan, or the variant from the soak"));
      }
    }
  }

  /** The platform and meshes that support an action. */
  private static String supported(SoakAct act, List<Product> meshes) {
    for (PlatformKind platform : PlatformKind.values()) {
      String supported =
          meshes.stream()
              .filter(
                  mesh ->
                      mesh.design(withEverySetting(mesh))
                          .faults()
                          .objection(act, platform)
                          .isEmpty())
              .map(product -> product.descriptor().key())
              .collect(Collectors.joining(", "));
      if (!supported.isEmpty()) {
        return "platform: %s, and a variant of %s".formatted(platform.key(), supported);
      }
    }
    return "a property of another plan: no mesh can take it";
  }

  /** A variant with everything that an action may require, if the mesh supports it. */
  private static Variant withEverySetting(Product mesh) {
    return new Variant(
        mesh.descriptor().key(),
        mesh.descriptor().key(),
        PolicySettings.RBAC,
        "default",
        new TreeMap<>());
  }

  private static Set<SoakAct> acts(List<Plan> plans) {
    return plans.stream()
        .filter(Plan::isSoak)
        .flatMap(plan -> SoakSettings.of(plan).acts().keySet().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether the plan is a soak, which excludes other plans. */
  static boolean soaks(List<Section> plans) {
    return plans.size() == 1
        && plans.get(0).get(PlanKeys.NAME).filter(it -> it.text().equals(Plan.SOAK)).isPresent();
  }

  /** Rejects a soak together with other plans, and killing on a cluster. */
  static void check(List<Plan> plans, PlatformKind platform, Place place, Problems problems) {
    for (SoakAct act : acts(plans)) {
      if (act.kills() && platform == PlatformKind.KUBERNETES) {
        problems.wrong(
            place,
            "a soak that kills parts of the arm or its load on a cluster",
            "platform: local for %s".formatted(act.key()),
            "use a chaos tool of the cluster during the soak: what it breaks is detected and marked");
      }
    }
    if (plans.size() > 1 && plans.stream().anyMatch(Plan::isSoak)) {
      problems.wrong(
          place,
          "the plan %s together with others".formatted(Plan.SOAK),
          "a soak without other plans: it compares nothing, and has no baseline and no replicates",
          "make it an experiment of its own");
    }
  }

  /** The protocol of a soak. */
  static Protocol of(Protocol protocol, List<String> notes) {
    notes.add("A soak compares nothing: each variant is measured once, without a baseline.");
    return new Protocol(
        1,
        protocol.load(),
        OptionalInt.empty(),
        false,
        Protocol.Length.OF_REPLICATES,
        protocol.sendLag(),
        protocol.stop(),
        Optional.empty());
  }
}
