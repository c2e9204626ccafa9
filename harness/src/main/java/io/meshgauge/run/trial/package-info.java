/**
 * Trials: the template and its recipes for requests, capacity, TCP stream and soak.
 *
 * <p>Start reading at {@link io.meshgauge.run.trial.TrialTemplate}.
 */
@NullMarked
package io.meshgauge.run.trial;

import org.jspecify.annotations.NullMarked;
