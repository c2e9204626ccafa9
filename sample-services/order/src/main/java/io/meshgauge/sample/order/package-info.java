/**
 * Lists and places orders, charges them at payment and tells logging. May use the common module.
 * Start reading at {@link io.meshgauge.sample.order.OrderController}.
 */
@NullMarked
package io.meshgauge.sample.order;

import org.jspecify.annotations.NullMarked;
