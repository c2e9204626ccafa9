/**
 * Runs experiments: the schedule's trials, one after another.
 *
 * <p>May use everything above the cut line. Start reading at {@link
 * io.meshgauge.run.ExperimentRunner}, then {@link io.meshgauge.run.trial.TrialTemplate}.
 */
@NullMarked
package io.meshgauge.run;

import org.jspecify.annotations.NullMarked;
