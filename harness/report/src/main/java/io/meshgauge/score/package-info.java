/**
 * From medians to points: criteria, weights, efficiency index, and the scorecard of one plan.
 *
 * <p>Gate before score: a variant that is void, unverified or breaks an objective has no points.
 * Every score has the range of its runs and the frequency with which the variant ranks first under
 * other replicates and other weights.
 *
 * <p>May use {@code experiment}, {@code stats} and {@code measure}. Start reading at {@link
 * io.meshgauge.score.Scorecard}.
 */
@NullMarked
package io.meshgauge.score;

import org.jspecify.annotations.NullMarked;
