package io.meshgauge.cli.application;

import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.ClusterObjects;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ControlPlane;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The objects that an experiment would create on its cluster: those of all arms once, and of each
 * arm the others.
 *
 * @param home folder with {@code k8s/}
 * @param meshes all products
 */
public record ObjectsText(Experiment experiment, Path home, List<Product> meshes) {

  /** Prints a line for each kind, with the names. Asks no cluster. */
  public void print(PrintStream out) {
    experiment.onCluster().ifPresent(target -> print(target, out));
  }

  private void print(ClusterTarget target, PrintStream out) {
    ClusterObjects objects = ClusterObjects.of(home, target, experiment.application().onCluster());
    out.printf(
        "%nObjects on the cluster of context %s, all in namespaces that the experiment creates and deletes%n",
        target.context());
    out.printf(
        "  for the experiment; with arms that are deployed at once a namespace and a lease for each%n");
    lines(objects.ofEveryExperiment(), out);
    Map<Variant, SortedMap<String, SortedSet<String>>> arms = new LinkedHashMap<>();
    experiment.arms().forEach(arm -> arms.put(arm, of(arm, objects)));
    SortedMap<String, SortedSet<String>> common = common(List.copyOf(arms.values()));
    out.println("  for every arm");
    lines(common, out);
    arms.forEach(
        (arm, names) -> {
          SortedMap<String, SortedSet<String>> others = without(names, common);
          out.printf("  for %s%s%n", arm.name(), others.isEmpty() ? " nothing else" : " also");
          lines(others, out);
          additions(arm, target).forEach(line -> out.printf("    %s%n", line));
        });
  }

  private Product mesh(Variant arm) {
    return meshes.stream()
        .filter(it -> it.descriptor().key().equals(arm.mesh()))
        .findFirst()
        .orElseThrow();
  }

  private SortedMap<String, SortedSet<String>> of(Variant arm, ClusterObjects objects) {
    ProductDesign design = mesh(arm).design(arm);
    SortedMap<String, SortedSet<String>> all = new TreeMap<>();
    for (Plan plan : experiment.plans()) {
      Topology topology = design.topology(experiment.topology(plan));
      objects
          .ofArm(design.kubernetes(), topology)
          .forEach(
              (kind, names) -> all.computeIfAbsent(kind, unused -> new TreeSet<>()).addAll(names));
    }
    return all;
  }

  /** What a mesh adds that is no object of the harness. */
  private List<String> additions(Variant arm, ClusterTarget target) {
    List<String> lines = new ArrayList<>();
    ClusterDesign design = mesh(arm).design(arm).kubernetes();
    if (!design.namespaceLabels().isEmpty()) {
      lines.add("labels of the namespace: " + design.namespaceLabels());
    }
    design
        .proxy()
        .ifPresent(
            proxy -> lines.add("a container %s in the pods of the arm".formatted(proxy.name())));
    design
        .made()
        .ifPresent(
            made ->
                lines.add(
                    "pods that the mesh makes of %s %s"
                        .formatted(made.object().kind(), made.object().name())));
    Optional<ControlPlane> plane =
        mesh(arm).requirements(arm, experiment.platform()).controlPlane();
    plane
        .filter(unused -> target.installing().wanted())
        .ifPresent(
            it ->
                lines.add(
                    "%s, where it is absent, by its vendor's tool and with objects outside of the namespace; removed at the end"
                        .formatted(it.title())));
    return lines;
  }

  private static SortedMap<String, SortedSet<String>> common(
      List<SortedMap<String, SortedSet<String>>> arms) {
    SortedMap<String, SortedSet<String>> common = new TreeMap<>();
    arms.get(0)
        .forEach(
            (kind, names) -> {
              SortedSet<String> shared = new TreeSet<>(names);
              arms.forEach(arm -> shared.retainAll(arm.getOrDefault(kind, new TreeSet<>())));
              if (!shared.isEmpty()) {
                common.put(kind, shared);
              }
            });
    return common;
  }

  private static SortedMap<String, SortedSet<String>> without(
      SortedMap<String, SortedSet<String>> arm, SortedMap<String, SortedSet<String>> common) {
    SortedMap<String, SortedSet<String>> others = new TreeMap<>();
    arm.forEach(
        (kind, names) -> {
          SortedSet<String> left = new TreeSet<>(names);
          left.removeAll(common.getOrDefault(kind, new TreeSet<>()));
          if (!left.isEmpty()) {
            others.put(kind, left);
          }
        });
    return others;
  }

  private static void lines(SortedMap<String, SortedSet<String>> objects, PrintStream out) {
    objects.forEach((kind, names) -> out.printf("    %-21s %s%n", kind, String.join(", ", names)));
  }
}
