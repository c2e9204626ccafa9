/**
 * Instruments of a deployment by platform: load workers, meters and log copies.
 *
 * <p>Start reading at {@link io.meshgauge.run.instrument.Instruments}.
 */
@NullMarked
package io.meshgauge.run.instrument;

import org.jspecify.annotations.NullMarked;
