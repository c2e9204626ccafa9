/**
 * From medians to points: criteria, weights, efficiency index, and the scorecard of one plan.
 *
 * <p>Gate before score: a variant that is void, unverified or breaks an objective has no points at
 * all. Every score has an interval (bootstrap over replicates) and says how often the variant would
 * rank first under other replicates and other weights.
 *
 * <p>May use {@code stats} and {@code measure}. Start reading at {@link
 * io.meshgauge.score.Scorecard}.
 */
@NullMarked
package io.meshgauge.score;

import org.jspecify.annotations.NullMarked;
