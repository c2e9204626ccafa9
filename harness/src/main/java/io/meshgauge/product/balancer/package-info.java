/**
 * Common parts of load balancers: one proxy before every service, on the server's side only,
 * distributes the calls of all its callers over the replicas of the service.
 *
 * <p>A product is a folder of its own with a template of its configuration and a class with its own
 * names. Start reading at {@link io.meshgauge.product.balancer.BalancerProduct}.
 */
@NullMarked
package io.meshgauge.product.balancer;

import org.jspecify.annotations.NullMarked;
