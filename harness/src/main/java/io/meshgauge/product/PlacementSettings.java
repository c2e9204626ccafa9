package io.meshgauge.product;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.node.NodePlacement;
import io.meshgauge.topology.node.NodePlacement.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** On which nodes of a cluster a variant's workloads run. */
public final class PlacementSettings {
  /** The setting, which every mesh has. */
  public static final Setting SETTING =
      new Setting(NodePlacement.KEY, NodePlacement.EXPECTED, NodePlacement::written);

  private PlacementSettings() {}

  /**
   * The placement of a valid variant.
   *
   * @param seed of the session
   */
  public static NodePlacement of(Variant variant, long seed) {
    return NodePlacement.of(
        variant.settings(),
        seed,
        ArmFault.of(variant)
            .filter(fault -> fault.kind() == ArmFault.Kind.OTHER_NODE)
            .map(ArmFault::service));
  }

  /** Problems of the placement of a variant whose settings are valid each, one sentence each. */
  static List<String> problems(
      Product product, Variant variant, PlatformKind platform, Topology topology) {
    NodePlacement placement = of(variant, 0);
    List<String> problems = new ArrayList<>();
    boolean requested = variant.settings().containsKey(NodePlacement.KEY);
    if (platform == PlatformKind.LOCAL && (requested || placement.misplaced().isPresent())) {
      problems.add(
          "setting %s on mesh %s: expected platform kubernetes; on platform local there is one machine"
              .formatted(
                  requested ? NodePlacement.KEY : ArmFault.SETTING.name(),
                  product.descriptor().key()));
    }
    if (placement.kind() == Kind.ONE_NODE && product.claims(variant).betweenNodes()) {
      problems.add(
          "setting %s: one-node on mesh %s: it encrypts what crosses nodes, and nothing would; expected spread or zones"
              .formatted(NodePlacement.KEY, product.descriptor().key()));
    }
    SortedSet<String> unknown = new TreeSet<>(placement.given().keySet());
    placement.misplaced().ifPresent(unknown::add);
    topology.services().forEach(unknown::remove);
    unknown.removeIf(NodePlacement::isWorker);
    if (!unknown.isEmpty()) {
      problems.add(
          "setting %s on mesh %s: the application has no workload %s; expected some of %s, %s"
              .formatted(
                  placement.misplaced().filter(unknown::contains).isPresent()
                      ? ArmFault.SETTING.name()
                      : NodePlacement.KEY,
                  product.descriptor().key(),
                  String.join(", ", unknown),
                  String.join(", ", topology.services()),
                  Topology.LOAD));
    }
    return problems;
  }
}
