/**
 * The JMeter elements: open-loop thread group, request mix controller, lean samplers, histogram
 * recorder. Each reads its properties and delegates to {@code course}, {@code http}, {@code
 * record}. Start reading at {@link io.meshgauge.load.jmeter.OpenLoopThreadGroup}.
 */
@NullMarked
package io.meshgauge.load.jmeter;

import org.jspecify.annotations.NullMarked;
