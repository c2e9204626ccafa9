/**
 * The products under comparison: one folder each, and one explicit registry.
 *
 * <p>A product has a form for each platform that it can run on: proxies on this machine, or an
 * overlay of manifests below {@code k8s/mesh}. May use {@code experiment}, {@code measure} and
 * {@code topology}. Start reading at {@link io.meshgauge.product.Product} and {@link
 * io.meshgauge.product.registry.Products}.
 */
@NullMarked
package io.meshgauge.product;

import org.jspecify.annotations.NullMarked;
