/**
 * The cost model: what an arm costs as a function of its load, fitted to the runs of a session, and
 * predictions with intervals. A pure function of an archive.
 *
 * <p>Start reading at {@link io.meshgauge.predict.CostModel}.
 */
@NullMarked
package io.meshgauge.predict;

import org.jspecify.annotations.NullMarked;
