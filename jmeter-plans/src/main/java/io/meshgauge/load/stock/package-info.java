/**
 * Users' own plans of stock elements, run as they are: a closed loop whose threads pass a gate
 * before each sample. May use {@code course}, {@code record} and JMeter. Start reading at {@link
 * io.meshgauge.load.stock.ClosedLoop}.
 */
@NullMarked
package io.meshgauge.load.stock;

import org.jspecify.annotations.NullMarked;
