/**
 * Recipes of a trial: load, capacity, TCP stream and soak.
 *
 * <p>Start reading at {@link io.meshgauge.run.trial.TrialRunner}.
 */
@NullMarked
package io.meshgauge.run.trial;

import org.jspecify.annotations.NullMarked;
