package io.meshgauge.product;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares a variant with the application: the services that its settings and rules name. */
public final class ApplicationRules {
  /** The setting that makes an arm break its promise, to show that the evidence finds it. */
  public static final String FAULT = "fault";

  private ApplicationRules() {}

  /**
   * The reason why a variant cannot be added to manifests that are not the project's; empty when it
   * can.
   *
   * @param manifests folder of the meshes' manifests
   */
  public static Optional<String> onCluster(Product product, Variant variant, Path manifests) {
    String overlay = product.design(variant).kubernetes().overlay();
    if (!Files.isDirectory(manifests.resolve(overlay).resolve("application"))) {
      return Optional.of(
          "what %s adds is written for the sample services".formatted(product.descriptor().key()));
    }
    if (LimitSettings.of(variant).any()) {
      return Optional.of("its limits are set in the manifests of the sample services only");
    }
    if (!variant.policy().equals(PolicySettings.NONE)) {
      return Optional.of("its policy is enforced by objects for the sample services");
    }
    if (TrafficSetting.CANARY.of(variant).isPresent()) {
      return Optional.of("its second version is a copy of a Deployment of the sample services");
    }
    return variant.telemetry().equals(Telemetry.DEFAULT.name())
        ? Optional.empty()
        : Optional.of("its telemetry is proven of the sample services only");
  }

  /**
   * The reason why a variant cannot be measured where an application already runs; empty when it
   * can.
   */
  public static Optional<String> attached(Product product, Variant variant) {
    if (product.design(variant).kubernetes().attached().isEmpty()) {
      return Optional.of(
          "what %s does to pods of others could not be proven"
              .formatted(product.descriptor().key()));
    }
    Variant plain = Variant.plain(variant.mesh());
    boolean sets =
        !variant.policy().equals(plain.policy())
            || !variant.telemetry().equals(plain.telemetry())
            || !variant.settings().isEmpty();
    return sets
        ? Optional.of("it sets something, and the application is measured as it is")
        : Optional.empty();
  }

  /** Problems of a variant, one sentence each; empty when the application has what it names. */
  static List<String> problems(Variant variant, Topology topology) {
    List<String> problems = new ArrayList<>();
    String fault = variant.setting(FAULT, "");
    String service = fault.substring(fault.indexOf(':') + 1);
    if (fault.contains(":")
        && !topology.services().contains(service)
        && !service.equals(Topology.STREAM_SERVER)) {
      problems.add(
          "setting %s: '%s': expected one of the services %s"
              .formatted(FAULT, fault, String.join(", ", topology.services())));
    }
    if (!variant.hasMesh() && !variant.setting(Variant.REPLICAS, "1").equals("1")) {
      notInTurn(topology).ifPresent(problems::add);
    }
    if (TrafficSetting.CANARY.of(variant).isPresent()) {
      unrouted(TrafficSetting.CANARY_SERVICE, variant, topology).ifPresent(problems::add);
    }
    if (TrafficSetting.INJECT_DELAY.of(variant).isPresent()
        || TrafficSetting.INJECT_ABORT.of(variant).isPresent()) {
      unrouted(TrafficSetting.INJECT_SERVICE, variant, topology).ifPresent(problems::add);
    }
    try {
      PolicySettings.check(variant, topology).ifPresent(problems::add);
    } catch (InvalidInputException e) {
      e.problems().stream()
          .map(Problem::line)
          .map(problem -> "setting %s: %s".formatted(PolicySettings.FILE.name(), problem))
          .forEach(problems::add);
    }
    return problems;
  }

  /** Why proxies cannot route requests for the service of a setting; empty when they can. */
  private static Optional<String> unrouted(
      TrafficSetting setting, Variant variant, Topology topology) {
    List<String> routed =
        topology.services().stream()
            .filter(it -> !topology.to(it).isEmpty())
            .filter(it -> topology.to(it).stream().allMatch(hop -> hop.protocol() != Protocol.TCP))
            .toList();
    Optional<String> service = setting.of(variant).or(topology::behindEntry);
    return service.filter(routed::contains).isPresent()
        ? Optional.empty()
        : Optional.of(
            "setting %s: %s: expected one of the services that are called by requests, not by TCP: %s"
                .formatted(
                    setting.key(),
                    service
                        .map("'%s'"::formatted)
                        .orElse("not set, and the entry calls no service by HTTP"),
                    String.join(", ", routed)));
  }

  /** Why callers cannot distribute their calls themselves; empty when they can. */
  public static Optional<String> notInTurn(Topology topology) {
    return topology.members().stream()
        .filter(service -> service.launch().isPresent())
        .flatMap(
            service ->
                topology.from(service.name()).stream()
                    .map(Hop::server)
                    .filter(peer -> !service.launch().get().callsInTurn(peer))
                    .map(
                        peer ->
                            "setting replicas on mesh %s: %s has one address of %s; expected ${%s.replicas} in its run:, the addresses that it calls in turn"
                                .formatted(Variant.BASELINE, service.name(), peer, peer)))
        .findFirst();
  }
}
