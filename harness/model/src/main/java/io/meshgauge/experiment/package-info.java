/**
 * Definition and result of experiments: variants, plans, the schedule of trials, and runs.
 *
 * <p>Values only; may use {@code measure}. Start reading at {@link
 * io.meshgauge.experiment.Experiment}, then {@link io.meshgauge.experiment.Schedule} and {@link
 * io.meshgauge.experiment.Run}.
 */
@NullMarked
package io.meshgauge.experiment;

import org.jspecify.annotations.NullMarked;
