package io.meshgauge.product;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.limit.Limit;
import io.meshgauge.measure.limit.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Limits of CPU and memory of a variant's services and proxies, each process for itself. */
public final class LimitSettings {
  /** The settings, which every mesh has. */
  public static final List<Setting> ALL =
      Stream.of(Limits.OF_SERVICES, Limits.OF_PROXIES)
          .flatMap(names -> Stream.of(cpu(names.get(0)), memory(names.get(1))))
          .toList();

  private LimitSettings() {}

  private static Setting cpu(String name) {
    return new Setting(
        name,
        "cores as Kubernetes writes them, such as 250m or 0.5, at least 10m",
        text -> Limit.cores(text).isPresent());
  }

  private static Setting memory(String name) {
    return new Setting(
        name,
        "bytes as Kubernetes writes them, such as 256Mi, at least 4Mi",
        text -> Limit.bytes(text).isPresent());
  }

  /** The limits of a valid variant. */
  public static Limits of(Variant variant) {
    return Limits.of(variant.settings(), ArmFault.of(variant, ArmFault.Kind.LIMIT_NOT_APPLIED));
  }

  /** Problems of the limits of a variant whose settings are valid each, one sentence each. */
  static List<String> problems(Product product, Variant variant, PlatformKind platform) {
    Limits limits = of(variant);
    String mesh = product.descriptor().key();
    List<String> problems = new ArrayList<>();
    for (String name : Limits.OF_PROXIES) {
      if (variant.settings().containsKey(name)) {
        obstacle(product, variant, platform)
            .map(reason -> "setting %s on mesh %s: %s".formatted(name, mesh, reason))
            .ifPresent(problems::add);
      }
    }
    if (limits.unapplied().isPresent() && !limits.any()) {
      problems.add(
          "setting %s: '%s' on mesh %s: expected a limit that is not applied: one of the settings %s"
              .formatted(
                  ArmFault.SETTING.name(),
                  variant.setting(ArmFault.SETTING.name(), ""),
                  mesh,
                  String.join(", ", ALL.stream().map(Setting::name).toList())));
    }
    return problems;
  }

  /** Why the proxies of a mesh cannot have limits; empty when they can. */
  private static Optional<String> obstacle(
      Product product, Variant variant, PlatformKind platform) {
    if (!product.claims(variant).proxied()) {
      return Optional.of("it has no proxies; expected a mesh with proxies");
    }
    boolean inTheirPods =
        platform == PlatformKind.LOCAL || product.design(variant).kubernetes().proxy().isPresent();
    return inTheirPods
        ? Optional.empty()
        : Optional.of(
            "on a cluster its proxies are not in the pods of the services, where limits could be"
                + " set and proven; expected a mesh with sidecars, or platform local");
  }
}
