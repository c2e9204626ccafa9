package io.meshgauge.product;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.routing.ConfigurationSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Services and routes that no request uses, with which every proxy of a variant is configured. */
public final class SizeSettings {
  /** The settings, for products that configure single clusters and routes. */
  public static final List<Setting> ALL =
      List.of(
          Setting.whole(
              TrafficSetting.SYNTHETIC_SERVICES.key(),
              1,
              ConfigurationSize.MOST,
              "services that no request uses, in the configuration of each proxy"),
          Setting.whole(
              TrafficSetting.SYNTHETIC_ROUTES.key(),
              1,
              ConfigurationSize.MOST,
              "routes that match no request, before the route to each called service"));

  private static final String ELSEWHERE =
      "services and routes that no request uses are configured in the proxies of istio-mtls, istio-plaintext and, on local, envoy";

  private SizeSettings() {}

  /** Why other products have none of them, by setting name. */
  static Map<String, String> elsewhere() {
    return ALL.stream().collect(Collectors.toMap(Setting::name, setting -> ELSEWHERE));
  }

  /** What the proxies of a valid variant are configured with in addition. */
  public static ConfigurationSize of(Variant variant) {
    return new ConfigurationSize(
        number(variant, TrafficSetting.SYNTHETIC_SERVICES),
        number(variant, TrafficSetting.SYNTHETIC_ROUTES),
        halved(variant));
  }

  private static int number(Variant variant, TrafficSetting setting) {
    return setting.of(variant).map(Integer::valueOf).orElse(0);
  }

  private static Optional<String> halved(Variant variant) {
    return ArmFault.of(variant)
        .filter(fault -> fault.kind() == ArmFault.Kind.HALF_CONFIGURED)
        .map(ArmFault::service);
  }

  /** Problems of a variant whose settings are valid each, one sentence each. */
  static List<String> problems(Variant variant, PlatformKind platform) {
    List<String> problems = new ArrayList<>();
    if (halved(variant).isEmpty()) {
      return problems;
    }
    String fault =
        "setting %s: '%s' on mesh %s: "
            .formatted(
                ArmFault.SETTING.name(),
                variant.setting(ArmFault.SETTING.name(), ""),
                variant.mesh());
    if (!of(variant).any()) {
      problems.add(
          fault
              + "there is nothing to halve; expected one of the settings "
              + ALL.stream().map(Setting::name).collect(Collectors.joining(", ")));
    }
    if (platform != PlatformKind.LOCAL) {
      problems.add(
          fault
              + "on a cluster the control plane configures all proxies alike; expected platform local");
    }
    return problems;
  }

  /** Line {@code configuration} of the fairness manifest. */
  static String line(Variant variant) {
    ConfigurationSize size = of(variant);
    List<String> more = new ArrayList<>();
    if (size.services() > 0) {
      more.add("%d services".formatted(size.services()));
    }
    if (size.routes() > 0) {
      more.add("%d routes on each hop".formatted(size.routes()));
    }
    return size.any()
        ? String.join(" and ", more) + " that no request uses"
        : "only what the workloads use";
  }
}
