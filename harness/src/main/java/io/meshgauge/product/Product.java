package io.meshgauge.product;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** A mesh in one data-plane mode, a proxy, a load balancer or a network. Stateless. */
public interface Product {

  /** Static description, independent of the variant. */
  Descriptor descriptor();

  /**
   * Problems of a variant's settings for this product. Each sentence names the setting, what was
   * expected and what exists; empty when the variant can run.
   */
  List<String> problems(Variant variant, PlatformKind platform);

  /** The same, with problems of what the variant names of an application. */
  default List<String> problems(Variant variant, PlatformKind platform, Topology topology) {
    List<String> problems = new ArrayList<>(problems(variant, platform));
    if (problems.isEmpty()) {
      problems.addAll(LimitSettings.problems(this, variant, platform));
      problems.addAll(PlacementSettings.problems(this, variant, platform, topology));
      problems.addAll(SizeSettings.problems(variant, platform));
      problems.addAll(ApplicationRules.problems(variant, topology));
    }
    return problems;
  }

  /** What a variant needs from a platform. */
  Requirements requirements(Variant variant, PlatformKind platform);

  /** The guarantees of a variant, which evidence then has to show. */
  Guarantees claims(Variant variant);

  /**
   * Whether proxies of a cluster's nodes, or their kernels, carry its arms, which serve all
   * namespaces.
   */
  default boolean isCarriedByNodes() {
    return claims(Variant.plain(descriptor().key())).ofNodes();
  }

  ProductDesign design(Variant variant);

  /** Fairness manifest: the settings that must be equal in all arms unless declared as factors. */
  SortedMap<String, String> fairness(Variant variant, PlatformKind platform);
}
