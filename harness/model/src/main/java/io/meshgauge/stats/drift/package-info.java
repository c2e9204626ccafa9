/**
 * Analysis of series of a soak: slope, trend test, steps, bursts, and when a drift is certain.
 *
 * <p>Pure functions of series, one value per window, with gaps allowed. Time is hours since the
 * start of the soak. Nothing here reads a clock, draws random numbers or depends on the measured
 * quantity, so an archive always gives the same result. Start reading at {@link
 * io.meshgauge.stats.drift.DriftWatch}, which documents its error rate.
 */
@NullMarked
package io.meshgauge.stats.drift;

import org.jspecify.annotations.NullMarked;
