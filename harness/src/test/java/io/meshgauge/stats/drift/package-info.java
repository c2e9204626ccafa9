@NullMarked
package io.meshgauge.stats.drift;

import org.jspecify.annotations.NullMarked;
