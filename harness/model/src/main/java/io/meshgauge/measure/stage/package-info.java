/**
 * Parts of a window in which the load differs, such as the steps of a plan or its peaks, and what
 * was measured in each.
 */
@NullMarked
package io.meshgauge.measure.stage;

import org.jspecify.annotations.NullMarked;
