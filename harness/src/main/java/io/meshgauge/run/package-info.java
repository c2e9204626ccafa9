/**
 * How an experiment is carried out: the order of trials, the steps of each, and who is told.
 *
 * <p>Start reading at {@link io.meshgauge.run.Progress} and {@link io.meshgauge.run.Phase}.
 */
@NullMarked
package io.meshgauge.run;

import org.jspecify.annotations.NullMarked;
