package io.meshgauge.product;

import io.meshgauge.product.balancer.BalancerProduct;
import io.meshgauge.product.registry.Products;
import java.util.stream.Stream;

/** Every load balancer of the registry, for tests of what all of them keep. */
public final class Balancers {
  private Balancers() {}

  /** All of them. */
  public static Stream<BalancerProduct> all() {
    return Products.all().stream()
        .filter(product -> product.descriptor().isBalancer())
        .map(product -> (BalancerProduct) product);
  }

  /** Their keys. */
  public static Stream<String> keys() {
    return all().map(product -> product.descriptor().key());
  }

  /** The keys of those that can balance connections. */
  public static Stream<String> ofConnections() {
    return all()
        .filter(it -> it.algorithms().stream().anyMatch(a -> a.ofConnections().isPresent()))
        .map(product -> product.descriptor().key());
  }
}
