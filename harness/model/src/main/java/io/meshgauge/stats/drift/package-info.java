/**
 * What moves while a soak test runs: slope, test, steps, bursts, and when a drift is certain.
 *
 * <p>Pure functions of series, one value per window, with gaps allowed. Time is hours since the
 * start of the soak; nothing here reads a clock, draws at random or knows what is measured, so that
 * an archive that is read again gives the same answer. Start reading at {@link
 * io.meshgauge.stats.drift.DriftWatch}, which says how often it is wrong.
 */
@NullMarked
package io.meshgauge.stats.drift;

import org.jspecify.annotations.NullMarked;
