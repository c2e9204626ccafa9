/**
 * Caddy as a load balancer before replicated services.
 *
 * <p>Start reading at {@link io.meshgauge.product.caddy.Caddy}.
 */
@NullMarked
package io.meshgauge.product.caddy;

import org.jspecify.annotations.NullMarked;
