/**
 * Envoy as a load balancer before replicated services.
 *
 * <p>Start reading at {@link io.meshgauge.product.envoyfront.EnvoyFront}.
 */
@NullMarked
package io.meshgauge.product.envoyfront;

import org.jspecify.annotations.NullMarked;
