/**
 * What a change during a measured window cost the requests of the load.
 *
 * <p>Start reading at {@link io.meshgauge.experiment.change.ChangeEffect}.
 */
@NullMarked
package io.meshgauge.experiment.change;

import org.jspecify.annotations.NullMarked;
