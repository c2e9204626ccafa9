package io.meshgauge.config;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.experiment.change.EnforcementSettings;
import io.meshgauge.measure.Amounts;
import io.meshgauge.product.Product;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service.Probe;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Rules of the plan {@value Plan#ENFORCEMENT}: changes that fit into its window, and arms whose
 * policy the harness can change while they run.
 */
record EnforcementRules(Topology services, Place place, Problems problems) {

  /** Refuses arms in which no rule can be changed or watched, and windows without a change. */
  void check(
      List<Plan> plans,
      List<Variant> variants,
      List<Product> meshes,
      PlatformKind platform,
      boolean attached,
      List<String> notes) {
    Optional<Plan> plan = plans.stream().filter(Plan::isEnforcement).findFirst();
    // A stand-in takes the place of an application whose file has problems of its own.
    if (plan.isEmpty() || services.equals(Topology.STREAM)) {
      return;
    }
    if (attached) {
      problems.wrong(
          place,
          "the plan %s with an application that runs already".formatted(Plan.ENFORCEMENT),
          "an application that the harness deploys: it changes no policy of others",
          "remove the plan, or attach: false");
      return;
    }
    if (services.hops().stream().noneMatch(EnforcementRules::watched)) {
      problems.wrong(
          place,
          "the plan %s, and no service that may be sent GET %s"
              .formatted(Plan.ENFORCEMENT, Probe.PATH),
          "one at least: the changed rule refuses that request and none of the load",
          "remove the plan, or the key probe of a service");
    }
    fit(plan.get(), notes);
    for (Variant variant : variants) {
      reason(meshes, variant, platform)
          .ifPresent(
              reason ->
                  problems.wrong(
                      place,
                      "the plan %s with the variant %s: %s"
                          .formatted(Plan.ENFORCEMENT, variant.name(), reason),
                      "variants of %s".formatted(supported(meshes, platform)),
                      "take the plan or the variant from the experiment"));
    }
  }

  /** Whether requests to the proxy before the server of a hop tell whether the rule is applied. */
  private static boolean watched(Hop hop) {
    return hop.protocol() != Protocol.TCP && hop.probe().path().equals(Probe.PATH);
  }

  private void fit(Plan plan, List<String> notes) {
    EnforcementSettings settings = EnforcementSettings.of(plan.properties());
    int changes = settings.changes(plan.duration());
    String interval = Amounts.duration(settings.interval().toMillis() / 1e3);
    if (changes < 2) {
      problems.wrong(
          place,
          "the plan %s measures for %s, and changes a policy every %s"
              .formatted(plan.name(), Amounts.duration(plan.duration().toMillis() / 1e3), interval),
          "a duration of at least two changes",
          "measure longer, or shorten the time: properties: {%s: 3s}"
              .formatted(EnforcementSettings.INTERVAL));
      return;
    }
    notes.add(
        "Under the plan %s a rule is added to all proxies and taken back in turn, %d times, every %s (%s); requests to every proxy show when it applies the change."
            .formatted(plan.name(), changes, interval, EnforcementSettings.INTERVAL));
  }

  /** Why an arm cannot take part; empty if it can. Without a mesh nothing is changed: a control. */
  private static Optional<String> reason(
      List<Product> meshes, Variant variant, PlatformKind platform) {
    return variant.isBaseline()
        ? Optional.empty()
        : meshes.stream()
            .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
            .findFirst()
            .flatMap(mesh -> mesh.design(variant).faults().policyChange(platform));
  }

  private static String supported(List<Product> meshes, PlatformKind platform) {
    return meshes.stream()
        .map(mesh -> mesh.descriptor().key())
        .filter(key -> reason(meshes, Variant.plain(key), platform).isEmpty())
        .collect(Collectors.joining(", "));
  }
}
