package io.meshgauge.product;

import io.meshgauge.product.balancer.BalancerProduct;
import io.meshgauge.product.registry.Products;
import java.util.stream.Stream;

/** Every load balancer of the registry, for tests of their common contract. */
public final class Balancers {
  private Balancers() {}

  public static Stream<BalancerProduct> all() {
    return Products.all().stream()
        .filter(product -> product.descriptor().isBalancer())
        .map(product -> (BalancerProduct) product);
  }

  public static Stream<String> keys() {
    return all().map(product -> product.descriptor().key());
  }

  /** Keys of the load balancers that can balance connections. */
  public static Stream<String> ofConnections() {
    return all()
        .filter(it -> it.algorithms().stream().anyMatch(a -> a.ofConnections().isPresent()))
        .map(product -> product.descriptor().key());
  }
}
