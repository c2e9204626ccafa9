package io.meshgauge.run.environment;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LoadPoint;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.LimitSettings;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which arms of an experiment share the processes of the services: those whose services are the
 * same but for what they know by arm, on this machine.
 *
 * @param groups arms that share services, at least two each
 */
public record ServiceGroups(List<List<Variant>> groups) {
  public ServiceGroups {
    groups = groups.stream().map(List::copyOf).toList();
  }

  /** The groups under a plan. */
  public static ServiceGroups of(Experiment experiment, Plan plan) {
    if (experiment.platform() != PlatformKind.LOCAL
        || !experiment.application().arms().shared()
        || experiment.protocol().windowsOf(plan) == 1) {
      return new ServiceGroups(List.of());
    }
    Map<Map<String, String>, List<Variant>> bySettings = new LinkedHashMap<>();
    for (Variant arm : experiment.arms()) {
      if (obstacle(experiment, plan, arm).isEmpty()) {
        Map<String, String> settings = new TreeMap<>(ServiceSettings.of(arm, plan));
        settings.keySet().removeAll(experiment.application().arms().settings());
        bySettings.computeIfAbsent(settings, key -> new ArrayList<>()).add(arm);
      }
    }
    return new ServiceGroups(bySettings.values().stream().filter(arms -> arms.size() > 1).toList());
  }

  /**
   * Why an arm has services of its own on this machine; empty where it may share them.
   *
   * @param plan under which it is measured
   */
  public static Optional<String> obstacle(Experiment experiment, Plan plan, Variant arm) {
    Product mesh = Products.named(arm.mesh());
    Topology topology = experiment.topology(plan);
    Topology replicated = mesh.design(arm).topology(topology);
    if (!replicated.equals(topology)) {
      return Optional.of("it has replicas of the services");
    }
    if (LimitSettings.of(arm).services().any()) {
      return Optional.of("its services have limits of their own");
    }
    Telemetry telemetry = Telemetry.of(arm);
    if (!telemetry.programs().isEmpty() || telemetry.accessLog() != Telemetry.AccessLog.OFF) {
      return Optional.of("its telemetry has backends of its own");
    }
    return LoadPoint.of(arm).map(point -> "it has a load of its own");
  }

  /** The group of an arm; empty where it has services of its own. */
  public Optional<List<Variant>> of(Variant arm) {
    return groups.stream().filter(group -> group.contains(arm)).findFirst();
  }
}
