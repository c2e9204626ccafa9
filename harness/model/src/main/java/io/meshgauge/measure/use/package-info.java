/**
 * CPU, memory and TCP of processes, containers and the machine, with those next to them. Start
 * reading at {@link io.meshgauge.measure.use.ResourceUse}.
 */
@NullMarked
package io.meshgauge.measure.use;

import org.jspecify.annotations.NullMarked;
