/**
 * Carries an experiment out: the schedule's trials one by one, each by the same recipe.
 *
 * <p>May use everything above the cut line. Start reading at {@link
 * io.meshgauge.run.ExperimentRunner}, then {@link io.meshgauge.run.TrialRunner}.
 */
@NullMarked
package io.meshgauge.run;

import org.jspecify.annotations.NullMarked;
