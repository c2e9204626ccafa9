/**
 * Analysis of the windows of a soak: drifts and when they became certain, bursts of errors, steps
 * of a level. Pure functions: the same windows give the same result, during a soak and years later.
 */
@NullMarked
package io.meshgauge.soak;

import org.jspecify.annotations.NullMarked;
