/**
 * Limits of CPU and memory that an arm declares for its processes, and what the kernel did to keep
 * them. Start reading at {@link io.meshgauge.measure.limit.Limits}.
 */
@NullMarked
package io.meshgauge.measure.limit;

import org.jspecify.annotations.NullMarked;
