/**
 * The front door: authenticates with auth, decides, and passes orders on to order. May use the
 * common module. Start reading at {@link io.meshgauge.sample.gateway.OrdersController}.
 */
@NullMarked
package io.meshgauge.sample.gateway;

import org.jspecify.annotations.NullMarked;
