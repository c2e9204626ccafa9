/**
 * The registry of products.
 *
 * <p>Start reading at {@link io.meshgauge.product.registry.Products}.
 */
@NullMarked
package io.meshgauge.product.registry;

import org.jspecify.annotations.NullMarked;
