/**
 * Values in, values out: centre, interval, comparison, noise floor, rank. Knows nothing of meshes.
 *
 * <p>The replicate (one deployed run) is the unit of analysis, never the request. Everything random
 * is drawn from a seed that the caller passes, so the same archive always gives the same report.
 * ReportWarnings travel with the results as {@link io.meshgauge.measure.Warning}s.
 *
 * <p>May use {@code measure}, Commons Statistics and Commons RNG. Start reading at {@link
 * io.meshgauge.stats.Comparison}, whose documentation states the rule of the verdict.
 */
@NullMarked
package io.meshgauge.stats;

import org.jspecify.annotations.NullMarked;
