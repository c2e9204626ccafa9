/** Tests of the score. */
@NullMarked
package io.meshgauge.score;

import org.jspecify.annotations.NullMarked;
