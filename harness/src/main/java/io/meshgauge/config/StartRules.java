package io.meshgauge.config;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.experiment.change.StartSettings;
import io.meshgauge.measure.Amounts;
import io.meshgauge.product.ArmFault;
import io.meshgauge.product.Product;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Rules of the plan {@value Plan#START}: a cluster, a window that one start fits into, a service
 * that our own requests reach, and arms whose pods are complete by themselves.
 */
record StartRules(Topology services, Place place, Problems problems) {

  /** What happens, for people. */
  static String note(Plan plan, String service) {
    return "Under the plan %s one more pod of %s is started again and again, with %s between two, and deleted once it has answered; no load goes to it. %s names another service."
        .formatted(
            plan.name(),
            service,
            seconds(StartSettings.of(plan.properties()).pause()),
            StartSettings.SERVICE);
  }

  /** Refuses a plan that starts no pod, and arms in which a single pod proves nothing. */
  void check(
      List<Plan> plans,
      List<Variant> variants,
      List<Product> meshes,
      PlatformKind platform,
      boolean attached) {
    Optional<Plan> plan = plans.stream().filter(Plan::isStart).findFirst();
    refuseFaults(plan, variants, meshes);
    // A stand-in takes the place of an application whose file has problems of its own.
    if (plan.isEmpty() || services.equals(Topology.STREAM)) {
      return;
    }
    if (platform != PlatformKind.KUBERNETES || attached) {
      problems.wrong(
          place,
          attached
              ? "the plan %s with an application that runs already".formatted(Plan.START)
              : "the plan %s on the platform local".formatted(Plan.START),
          "platform: kubernetes, and an application that the harness deploys: pods are started",
          "remove the plan; %s replaces processes on this machine".formatted(Plan.ROLLOUT));
      return;
    }
    if (plan.get().duration().compareTo(StartSettings.LEAST) < 0) {
      problems.wrong(
          place,
          "the plan %s measures for %s, and the start of a pod takes up to %s"
              .formatted(
                  plan.get().name(), seconds(plan.get().duration()), seconds(StartSettings.LEAST)),
          "a duration of at least that",
          "measure longer: several pods should be started");
    }
    StartSettings.of(plan.get().properties()).service().ifPresent(this::checkReached);
    for (Variant variant : variants) {
      if (!startsAlone(meshes, variant)) {
        problems.wrong(
            place,
            "the plan %s with the variant %s, whose proxies are not in the pods of services, or give our requests no identity"
                .formatted(Plan.START, variant.name()),
            "variants of %s"
                .formatted(
                    meshes.stream()
                        .map(mesh -> mesh.descriptor().key())
                        .filter(key -> startsAlone(meshes, Variant.plain(key)))
                        .collect(Collectors.joining(", "))),
            "take the plan or the variant from the experiment");
      }
    }
  }

  /** A fault of pods that start has no effect where none starts, or none can be kept apart. */
  private void refuseFaults(Optional<Plan> plan, List<Variant> variants, List<Product> meshes) {
    Optional<String> started = plan.flatMap(it -> StartSettings.of(it.properties()).service());
    for (Variant variant : variants) {
      ArmFault.of(variant)
          .filter(it -> it.kind() == ArmFault.Kind.UNCAPTURED)
          .filter(it -> !started.equals(Optional.of(it.service())) || !keepsAway(meshes, variant))
          .ifPresent(
              fault ->
                  problems.wrong(
                      place,
                      "the variant %s with %s: %s"
                          .formatted(
                              variant.name(),
                              ArmFault.SETTING.name(),
                              variant.setting(ArmFault.SETTING.name(), "")),
                      "the plan %s with pods of that service, and a mesh that injects its proxy"
                          .formatted(Plan.START),
                      "remove the setting, or name the service of the plan"));
    }
  }

  /** Whether a pod can keep the proxy away; an unknown mesh is a problem of its own. */
  private static boolean keepsAway(List<Product> meshes, Variant variant) {
    return meshes.stream()
        .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
        .map(mesh -> mesh.design(variant).kubernetes().proxy())
        .noneMatch(proxy -> proxy.filter(it -> !it.refusal().isEmpty()).isEmpty());
  }

  private void checkReached(String service) {
    List<Hop> called = services.to(service);
    if (called.stream()
        .noneMatch(it -> it.protocol() == Protocol.HTTP1 && it.probe().permitted())) {
      problems.wrong(
          place,
          "the plan %s with %s: %s, which no request of the harness reaches by HTTP/1.1"
              .formatted(Plan.START, StartSettings.SERVICE, service),
          "a service that is called by HTTP/1.1 and whose probe is permitted",
          "name another service");
    }
  }

  /**
   * Whether a pod is all that starts, and our requests can have the identity of a caller; an
   * unknown mesh is a problem of its own.
   */
  private static boolean startsAlone(List<Product> meshes, Variant variant) {
    return !variant.hasMesh()
        || meshes.stream()
            .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
            .map(mesh -> mesh.design(variant).kubernetes())
            .allMatch(it -> it.proxy().isPresent() && !it.refusesInPlaintext());
  }

  private static String seconds(Duration time) {
    return Amounts.duration(time.toMillis() / 1e3);
  }
}
