/**
 * Carries an experiment out: the schedule's trials one by one, each by the same recipe.
 *
 * <p>May use everything above the cut line. Start reading at {@link
 * io.meshgauge.run.ExperimentRunner}, then {@link io.meshgauge.run.trial.TrialRunner}. How a
 * deployment is loaded and looked at depends on what it stands on: {@link
 * io.meshgauge.run.instrument.Instruments}.
 */
@NullMarked
package io.meshgauge.run;

import org.jspecify.annotations.NullMarked;
