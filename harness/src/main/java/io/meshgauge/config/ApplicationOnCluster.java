package io.meshgauge.config;

import io.meshgauge.application.Application;
import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.ApplicationRules;
import io.meshgauge.product.Product;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Compares an experiment on a cluster with how its application comes to run there. */
final class ApplicationOnCluster {
  private final List<Product> meshes;
  private final Path manifests;
  private final Problems problems;

  /**
   * @param manifests folder of the meshes' manifests
   */
  ApplicationOnCluster(List<Product> meshes, Path manifests, Problems problems) {
    this.meshes = List.copyOf(meshes);
    this.manifests = manifests;
    this.problems = problems;
  }

  /** Refuses what cannot be added to the application's manifests, or measured where it runs. */
  void check(Section top, Application application, List<Variant> variants, List<Plan> plans) {
    Place place = top.place(ExperimentReader.VARIANTS);
    if (application.onCluster().attaches()) {
      refuse(
          place,
          variants,
          "the application %s where it runs".formatted(application.name()),
          ApplicationRules::attached);
      refuseComparisons(place, variants);
      refuseOverload(top, plans);
    } else if (application.onCluster().deploys()) {
      refuse(
          place,
          variants,
          "the manifests of " + application.name(),
          (mesh, variant) -> ApplicationRules.onCluster(mesh, variant, manifests));
    } else if (!ApplicationFile.isDefault(application)) {
      problems.wrong(
          top.place(ExperimentReader.APPLICATION),
          "the application %s says nothing of a cluster".formatted(application.name()),
          "deploy: with its manifests, or attach: with the namespace in which it runs",
          "add one of them to its file (docs/applications.md), or run it on platform local");
    }
  }

  private void refuse(
      Place place,
      List<Variant> variants,
      String with,
      BiFunction<Product, Variant, Optional<String>> objection) {
    for (Variant variant : variants) {
      meshes.stream()
          .filter(mesh -> mesh.descriptor().key().equals(variant.mesh()))
          .flatMap(mesh -> objection.apply(mesh, variant).stream())
          .forEach(
              why ->
                  problems.wrong(
                      place,
                      "the variant %s with %s: %s".formatted(variant.name(), with, why),
                      "one of " + supported(objection),
                      "remove the variant, or what it sets"));
    }
  }

  private String supported(BiFunction<Product, Variant, Optional<String>> objection) {
    return meshes.stream()
        .filter(mesh -> objection.apply(mesh, Variant.plain(mesh.descriptor().key())).isEmpty())
        .map(mesh -> mesh.descriptor().key())
        .collect(Collectors.joining(", "));
  }

  private void refuseComparisons(Place place, List<Variant> variants) {
    if (variants.size() != 1) {
      problems.wrong(
          place,
          "%d variants with an application that already runs".formatted(variants.size()),
          "one: the mesh in which it runs; nothing is deployed to compare it with",
          "name its mesh only, or deploy its manifests: deploy: in its file");
    }
  }

  /** What others use is not loaded until it breaks, and no part of it is stopped. */
  private void refuseOverload(Section top, List<Plan> plans) {
    Place place = top.place(ExperimentReader.PLANS);
    for (Plan plan : plans) {
      boolean acts = plan.isSoak() && !SoakSettings.of(plan).acts().isEmpty();
      if (plan.kind() == Plan.Kind.CAPACITY || plan.isStream() || acts) {
        problems.wrong(
            place,
            "the plan %s with an application that already runs".formatted(plan.name()),
            "a plan that sends requests at a given rate and stops nothing",
            "remove the plan, or deploy the application's manifests: deploy: in its file");
      }
    }
  }

  /** The protocol where nothing is deployed: no A/A pair, and a rate that is given. */
  Protocol attached(Protocol protocol, Place place, List<String> notes) {
    if (protocol.rate().isEmpty()) {
      problems.wrong(
          place,
          "rate is auto with an application that already runs",
          "a rate in requests per second: finding one would load it until it breaks",
          "write rate: in protocol, or -Drate=");
    }
    notes.add(
        "The application is measured where it runs: nothing is deployed, and there is no baseline and no noise floor.");
    return protocol.withoutNoiseFloor();
  }
}
