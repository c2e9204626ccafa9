/**
 * What the windows of a soak say: what drifts and since when that is certain, where errors burst,
 * where a level changed. Pure: the same windows give the same answer, while a soak goes on and
 * years later.
 */
@NullMarked
package io.meshgauge.soak;

import org.jspecify.annotations.NullMarked;
