package io.meshgauge.config;

import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.experiment.change.RolloutSettings;
import io.meshgauge.experiment.change.StartSettings;
import io.meshgauge.measure.Amounts;
import io.meshgauge.product.ApplicationRules;
import io.meshgauge.product.ArmFault;
import io.meshgauge.product.Product;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Rules of the plans {@value Plan#FAILOVER} and {@value Plan#ROLLOUT}: changes that fit into their
 * window, and arms in which other processes can take over; and the service of {@value Plan#START}.
 */
record FailoverRules(Topology services, Place place, Problems problems) {

  /** Whether there are no others, so that a baseline without other processes is not needed. */
  static boolean alone(List<Section> plans) {
    return !plans.isEmpty()
        && plans.stream()
            .allMatch(
                it ->
                    it.get(PlanKeys.NAME)
                        .filter(name -> Plan.isDisturbed(name.text()))
                        .isPresent());
  }

  /** Whether a stand-in takes the place of an application whose file has problems of its own. */
  private boolean unknown() {
    return services.equals(Topology.STREAM);
  }

  /** The plan, which names the service whose processes end or start. */
  Plan named(Plan plan, List<String> notes) {
    if (!(plan.isDisturbed() || plan.isStart()) || unknown()) {
      return plan;
    }
    checkLength(plan);
    String key = key(plan);
    Optional<String> service =
        Optional.ofNullable(plan.properties().get(key)).or(services::behindEntry);
    if (service.filter(services.services()::contains).isEmpty()) {
      problems.wrong(
          place,
          service
              .map(it -> "the plan %s with %s: %s".formatted(plan.name(), key, it))
              .orElse(
                  "the plan %s, and no service is called by HTTP behind the entry"
                      .formatted(plan.name())),
          "%s: one of %s".formatted(key, String.join(", ", services.services())),
          Nearest.advice(service.orElse(""), services.services()));
      return plan;
    }
    notes.add(note(plan, service.get()));
    SortedMap<String, String> properties = new TreeMap<>(plan.properties());
    properties.put(key, service.get());
    return new Plan(plan.name(), plan.duration(), properties);
  }

  private static String key(Plan plan) {
    if (plan.isStart()) {
      return StartSettings.SERVICE;
    }
    return plan.isRollout() ? RolloutSettings.SERVICE : FailoverSettings.SERVICE;
  }

  private static String note(Plan plan, String service) {
    if (plan.isStart()) {
      return StartRules.note(plan, service);
    }
    return plan.isRollout() ? rollout(plan, service) : failover(plan, service);
  }

  private void checkLength(Plan plan) {
    if (plan.isStart()) {
      return;
    }
    if (plan.isRollout()) {
      Duration least = RolloutSettings.of(plan.properties()).least();
      if (plan.duration().compareTo(least) < 0) {
        problems.wrong(
            place,
            "the plan %s measures for %s, and the replacement of a process takes up to %s"
                .formatted(plan.name(), seconds(plan.duration()), seconds(least)),
            "a duration of at least that",
            "measure longer: every process should be replaced more than once");
      }
      return;
    }
    FailoverSettings settings = FailoverSettings.of(plan.properties());
    if (settings.faults(plan.duration()) < 1) {
      problems.wrong(
          place,
          "the plan %s measures for %s, and a fault with the time after it takes %s"
              .formatted(plan.name(), seconds(plan.duration()), seconds(settings.period())),
          "a duration of at least %s and %s together"
              .formatted(FailoverSettings.ON, FailoverSettings.OFF),
          "measure longer, or shorten the faults: properties: {%s: 5s, %s: 10s}"
              .formatted(FailoverSettings.ON, FailoverSettings.OFF));
    }
  }

  private static String rollout(Plan plan, String service) {
    RolloutSettings settings = RolloutSettings.of(plan.properties());
    String before =
        settings.drains()
            ? "the data plane stops choosing it, it gets SIGTERM %s later, is started again, and is chosen again once it is ready. A baseline has no data plane that could do so: its processes end undrained, as an upper bound"
                .formatted(seconds(settings.drain()))
            : "it gets SIGTERM while the data plane still chooses it, and is started again";
    String how =
        settings.scales()
            ? "all processes of %s but one end together and are started again %s later, again and again"
            : "the processes of %s are replaced one after the other, with %s between two,";
    return "Under the plan %s %s for the whole window. Each: %s. %s names another service."
        .formatted(
            plan.name(),
            how.formatted(service, seconds(settings.pause())),
            before,
            RolloutSettings.SERVICE);
  }

  private static String failover(Plan plan, String service) {
    FailoverSettings settings = FailoverSettings.of(plan.properties());
    return "Under the plan %s the last process of %s %s for %s and is left alone for %s, %d times; %s names another service."
        .formatted(
            plan.name(),
            service,
            settings.fault() == FailoverSettings.Fault.REFUSE
                ? "is killed and refuses connections"
                : "is halted and answers nothing",
            seconds(settings.on()),
            seconds(settings.off()),
            settings.faults(plan.duration()),
            FailoverSettings.SERVICE);
  }

  private static String seconds(Duration time) {
    return Amounts.duration(time.toMillis() / 1e3);
  }

  /** Refuses a cluster, and arms in which no other process can take over. */
  void check(
      List<Plan> plans, List<Variant> variants, List<Product> meshes, PlatformKind platform) {
    variants.stream()
        .filter(it -> restarted(it).isPresent())
        .filter(it -> plans.stream().noneMatch(plan -> restarts(plan, it, meshes)))
        .forEach(this::refuseFault);
    for (Plan plan : unknown() ? List.<Plan>of() : plans) {
      if (plan.isDisturbed()) {
        check(plan, variants, meshes, platform);
      }
    }
  }

  private void check(
      Plan plan, List<Variant> variants, List<Product> meshes, PlatformKind platform) {
    if (platform == PlatformKind.KUBERNETES) {
      problems.wrong(
          place,
          "the plan %s on a cluster".formatted(plan.name()),
          "platform: local, where the processes that end are started by the harness",
          plan.isRollout()
              ? "remove the plan, or restart a deployment of the cluster during a soak"
              : "remove the plan, or use a chaos tool of the cluster during a soak");
      return;
    }
    for (Variant variant : variants) {
      if (processes(meshes, variant).orElse(2) < 2) {
        problems.wrong(
            place,
            "the plan %s with the variant %s, which has one process of each service"
                .formatted(plan.name(), variant.name()),
            "two or more, of which one ends: one of %s, with replicas: 2 or more"
                .formatted(replicated(meshes)),
            "set replicas, or remove the variant");
      } else if (plan.isRollout() && !variant.isBaseline() && !drains(meshes, variant)) {
        refuseUndrained(plan, variant, meshes);
      }
    }
  }

  private static Optional<String> restarted(Variant variant) {
    return ArmFault.of(variant).filter(ArmFault::restarts).map(ArmFault::service);
  }

  /** Whether the plan restarts the process, and a proxy with mutual TLS before it. */
  private static boolean restarts(Plan plan, Variant variant, List<Product> meshes) {
    RolloutSettings settings = RolloutSettings.of(plan.properties());
    return plan.isRollout()
        && settings.drains()
        && !settings.scales()
        && settings.service().equals(restarted(variant))
        && meshes.stream()
            .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
            .allMatch(mesh -> mesh.claims(variant).mutualTls() && drains(meshes, variant));
  }

  /** A fault that nothing brings about would be found by nothing. */
  private void refuseFault(Variant variant) {
    problems.wrong(
        place,
        "the variant %s with %s: %s, whose process no plan replaces"
            .formatted(
                variant.name(),
                ArmFault.SETTING.name(),
                variant.setting(ArmFault.SETTING.name(), "")),
        "the plan %s, with drains, of that service, and a mesh of sidecars with mutual TLS"
            .formatted(Plan.ROLLOUT),
        "remove the setting, or name the service by %s".formatted(RolloutSettings.SERVICE));
  }

  private void refuseUndrained(Plan plan, Variant variant, List<Product> meshes) {
    if (RolloutSettings.of(plan.properties()).drains()) {
      problems.wrong(
          place,
          "the plan %s with the variant %s, whose proxies the harness cannot tell to drain a process"
              .formatted(plan.name(), variant.name()),
          "a mesh that drains requests: one of "
              + meshes.stream()
                  .map(mesh -> mesh.descriptor().key())
                  .filter(key -> drains(meshes, Variant.plain(key)))
                  .collect(Collectors.joining(", ")),
          "remove the variant, or end processes without a drain: properties: {%s: 0s}"
              .formatted(RolloutSettings.DRAIN));
    }
  }

  /** Whether the proxies of an arm can drain; an unknown mesh is a problem of its own. */
  private static boolean drains(List<Product> meshes, Variant variant) {
    return meshes.stream()
        .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
        .allMatch(mesh -> mesh.design(variant).drains());
  }

  /**
   * Gives the baseline as many processes as the arms have, where it sets none, and adds it where it
   * was not listed: the same fault without a mesh.
   */
  void addBaseline(List<Variant> variants, List<Product> meshes, List<String> notes) {
    int processes =
        variants.stream()
            .flatMapToInt(variant -> processes(meshes, variant).stream())
            .max()
            .orElse(1);
    Optional<Variant> listed = variants.stream().filter(Variant::isBaseline).findFirst();
    if (processes > 1
        && listed.filter(it -> it.settings().containsKey(Variant.REPLICAS)).isEmpty()
        && ApplicationRules.notInTurn(services).isEmpty()) {
      listed.ifPresent(variants::remove);
      variants.add(
          0,
          listed
              .orElse(Variant.plain(Variant.BASELINE))
              .with(Variant.REPLICAS, Integer.toString(processes)));
      notes.add(
          "The baseline is measured with %d processes of each service that callers take in turn: the same fault without a mesh."
              .formatted(processes));
    }
  }

  /** The processes of each service in an arm; empty if its mesh is unknown. */
  private OptionalInt processes(List<Product> meshes, Variant variant) {
    return meshes.stream()
        .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
        .mapToInt(mesh -> mesh.design(variant).topology(services).copies())
        .findFirst();
  }

  private String replicated(List<Product> meshes) {
    return meshes.stream()
        .map(mesh -> mesh.descriptor().key())
        .filter(
            key -> processes(meshes, Variant.plain(key).with(Variant.REPLICAS, "2")).orElse(1) > 1)
        .collect(Collectors.joining(", "));
  }
}
