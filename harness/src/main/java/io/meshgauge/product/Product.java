package io.meshgauge.product;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Guarantees;
import java.util.List;
import java.util.SortedMap;

/** A mesh in one data-plane mode, a proxy, a load balancer or a network; it has no state. */
public interface Product {

  /** What it is, whatever the variant. */
  Descriptor descriptor();

  /**
   * What is wrong with a variant's settings for this product, one sentence each naming the setting,
   * what was expected and what exists; empty when all can be carried out.
   */
  List<String> problems(Variant variant, PlatformKind platform);

  /** What a platform must have for a variant. */
  Requirements requirements(Variant variant, PlatformKind platform);

  /** What a variant promises, which evidence then has to show. */
  Guarantees claims(Variant variant);

  /** How a variant is set up. */
  ProductDesign design(Variant variant);

  /** The settings that must be alike in all arms unless declared, for the fairness manifest. */
  SortedMap<String, String> fairness(Variant variant, PlatformKind platform);
}
